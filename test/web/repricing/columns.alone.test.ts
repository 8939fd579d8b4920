import { afterEach, describe, expect, it, vi } from "vitest";
import { NO_HEADINGS } from "../../../src/reprice/values/column-names.ts";
import {
  allQuestions,
  answerOf,
  type ColumnQuestion,
  hasBilledColumn,
  missingColumns,
  missingHeadings,
  openQuestions,
  otherSheets,
  questionText,
} from "../../../web/src/repricing/column-questions.tsx";
import { noteWords, readText } from "../../../web/src/repricing/columns-table.tsx";
import { usualTotals } from "../../../web/src/repricing/order-state.ts";
import { rememberColumns, rememberedColumns } from "../../../web/src/repricing/remembered-columns.ts";
import type { ShownTable } from "../../../web/src/repricing/use-job.ts";

const NPIS: ColumnQuestion = { meaning: "npi", headings: ["Rendering NPI", "Billing NPI"], needed: true };
const MODIFIERS: ColumnQuestion = { meaning: "modifier", headings: ["M1", "M2"], needed: false };
const CREDITS: ColumnQuestion = {
  ...{ meaning: "paid_as_credit", headings: ["Ins Pmt"], needed: false },
  payments: { negative: 8, total: 9 },
};
const NOTHING_SAID = { columns: {}, areTakebacks: false };
const PAID: ColumnQuestion = { meaning: "paid_amount", headings: ["Actual Pmt"], needed: false };

function table(changes: Partial<ShownTable>): ShownTable {
  return {
    ...{ sheets: [], hidden_sheets: [], sheet: null, is_remittance: false, headings: [], meanings: [], groupings: [] },
    questions: [],
    ...changes,
  };
}

function column(heading: string, meaning: string | null = null) {
  return { heading, meaning, is_guess: false, seems_to_hold: "texts", samples: [] };
}

describe("A question about columns", () => {
  it("is asked in words that fit how many columns there are", () => {
    expect(questionText(NPIS)).toBe('"Rendering NPI" and "Billing NPI" could both be the NPI. Which one is it?');
    expect(questionText(MODIFIERS)).toBe('"M1" and "M2" look like modifiers. Use them?');
    expect(questionText(PAID)).toBe('"Actual Pmt" looks like the paid amount. Use it?');
  });

  it("is answered for all of its columns at once: one is used, modifiers all are, and none when it is declined", () => {
    expect(answerOf(NPIS, "Billing NPI")).toEqual({ columns: { "Rendering NPI": null, "Billing NPI": "npi" } });
    expect(answerOf(MODIFIERS, "M1")).toEqual({ columns: { M1: "modifier", M2: "modifier" } });
    expect(answerOf(MODIFIERS, null)).toEqual({ columns: { M1: null, M2: null } });
  });

  it("is open until every column of it is decided, and stays in its place afterwards", () => {
    const asked = table({ questions: [NPIS, PAID] });
    const [{ columns: npis }, { columns: paid }] = [answerOf(NPIS, "Billing NPI"), answerOf(PAID, null)];
    expect(openQuestions(asked, NOTHING_SAID)).toEqual([NPIS, PAID]);
    expect(openQuestions(asked, { ...NOTHING_SAID, columns: { "Actual Pmt": null, "Billing NPI": "npi" } })).toEqual([
      NPIS,
    ]);
    expect(openQuestions(asked, { ...NOTHING_SAID, columns: { ...npis, ...paid } })).toEqual([]);
    expect(allQuestions([NPIS], [{ ...NPIS, headings: ["Billing NPI"] }, PAID])).toEqual([NPIS, PAID]);
  });

  it("about negative payments is open until it is answered itself, also where the column was said to be what was paid", () => {
    const asked = table({ questions: [CREDITS] });
    expect(questionText(CREDITS)).toBe(
      '8 of the first 9 payments in "Ins Pmt" are negative. Does your system write payments as credits?',
    );
    expect(openQuestions(asked, { columns: { "Ins Pmt": "paid_amount" }, areTakebacks: false })).toEqual([CREDITS]);
    const [yes, no] = [answerOf(CREDITS, "Ins Pmt"), answerOf(CREDITS, null)];
    expect(yes).toEqual({ columns: { "Ins Pmt": "paid_as_credit" }, areTakebacks: false });
    expect(no).toEqual({ columns: { "Ins Pmt": "paid_amount" }, areTakebacks: true });
    for (const answer of [yes, no]) expect(openQuestions(asked, { ...NOTHING_SAID, ...answer })).toEqual([]);
  });
});

it("A limit by what was billed needs a column with it", () => {
  const headings = (meaning: string | null) => ({ headings: [column("Amount", meaning)] });
  expect([null, "paid_amount"].map((meaning) => hasBilledColumn(headings(meaning)))).toEqual([false, false]);
  expect(["billed_amount", "total_charges"].map((meaning) => hasBilledColumn(headings(meaning)))).toEqual([true, true]);
});

