import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CareSetting } from "../../../src/registry/definition.ts";
import { H1, P1, workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { type ExplainedDataset, explainedDataset } from "./explained-dataset.ts";
import { faultsOf } from "./recomputed.ts";

/* The reader who recomputes prices must be able to say no: explanations are damaged one place at a time. */

// biome-ignore lint/suspicious/noExplicitAny: JSON as a stranger reads it
type Json = any;

/** A transferred stay with a cost outlier, a cap that does not bite, a parameter of the file and one of the page. */
const STAY = {
  npi: H1,
  billing_code: "720-2",
  admit_date: "2025-10-01",
  transfer_claim: "true",
  length_of_stay: "2",
  total_charges: "812400",
};
const VISIT = { npi: P1, billing_code: "99213", date_of_service: "2025-10-01" };

let dataset: ExplainedDataset;
beforeAll(async () => {
  dataset = await explainedDataset("ca", {
    ...workedExampleRows,
    "ca/parameters.csv": "name,value,effective_start_date\noutlier_threshold,98000,2025-07-01\n",
  });
});
afterAll(() => dataset.discard());

type Damage = (explained: Json, explanation: Json) => void;

type DamageCase = readonly [what: string, fault: string, damage: Damage];

/** The faults of an explanation after something was done to it. */
async function faults(setting: CareSetting, query: Readonly<Record<string, string>>, damage: Damage) {
  const { explanation, results } = await dataset.explain(setting, query);
  damage(explanation.explanations[0], explanation);
  return faultsOf(explanation, JSON.parse(JSON.stringify(results)), dataset.files);
}

const stepOf = (explained: Json, section: string) => explained.steps.find((step: Json) => step.section === section);
const inputOf = (explained: Json, name: string) => explained.inputs.find((input: Json) => input.name === name);
const rowOf = (explained: Json, table: string) => explained.rows.find((row: Json) => row.table === table);

describe("what fits", () => {
  it.each([
    ["inpatient", STAY],
    ["inpatient", { ...STAY, total_charges: "1000" }],
    ["inpatient", { ...STAY, billing_code: "999-1" }],
    ["outpatient", VISIT],
    ["outpatient", { ...VISIT, billing_code: "99499" }],
    ["outpatient", { ...VISIT, billing_code: "00840" }],
  ] as const)("has no faults: %s %o", async (setting, query) => {
    expect(await faults(setting, query, () => undefined)).toEqual([]);
  });
});

describe("what was damaged is noticed", () => {
  const ofStay: readonly DamageCase[] = [
    ["a digit of a step's value", "s2: DRG base rate", (it) => (stepOf(it, "ca 5.4 step 2").value = "10158.05")],
    [
      "a digit of a step that is not printed",
      "s5: null is not 174666.01",
      (it) => (stepOf(it, "ca 5.4 step 4").value = "174666.01"),
    ],
    ["a digit of the step that is paid", "is not 43072.98", (it) => (it.steps.at(-2).value = "43072.98")],
    [
      "a digit of an input from a row",
      "i3 is 7123.46; ca/hospital_rates:2",
      (it) => (inputOf(it, "DRG base rate").value = "7123.46"),
    ],
    ["a digit of an input from the request", "i5 is 3, not 2", (it) => (inputOf(it, "length of stay").value = "3")],
    [
      "a digit of an input from a parameter row",
      "i10 is 98000.01; ca/parameters:2:value",
      (it) => (inputOf(it, "outlier threshold").value = "98000.01"),
    ],
    [
      "a digit of a built-in value",
      "s7: (estimated cost",
      (it) => (inputOf(it, "marginal cost percentage").value = "0.54"),
    ],
    [
      "an input's line off by one",
      "ca/hospital_rates:3:state_provider_id is",
      (it) => (rowOf(it, "ca/hospital_rates").line += 1),
    ],
    [
      "a line that the file does not have",
      "ca/drg_weights.csv has no line 99",
      (it) => (rowOf(it, "ca/drg_weights").line = 99),
    ],
    ["the header as a line", "ca/drg_weights.csv has no line 1", (it) => (rowOf(it, "ca/drg_weights").line = 1)],
    ["another table", "ca/hospital_rates:3:drg is", (it) => (rowOf(it, "ca/drg_weights").table = "ca/hospital_rates")],
    [
      "digits that were lost",
      'i1 is 1.426, published as "1.4260"',
      (it) => (inputOf(it, "casemix weight").value = "1.426"),
    ],
    [
      "another column",
      "i1 is 1.4260; ca/drg_weights:3:policy_adjustor_a is",
      (it) => (inputOf(it, "casemix weight").from.column = "policy_adjustor_a"),
    ],
    [
      "a column that there is not",
      "i1 is 1.4260; ca/drg_weights:3:weight is",
      (it) => (inputOf(it, "casemix weight").from.column = "weight"),
    ],
    [
      "a row that there is not",
      "i1 comes from r99, which is not used",
      (it) => (inputOf(it, "casemix weight").from.row = "r99"),
    ],
    [
      "a parameter that was not sent",
      "i5 is 2, not undefined",
      (it) => (inputOf(it, "length of stay").from.parameter = "days"),
    ],
    [
      "a default of no table's section",
      "i11 is a default of ca 5.4",
      (it) => (inputOf(it, "marginal cost percentage").from.section = "ca 5.4"),
    ],
    ["an input without a name", "i3 has no name or unit", (it) => (inputOf(it, "DRG base rate").name = "")],
    ["a unit that there is not", "i3 has no name or unit", (it) => (inputOf(it, "DRG base rate").unit = "euros")],
    [
      "a value that is no decimal",
      "Not a decimal: 7,123.45",
      (it) => (inputOf(it, "DRG base rate").value = "7,123.45"),
    ],
    ["a text that is missing", "the texts are", (it) => (stepOf(it, "ca 5.4 step 3").text = null)],
    ["a text that was not there", "the texts are", (it) => (stepOf(it, "ca 5.4 step 4").text = "estimated cost")],
    ["a character of a text", "the texts are", (it) => (it.steps.at(-2).text = it.steps.at(-2).text.replace("+", "-"))],
    ["a step that is missing", "step s9 is not in order", (it) => it.steps.splice(it.steps.length - 2, 1)],
    ["two steps that changed places", "step s9 is not in order", (it) => it.steps.reverse()],
    ["two inputs that changed places", "input i11 is not in order", (it) => it.inputs.reverse()],
    ["two rows that changed places", "row r4 is not in order", (it) => it.rows.reverse()],
    ["another operation", "s2: DRG base rate", (it) => (stepOf(it, "ca 5.4 step 2").expression.op = "add")],
    [
      "an operation that there is not",
      "No such operation: power",
      (it) => (stepOf(it, "ca 5.4 step 2").expression.op = "power"),
    ],
    ["an argument less", "s6: null is not 169474.50", (it) => stepOf(it, "ca 5.4 step 5").expression.of.pop()],
    [
      "arguments that changed places",
      "s6: null is not 169474.50",
      (it) => stepOf(it, "ca 5.4 step 5").expression.of.reverse(),
    ],
    [
      "a reference to something else",
      "s2: DRG base rate",
      (it) => (stepOf(it, "ca 5.4 step 2").expression.of[0].ref = "i1"),
    ],
    [
      "a reference to what comes later",
      "s9 is not known yet",
      (it) => (stepOf(it, "ca 5.4 step 2").expression.of[0].ref = "s9"),
    ],
    [
      "a reference to nothing",
      "i99 is not known yet",
      (it) => (stepOf(it, "ca 5.4 step 2").expression.of[0].ref = "i99"),
    ],
    ["other decimals", "s2: DRG base rate", (it) => (stepOf(it, "ca 5.4 step 2").decimals = 1)],
    ["decimals that were rounded away", "s2: DRG base rate", (it) => (stepOf(it, "ca 5.4 step 2").decimals = null)],
    [
      "an expression that is missing",
      "s2 has a value and no expression",
      (it) => (stepOf(it, "ca 5.4 step 2").expression = null),
    ],
    ["a section that is none", "s2 has section step 2", (it) => (stepOf(it, "ca 5.4 step 2").section = "step 2")],
    [
      "a decision that was reversed",
      "s4: its decision is not false",
      (it) => (decided(it).outcome = !decided(it).outcome),
    ],
    ["another comparison", "s4: its decision is not true", (it) => (decided(it).compare = "at_least")],
    ["a comparison that there is not", "s4: its decision is not true", (it) => (decided(it).compare = "about")],
    ["a comparison with something else", "s4: its decision is not true", (it) => decided(it).of.reverse()],
    ["another step as the payment", "s2 is not 43072.99", (it) => (it.payment = "s2")],
    ["an input as the payment", "i1 is not 43072.99", (it) => (it.payment = "i1")],
    ["a payment that there is not", "s99 is not 43072.99", (it) => (it.payment = "s99")],
    ["no payment", "null is not 43072.99", (it) => (it.payment = null)],
    [
      "a step that is paid and not applied",
      "s3 is paid and not applied",
      (it) => (stepOf(it, "ca 5.4 step 3").applied = false),
    ],
    ["another payment_rate", "another result", (it) => (it.result.payment_rate = "43072.98")],
    ["a result that lacks a field", "another result", (it) => delete it.result.npi],
    [
      "a reason beside the price",
      "a price and a reason why there is none",
      (it) => (it.no_rate = { code: "not_payable", message: null }),
    ],
    [
      "another start of a row's period",
      "another effective_start_date",
      (it) => (rowOf(it, "ca/drg_weights").effective_start_date = "2025-07-02"),
    ],
    [
      "another end of a row's period",
      "another effective_end_date",
      (it) => (rowOf(it, "ca/drg_weights").effective_end_date = "2026-06-30"),
    ],
    ["another key", 'ca/drg_weights:3:drg is "720", not 721', (it) => (rowOf(it, "ca/drg_weights").key.drg = "721")],
    [
      "a used row that says why it was not",
      "ca/drg_weights:3: used or not?",
      (it) => (rowOf(it, "ca/drg_weights").why_not = "another period"),
    ],
    [
      "a figure of a row that was not used",
      "i1 comes from r3, which is not used",
      (it) => Object.assign(rowOf(it, "ca/drg_weights"), UNUSED),
    ],
    ["rows left out beside fewer than 20", "1 rows left out beside 0", (it) => (it.rows_left_out = 1)],
    [
      "more than 20 rows that were not used",
      "more than 20 rows that were not used",
      (it) => it.rows.push(...unusedRows(it, 21)),
    ],
    [
      "an explanation that is missing",
      "not one explanation for each result",
      (_, explanation) => explanation.explanations.pop(),
    ],
    [
      "an explanation too many",
      "not one explanation for each result",
      (it, explanation) => explanation.explanations.push(it),
    ],
    [
      "a request that lacks what was sent",
      "i8 is 812400.00, not undefined",
      (_, explanation) => delete explanation.request.total_charges,
    ],
  ];

  it.each(ofStay)("%s", async (_what, fault, damage) => {
    expect((await faults("inpatient", STAY, damage)).join("\n")).toContain(fault);
  });

  const ofVisit: readonly DamageCase[] = [
    [
      "a row that was not used and does not say why",
      "ca/outpatient_rates:3: used or not?",
      (it) => (it.rows.find((row: Json) => !row.used).why_not = null),
    ],
    [
      "a decision of equals",
      "s1: its decision is not false",
      (it) => (it.steps[0].decision = { compare: "equal", of: twice("i1"), outcome: false }),
    ],
  ];

  it.each(ofVisit)("%s", async (_what, fault, damage) => {
    expect((await faults("outpatient", VISIT, damage)).join("\n")).toContain(fault);
  });

  const ofUnpriced: readonly DamageCase[] = [
    ["another message", "no_rate says Not listed.", (it) => (it.no_rate.message = "Not listed.")],
    ["no reason", "neither a price nor a reason", (it) => (it.no_rate = null)],
    ["a payment without a price", "a payment without a payment_rate", (it) => (it.payment = "s1")],
  ];

  it.each(ofUnpriced)("of a lookup without a price: %s", async (_what, fault, damage) => {
    expect((await faults("outpatient", { ...VISIT, billing_code: "NOCODE" }, damage)).join("\n")).toContain(fault);
  });

  it("a price that both the explanation and the answer have wrong", async () => {
    const { explanation, results } = await dataset.explain("inpatient", STAY);
    const [explained, result] = [explanation.explanations[0], results[0]] as Json;
    explained.result.payment_rate = "1.00";
    result.payment_rate = "1.00";
    expect(faultsOf(explanation, results, dataset.files)).not.toEqual([]);
  });

  it("a result that was divided by nothing", async () => {
    const zero: Damage = (it) => {
      const transfer = stepOf(it, "ca 5.4 step 3");
      transfer.expression.of[1] = { op: "subtract", of: twice("i1") };
    };
    expect(await faults("inpatient", STAY, zero)).toContain("Something is divided by zero");
  });
});

const UNUSED = { used: false, why_not: "another period" };

function twice(ref: string) {
  return [{ ref }, { ref }];
}

function decided(explained: Json): Json {
  return explained.steps.find((step: Json) => step.decision !== null).decision;
}

/** More rows that were not used, each fine by itself. */
function unusedRows({ rows }: Json, count: number): readonly Json[] {
  return Array.from({ length: count }, (_, place) => ({ ...rows[1], ...UNUSED, id: `r${rows.length + place + 1}` }));
}
