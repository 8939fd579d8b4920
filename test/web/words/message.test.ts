import { describe, expect, it } from "vitest";
import { NO_RATE_WORDS } from "../../../src/answers/explanation/no-rate-words.ts";
import { messageWords } from "../../../web/src/words/names.ts";
import { sourceTexts } from "../../support/source-texts.ts";

/** Names, paths and requests, which are for programs. */
const FOR_PROGRAMS = /[a-z]_[a-z]|\bsen[dt]\b|\/[a-z]|<[a-z]|\brequest\b|\brelease\b|\bin force\b|\bedition\b/i;

/** Texts of the rules that say what a program would send, with their values as words. */
function messagesOfRules(): readonly string[] {
  const rules = ["states", "medicare"].flatMap((folder) => [...sourceTexts(folder).values()]);
  const texts = rules.flatMap((text) => text.match(/"[^"\n]*"|`[^`\n]*`/g) ?? []);
  return texts
    .filter((text) => !text.endsWith('.ts"') && /\bsend\b|\/search\b|is required\b/i.test(text))
    .map((text) => text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, "99213"));
}

describe("A message about a missing price", () => {
  const messages = messagesOfRules();

  it("is found in the rules", () => {
    expect(messages.length).toBeGreaterThan(10);
  });

  it.each(messages)("is in words of the page: %s", (message) => {
    expect(messageWords(message, "field")).not.toMatch(FOR_PROGRAMS);
    expect(messageWords(message, "column")).not.toMatch(FOR_PROGRAMS);
  });

  it("says what to enter in a field, or to add as a column", () => {
    const apg = "The APG region of Elm Hospital is not known; send service_region.";
    expect(messageWords(apg, "field")).toBe("The APG region of Elm Hospital is not known; enter service region.");
    expect(messageWords(apg, "column")).toBe(
      'The APG region of Elm Hospital is not known; add a column "Service region".',
    );
    expect(messageWords("Priced by EAPG, not by HCPCS: send the EAPG code with billing_code_type EAPG.", "field")).toBe(
      "Priced by EAPG, not by HCPCS: enter the EAPG code.",
    );
  });

  it.each(Object.entries(NO_RATE_WORDS))("%s has a meaning and a remedy in words", (_, { meaning, remedy }) => {
    expect(`${meaning} ${remedy}`).not.toMatch(FOR_PROGRAMS);
  });
});