it("What a line needs and no column is, is said without names of parameters", () => {
  const meanings = [
    { name: "billing_code", description: "", required: true, identifies_provider: false },
    { name: "npi", description: "", required: false, identifies_provider: true },
    { name: "provider_name", description: "", required: false, identifies_provider: true },
  ];
  expect(missingColumns(table({ meanings, headings: [column("X")] }))).toEqual([
    "No column was recognized as the billing code.",
    "No column was recognized as the provider: NPI or Provider name.",
  ]);
  const headings = [column("CPT", "billing_code")];
  expect(missingColumns(table({ meanings, headings, questions: [NPIS] }))).toEqual([]);
});

it("Another sheet may have the claims, unless the workbook hides it", () => {
  const sheets = ["Cover", "Claims", "Old", ...Array.from({ length: 9 }, (_, place) => `S${place}`)];
  const book = table({ sheets, hidden_sheets: ["Old"], sheet: "Cover" });
  expect(otherSheets(book)).toEqual(["Claims", "S0", "S1", "S2", "S3"]);
  expect(otherSheets(table({}))).toEqual([]);
});

it("Values of the preview are as people write them", () => {
  const values = ["2026-10-01", "1000100010", "99213", "true", "false", "139-2", "12000"];
  expect(values.map((value) => readText(value, "billing_code"))).toEqual([
    ...["Oct 1, 2026", "1000100010", "99213", "yes", "no", "139-2", "12000"],
  ]);
  const amounts = ["812400.00", "-1200.00", "12000", "11000.5"];
  expect(amounts.map((value) => readText(value, "total_charges"))).toEqual([
    ...["812,400.00", "\u22121,200.00", "12,000.00", "11,000.50"],
  ]);
});

it("A file that begins with a claim is told from one with other headings", () => {
  const refusal = (detail: string) => ({ status: 400, code: "invalid_file", title: "", detail });
  expect(missingHeadings(refusal(`line 1: There is no column npi.\nline 1: ${NO_HEADINGS}`))).toMatch(
    /^The first line of the file looks like a claim/,
  );
  expect(missingHeadings(refusal("line 1: There is no column npi."))).toBeNull();
});

it("Notes leave out how a program would answer", () => {
  expect(
    noteWords('line 1: Guessed by values: "A" is npi. If that is right, say so with the field columns: {"A":"npi"}.'),
  ).toBe('Guessed by values: "A" is NPI.');
  expect(noteWords("Expected is at most what was billed (Chg). Turn that off with the field no_charge_limit.")).toBe(
    "Expected is at most what was billed (Chg).",
  );
  expect(noteWords("There is no column date_of_service: every lookup is priced as of 2026-11-19.")).toBe(
    "No column is the date of service: every line is priced for Nov 19, 2026.",
  );
  expect(noteWords('"X" is passed through: "Y" is date_of_service.')).toBe(
    '"X" is kept, not used: "Y" is date of service.',
  );
});

it("Totals are made by the payer too, where a column that is not used has it", () => {
  const groupings = ["code", "month"];
  const headings = [column("Plan ID"), column("Paid", "paid_amount"), column("Payer Name"), column("Plan")];
  expect(usualTotals(table({ groupings, headings }))).toEqual(["code", "month", "Payer Name"]);
  expect(usualTotals(table({ groupings, headings: [column("CPT")] }))).toEqual(groupings);
});

describe("Column choices", () => {
  const target = { state: "ca", setting: "outpatient" };
  const storage = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  afterEach(() => storage.clear());

  it("are remembered per set of headings, state and setting, without the headings themselves", () => {
    rememberColumns(["NPI", "M1", "Patient"], target, { M1: "modifier", Patient: null });
    expect(rememberedColumns(["NPI", "M1", "Patient"], target)).toEqual({ M1: "modifier", Patient: null });
    expect(rememberedColumns(["NPI", "M1"], target)).toBeNull();
    expect(rememberedColumns(["NPI", "M1", "Patient"], { ...target, setting: "inpatient" })).toBeNull();
    expect([...storage.values()].join()).not.toMatch(/M1|Patient/);
    rememberColumns(["NPI", "M1", "Patient"], target, {});
    expect(rememberedColumns(["NPI", "M1", "Patient"], target)).toBeNull();
  });

  it("are kept for thirty sets, the latest; what another program wrote there is no choice", () => {
    for (let set = 0; set < 31; set += 1) rememberColumns([`H${set}`], target, { [`H${set}`]: "npi" });
    expect(rememberedColumns(["H0"], target)).toBeNull();
    expect(rememberedColumns(["H1"], target)).toEqual({ H1: "npi" });
    for (const text of ["{", "null", '[{"of":1}]', '[null,{"of":"x","columns":[["a",1]]}]']) {
      storage.set("ratebook-columns", text);
      expect(rememberedColumns(["H1"], target)).toBeNull();
    }
  });
});
