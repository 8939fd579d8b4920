import { describe, expect, it, test } from "vitest";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import type { CareSetting } from "../../../src/registry/definition.ts";
import { FORM_ADVICE } from "../../../src/reprice/jobs/messages.ts";
import { columnsText } from "../../../src/reprice/reading/columns-text.ts";
import { readColumns } from "../../../src/reprice/reading/input-columns.ts";
import type { Headings } from "../../../src/reprice/reading/recognised-columns.ts";
import { states } from "../../../src/states/index.ts";

function read(code: string, setting: CareSetting, names: readonly string[], said: Partial<Headings> = {}) {
  const state = states.find((each) => each.code === code) as State;
  const decided = new Map<string, string>();
  return readColumns({ names, lookup: lookupOf(state, setting), decided, compare: null, passThrough: [], ...said });
}

/** What headings were taken for, or what is wrong with them. */
function taken(code: string, setting: CareSetting, names: readonly string[], said: Partial<Headings> = {}) {
  const outcome = read(code, setting, names, said);
  return outcome.ok ? [columnsText(names, outcome.columns), ...outcome.warnings] : outcome.faults;
}

test("an export of a billing system is understood", () => {
  const names = [
    "Claim #",
    "Rendering NPI",
    "CPT/HCPCS",
    "DOS",
    "Modifier 2",
    "Modifier 1",
    "Units",
    "POS",
    "Charges",
    "Paid",
    "Payer",
  ];
  const outcome = read("ga", "outpatient", names);
  expect(outcome).toEqual({
    ok: true,
    warnings: [],
    columns: {
      count: 11,
      parameters: [
        { name: "billing_code", heading: "CPT/HCPCS", index: 2 },
        { name: "npi", heading: "Rendering NPI", index: 1 },
        { name: "place_of_service", heading: "POS", index: 7 },
        { name: "billed_charges", heading: "Charges", index: 8 },
        { name: "date_of_service", heading: "DOS", index: 3 },
      ],
      modifiers: [
        { name: "Modifier 1", index: 5 },
        { name: "Modifier 2", index: 4 },
      ],
      severity: null,
      stay: null,
      revenueCode: null,
      codeSystem: "procedure",
      units: { name: "Units", index: 6 },
      paid: { name: "Paid", index: 9 },
      allowed: null,
      notOwed: null,
      denials: [],
      payerState: null,
      billed: { name: "Charges", index: 8 },
      guessed: [],
    },
  });
});

describe("Headings", () => {
  it.each([
    [["NPI", "Billing Code"], "Columns: NPI = npi, Billing Code = billing_code."],
    [["npi no.", "PROC CD"], "Columns: npi no. = npi, PROC CD = billing_code."],
    [["Rendering\nNPI", "HCPCS \r\n Code"], "Columns: Rendering NPI = npi, HCPCS Code = billing_code."],
    [["NPI", "CPT", "Mod", "Mod"], "Columns: NPI = npi, CPT = billing_code, Mod = modifier, Mod = modifier."],
    [["NPI", "CPT", "Note", "Note"], "Columns: NPI = npi, CPT = billing_code. Passed through: Note, Note."],
    [["NPI", "CPT", "Paid %", "Paid?"], "Columns: NPI = npi, CPT = billing_code. Passed through: Paid %, Paid?."],
    [["NPI", "CPT", "DRG"], "Columns: NPI = npi, CPT = billing_code. Passed through: DRG."],
    [["NPI", "CPT", "Provider Name"], "Columns: NPI = npi, CPT = billing_code. Passed through: Provider Name."],
    [["NPI", "CPT", ""], 'Columns: NPI = npi, CPT = billing_code. Passed through: "".'],
    [["Provider Name", "CPT"], "Columns: Provider Name = provider_name, CPT = billing_code."],
  ])("%j are understood in any spelling", (names, text) => {
    expect(taken("ca", "outpatient", names)).toEqual([text]);
  });

  it("of a stay are those of its group, and its procedures and units are passed through", () => {
    expect(taken("ca", "inpatient", ["NPI", "DRG", "Procedure", "Admit", "LOS", "Units", "Total Charges"])).toEqual([
      "Columns: NPI = npi, DRG = billing_code, Admit = admit_date, LOS = length_of_stay, Total Charges = total_charges. Passed through: Procedure, Units.",
    ]);
  });

  it("that say a thing by its name count before those that only mean it, with a warning", () => {
    expect(taken("ca", "outpatient", ["NPI", "Billing NPI", "CPT", "Paid", "Paid Amount"])).toEqual([
      "Columns: NPI = npi, CPT = billing_code, Paid Amount = paid_amount. Passed through: Billing NPI, Paid.",
      '"Billing NPI" is passed through: "NPI" is npi.',
      '"Paid" is passed through: "Paid Amount" is paid_amount.',
    ]);
  });

  it.each([
    [
      ["Rendering NPI", "Billing NPI", "CPT"],
      '"Rendering NPI" and "Billing NPI" could both be npi',
      "Rendering NPI=npi",
    ],
    [["NPI", "CPT/HCPCS", "EAPG"], '"CPT/HCPCS" and "EAPG" could both be billing_code', "CPT/HCPCS=billing_code"],
    [["NPI", "CPT", "Paid", "Payment", "Amt paid"], "could all be paid_amount", "Paid=paid_amount"],
  ])("%j that could be the same are a fault, which --columns decides", (names, fault, remedy) => {
    expect(taken("fl", "outpatient", names)).toEqual([expect.stringContaining(fault)]);
    expect(taken("fl", "outpatient", names)).toEqual([expect.stringContaining(`--columns "${remedy}"`)]);
    const [heading = "", role = ""] = remedy.split("=");
    expect(read("fl", "outpatient", names, { decided: new Map([[heading, role]]) })).toMatchObject({ ok: true });
  });
});

