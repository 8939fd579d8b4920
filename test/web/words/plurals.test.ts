import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { alternativeWords, comparedWords } from "../../../web/src/repricing/compared.ts";
import { creditsNotice, datesNotice } from "../../../web/src/repricing/first-notice.tsx";
import { missingWords } from "../../../web/src/repricing/missing-npis.tsx";
import { notOwedWords } from "../../../web/src/repricing/not-owed.ts";
import { limitsWords } from "../../../web/src/repricing/verdict-figures.tsx";

/* Messages with a count are right for one and for many. */

const WEB = join(import.meta.dirname, "..", "..", "..", "web", "src");

/** What the page counts. */
const COUNTED =
  "amount|basket|cell|change|claim|code|column|date|day|default|error|field|file|group|line|month|NPI|payment|provider|rate|record|result|row|source|table|takeback|unit";

/** A count in a template or in an element, and a plural right behind it. */
const FIXED_PLURAL = new RegExp(`\\}\\s(?:more |other )?(?:${COUNTED})s\\b(?!=)`, "g");

/** Never one: limits that the page declares, and counts that are shown for several alone. */
const NEVER_ONE = [
  "linesMax.toLocaleString",
  "a basket has at most",
  "baskets, the most that are kept",
  "At most {baskets} baskets",
  "codes are listed; for more",
  "codes entered, each with its own rate",
  " codes have`",
  " fields have`",
  " pages`",
  " results to basket`",
  "Show all {jobs.length} files",
  "Which of the {series.length} results",
  "groups where most is owed",
  "None of the ",
  "providers match; ",
  "nothing can be priced here",
  " rates here.`",
  " is not a code of ",
  "Only the {which} rates",
  " days between two periods",
];

test("no message has a plural right behind a count that may be one", () => {
  const found = globSync("**/*.{ts,tsx}", { cwd: WEB }).flatMap((path) =>
    readFileSync(join(WEB, path), "utf8")
      .split("\n")
      .filter((line) => /[`>]|^\s+[A-Z{]/.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line))
      .filter((line) => (line.match(FIXED_PLURAL) ?? []).length > 0)
      .filter((line) => !NEVER_ONE.some((known) => line.includes(known)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("no message chooses its words by a comparison with one: languages have rules for that", () => {
  const found = globSync("**/*.{ts,tsx}", { cwd: WEB }).flatMap((path) =>
    [...readFileSync(join(WEB, path), "utf8").matchAll(/=== 1 \? "[^"]*" : "[^"]*"/g)].map(
      ([text]) => `${path}: ${text}`,
    ),
  );
  expect(found).toEqual([]);
});

const money = (lines: number) => ({ lines, amount: "12.00" });

/** Every message of a repriced file that has a count, for a count. */
function messagesOf(lines: number): readonly string[] {
  const compared = {
    column: "Paid",
    word: "paid",
    lines,
    expected: "20.00",
    paid: "8.00",
    difference: "12.00",
    underpaid: money(lines),
    paidNothing: money(lines),
    overpaid: money(lines),
    asExpected: money(lines),
    notCompared: lines,
    atAlternative: money(lines),
    takenBack: money(lines),
    paidAndTakenBack: money(lines),
    overpaidAndTakenBack: 0,
  } as const;
  const notOwed = {
    code: "covered_by_plan",
    lines,
    priced: lines,
    words: "covered by a plan",
    meaning: "",
    remedy: "",
  };
  const npis = { total: lines, found: 0, elsewhere: [{ state: "fl", found: lines }], missing: [] };
  const credits = { column: "Paid", lines, total: lines, are_credits: false };
  return [
    ...comparedWords(compared),
    alternativeWords(money(lines), "paid"),
    notOwedWords({ not_owed: [{ ...notOwed, paid: "1.00", expected: "1.00" }] } as never),
    ...limitsWords({
      modifier_not_priced: money(lines),
      modifier_not_known: money(lines),
      charge_limit: { column: "Billed", ...money(lines) },
    } as never),
    missingWords(npis as never, "California", () => "Florida"),
    creditsNotice({ negative_payments: credits })?.title,
    datesNotice({ noted: { day_before_month: lines } })?.title,
  ].flatMap((text) => text ?? []);
}

describe("messages of a repriced file", () => {
  test("have the singular for one", () => {
    for (const text of messagesOf(1)) {
      expect(text).toMatch(/\b1 (?:of )?(?:1 )?[a-zA-Z]+/);
      expect(text).not.toMatch(new RegExp(`\\b1 (?:more |other )?(?:${COUNTED})s\\b`));
      expect(text).not.toMatch(/\b1 [a-zA-Z]+ (?:are|were|have)\b|\bThey\b/);
    }
  });

  test("have the plural for many", () => {
    for (const text of messagesOf(1204)) {
      expect(text).toContain("1,204 ");
      expect(text).not.toMatch(new RegExp(`\\b1,204 (?:more |other )?(?:${COUNTED})\\b(?! \\w+s\\b)`));
      expect(text).not.toMatch(/\b1,204 [a-zA-Z]+ (?:is|was|has)\b|\bIt is\b/);
    }
  });
});
