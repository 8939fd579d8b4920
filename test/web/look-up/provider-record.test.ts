import { describe, expect, test } from "vitest";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { choiceOf, matchedPieces, namingOnly, typedProvider } from "../../../web/src/look-up/providers.ts";
import { partsOfQuestion } from "../../../web/src/look-up/question-form.tsx";

const settings = catalogueOf(states).states.flatMap(({ settings }) => settings);
const [setting] = settings;
if (setting === undefined) throw new Error("No state is declared");
const { identifiers } = partsOfQuestion(setting);

const record = {
  npi: "1000100010",
  state_provider_id: "106199901",
  provider_name: "Golden Poppy Medical Center",
  provider_type_label: "Hospital",
  city: "Los Angeles",
};

describe("a provider that is chosen", () => {
  test("is named by its NPI alone", () => {
    const { name, detail, fields } = choiceOf(record, identifiers);
    expect(name).toBe("Golden Poppy Medical Center");
    expect(detail).toBe("Hospital · Los Angeles · NPI 1000100010");
    expect(namingOnly(fields, identifiers)).toEqual({
      npi: "1000100010",
      state_provider_id: null,
      provider_name: null,
    });
  });

  test("is named by the state's own number where it has no NPI, and by its name where it has neither", () => {
    expect(choiceOf({ ...record, npi: null }, identifiers)).toMatchObject({
      detail: "Hospital · Los Angeles · State provider ID 106199901",
      fields: { state_provider_id: "106199901" },
    });
    expect(choiceOf({ ...record, npi: null, state_provider_id: null, city: null }, identifiers)).toEqual({
      name: "Golden Poppy Medical Center",
      detail: "Hospital",
      fields: { provider_name: "Golden Poppy Medical Center" },
    });
  });

  test("has its campus in its name", () => {
    expect(choiceOf({ ...record, campus_name: "North" }, identifiers).name).toBe("Golden Poppy Medical Center, North");
  });
});

describe("what is typed", () => {
  test.each(settings.map((each) => [each.summary, each] as const))("is an NPI or part of a name: %s", (_, each) => {
    const identifiers = partsOfQuestion(each).identifiers;
    expect(typedProvider(" 1000100010 ", identifiers)).toEqual({ npi: "1000100010" });
    expect(typedProvider("100010001", identifiers)).toEqual({ provider_name: "100010001" });
    expect(typedProvider(" poppy ", identifiers)).toEqual({ provider_name: "poppy" });
    expect(typedProvider("  ", identifiers)).toEqual({});
  });

  test.each([
    ["Golden Poppy", "pop", ["Golden ", "Pop", "py"]],
    ["Río Claro Health", "rio cl", ["Río Cl", "aro Health"]],
    ["St. Brendan's Center", "st brendans", ["St. Brendan's", " Center"]],
    ["Golden Poppy", "", ["Golden Poppy"]],
    ["Golden Poppy", "rose", ["Golden Poppy"]],
  ])("is found in %s by %s", (name, typed, pieces) => {
    expect(matchedPieces(name, typed).map(({ text }) => text)).toEqual(pieces);
    expect(matchedPieces(name, typed).some(({ isMatch }) => isMatch)).toBe(pieces.length > 1);
  });
});
