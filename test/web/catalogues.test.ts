import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_RATE_WORDS } from "../../src/answers/explanation/no-rate-words.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { NO_RATE_CODES } from "../../src/pricing/no-rate.ts";
import { NOT_COMPARED } from "../../src/reprice/pricing/reason.ts";
import { modifierInCodeRemarks, patientRemarks, takebackRemarks } from "../../src/reprice/pricing/remarks.ts";
import { WHY_NOT_OWED } from "../../src/reprice/values/not-owed.ts";
import { catalogueOf } from "../../src/serve/http/catalogue.ts";
import { PROBLEMS, type ProblemCode } from "../../src/serve/http/problems.ts";
import { states } from "../../src/states/index.ts";
import { faultsOf } from "../../web/src/look-up/faults.ts";
import { alternativeWords, type Compared, comparedWords } from "../../web/src/repricing/compared.ts";
import { creditsNotice, datesNotice } from "../../web/src/repricing/first-notice.tsx";
import { missingWords } from "../../web/src/repricing/missing-npis.tsx";
import { notOwedWords } from "../../web/src/repricing/not-owed.ts";
import { repricingWords } from "../../web/src/repricing/problem-words.ts";
import { wordsOfNotCompared, wordsOfNotPriced } from "../../web/src/repricing/reason-words.ts";
import { unreadWords } from "../../web/src/repricing/reasons.tsx";
import { limitsWords } from "../../web/src/repricing/verdict-figures.tsx";
import { inPageWords } from "../../web/src/words/problem.ts";

/*
 * The sentences of the product, one file for each catalogue. A changed sentence shows in that file and nowhere else: read it there, and accept it
 * with `npm test -- test/web/catalogues -u`.
 */

async function expectCatalogue(name: string, entries: readonly (readonly string[])[]): Promise<void> {
  const text = entries.map(([title, ...lines]) => [title, ...lines.map((line) => `  ${line}`)].join("\n")).join("\n");
  await expect(`${text}\n`).toMatchFileSnapshot(join(import.meta.dirname, "catalogues", `${name}.txt`));
}

test("problems, for programs and on the page", async () => {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  const entries = codes.map((code) => {
    const { status, title, remedy } = PROBLEMS[code];
    const problem = { code, status, title, detail: "As the API says it." };
    const [onPage, ofFile] = [inPageWords(problem), repricingWords(problem)];
    return [
      ...[`${code} ${status}: ${title}`, remedy],
      `page: ${onPage.title}. ${onPage.detail}`,
      ...(ofFile.detail === onPage.detail ? [] : [`page, of a file: ${ofFile.title}. ${ofFile.detail}`]),
    ];
  });
  await expectCatalogue("problems", entries);
});

test("reasons for no rate, for programs, for readers and for repriced lines", async () => {
  const codes = Object.keys(NO_RATE_CODES) as (keyof typeof NO_RATE_CODES)[];
  const entries = codes.map((code) => {
    const { meaning, remedy } = NO_RATE_WORDS[code];
    const ofLines = wordsOfNotPriced({ code, meaning, remedy, lookups: 1, messages: [] }, []);
    return [`${code}: ${NO_RATE_CODES[code]}`, meaning, remedy, `lines: ${ofLines.what}. ${ofLines.remedy}`];
  });
  await expectCatalogue("no-rate", entries);
});

test("reasons and remarks of repriced lines", async () => {
  const ofComparing = Object.entries(NOT_COMPARED).filter(([code]) => !Object.hasOwn(WHY_NOT_OWED, code));
  const reasons = ofComparing.map(([code, { meaning, remedy }]) => {
    const reason = { code: code as keyof typeof NOT_COMPARED, meaning, remedy, lines: 1, examples: [] };
    const { what, remedy: onPage } = wordsOfNotCompared(reason, "Paid");
    return [`not compared, ${code}`, meaning, remedy, `page: ${what}. ${onPage}`];
  });
  const notOwed = Object.entries(WHY_NOT_OWED).map(([code, { words, meaning, remedy }]) => [
    ...[`not owed, ${code}: ${words}`, meaning, remedy],
  ]);
  const remarks = [
    ...(["claim", "line", "service", "oneNumbered", "otherClaim"] as const).flatMap(takebackRemarks),
    ...patientRemarks("PR-1"),
    ...modifierInCodeRemarks("9921325", "99213-25"),
  ].map(({ code, text }) => [`remark, ${code}`, text]);
  await expectCatalogue("repricing", [...reasons, ...notOwed, ...remarks]);
});

/** Values that no field of these kinds takes. */
const REFUSED = ["?", "9".repeat(500), "2026-02-30", "1,2"];

test("refusals of fields on the page, with the fields of all states that have them", async () => {
  const refusals = states.flatMap(({ code, lookups }) =>
    lookups.flatMap(({ setting: name, reader }) => {
      const state = catalogueOf(states).states.find((each) => each.code === code);
      const setting = state?.settings.find((each) => each.setting === name);
      if (state === undefined || setting === undefined) throw new Error(`The catalogue lacks ${code} ${name}`);
      return REFUSED.flatMap((value) => {
        const fields = Object.fromEntries(setting.parameters.map((each) => [each.name, value]));
        const read = reader.fromQuery(fields, { today: "2026-11-18" as Day });
        const errors = read.ok ? [] : read.faults;
        const problem = { status: 400, code: "invalid_parameter", title: "", detail: "", errors };
        return Object.entries(faultsOf(problem, { state, setting, fields }));
      });
    }),
  );
  const bySentence = Map.groupBy(refusals, ([, sentence]) => sentence.replaceAll(/“[^”]*”/g, "“…”"));
  const entries = [...bySentence].map(([sentence, found]) => [
    ...[sentence, [...new Set(found.map(([field]) => field))].toSorted().join(", ")],
  ]);
  await expectCatalogue("fields", entries);
});

/** The messages of a repriced file that have a count, for a count. */
function messagesOf(lines: number): readonly string[] {
  const money = { lines, amount: "12.00" };
  const compared = {
    word: "paid" as const,
    ...{ column: "Paid", lines, expected: "20.00", paid: "8.00", difference: "12.00" },
    ...{ underpaid: money, paidNothing: money, overpaid: money, asExpected: money, notCompared: lines },
    ...{ atAlternative: money, takenBack: money, paidAndTakenBack: money, overpaidAndTakenBack: 0 },
  } satisfies Compared;
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
  const billed = { charge_limit: { column: "Billed", ...money } };
  return [
    ...comparedWords(compared),
    alternativeWords(money, "paid"),
    notOwedWords({ not_owed: [{ ...notOwed, paid: "1.00", expected: "1.00" }] } as never),
    ...limitsWords({ modifier_not_priced: money, modifier_not_known: money, ...billed } as never),
    missingWords(npis as never, "California", () => "Florida"),
    creditsNotice({ negative_payments: credits })?.title,
    datesNotice({ noted: { day_before_month: lines } })?.title,
    unreadWords({ faulty: lines, doubtful: lines }),
  ].flatMap((text) => text ?? []);
}

test("messages with a count, for one line and for many", async () => {
  await expectCatalogue("counts", [
    ["one", ...messagesOf(1)],
    ["many", ...messagesOf(1204)],
  ]);
});
