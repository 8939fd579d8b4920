import { afterEach, describe, expect, it, vi } from "vitest";
import {
  allQuestions,
  answerOf,
  type ColumnQuestion,
  missingColumns,
  openQuestions,
  questionText,
} from "../../../web/src/repricing/column-questions.tsx";
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