describe("What is said about columns", () => {
  const NAMES = ["A", "B", "C", "npi"];

  it("counts before what they are called", () => {
    const decided = new Map([
      ["A", "npi"],
      ["B", "billing_code"],
      ["C", "paid_amount"],
    ]);
    expect(taken("ca", "outpatient", NAMES, { decided })).toEqual([
      "Columns: A = npi, B = billing_code, C = paid_amount. Passed through: npi.",
      '"npi" is passed through: "A" is npi.',
    ]);
  });

  it("may name a heading of several lines in one", () => {
    const decided = new Map([["Rend. NPI", "npi"]]);
    expect(read("ca", "outpatient", ["Rend.\n NPI", "CPT"], { decided })).toMatchObject({ ok: true });
  });

  it.each([
    ["D", "npi", 'There is no column "D" for --columns; the columns are A, B, C, npi'],
    ["A", "date_of_servce", 'that "A" is "date_of_servce", which no line has; did you mean date_of_service?'],
    ["A", "colour", 'that "A" is "colour", which no line has; known are reference_id, billing_code, npi'],
  ])("is refused when it cannot be: %s=%s", (heading, role, fault) => {
    const faults = taken("ca", "outpatient", NAMES, { decided: new Map([[heading, role]]) });
    expect(faults[0]).toContain(fault);
  });

  it("is kept for columns that the next file may not have", () => {
    const asked = { leftAlone: ["Units", "Payer"] };
    expect(taken("ca", "outpatient", ["npi", "CPT", "Units"], asked)).toEqual([
      "Columns: npi, CPT = billing_code. Passed through: Units.",
    ]);
    expect(taken("ca", "outpatient", ["npi", "CPT"], { passThrough: ["Payer"] })).toEqual([
      expect.stringContaining('There is no column "Payer" for --pass-through'),
    ]);
  });

  it("can leave a column alone that looks like something", () => {
    expect(taken("ca", "outpatient", ["npi", "CPT", "Units"], { passThrough: ["Units"] })).toEqual([
      "Columns: npi, CPT = billing_code. Passed through: Units.",
    ]);
  });
});

test("what is said of a column counts before what an earlier file left alone", () => {
  const names = ["npi", "billing_code", "Payer Paid"];
  const said = { decided: new Map([["Payer Paid", "paid_amount"]]), leftAlone: ["Payer Paid"] };
  expect(taken("ca", "outpatient", names, said)).toEqual(["Columns: npi, billing_code, Payer Paid = paid_amount."]);
});

test("whoever sends a form is told of its fields and of no options", () => {
  const names = ["Rendering NPI", "Billing NPI", "biling_code"];
  const faults = taken("ca", "outpatient", names, { advice: FORM_ADVICE }).join("\n");
  expect(faults).not.toContain("--");
  expect(faults).toContain('the field columns: {"Rendering NPI":"npi"}');
  expect(faults).toContain('the field columns: {"biling_code":null}');
});
