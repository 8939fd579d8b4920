import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { buildRelease } from "../../src/release/build.ts";
import { describedFile } from "../../src/release/open.ts";
import { dryRun } from "../../src/reprice/dry-run.ts";
import { FORM_ADVICE } from "../../src/reprice/jobs/messages.ts";
import { NO_TOLERANCE } from "../../src/reprice/pricing/payment-comparison.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { sheetOf } from "../imports/raw-workbook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { repriced } from "./support/repriced.ts";

/* What claims have that could be read in two ways, or is no payment for a service. */

const folder = temporaryFolder();
let release: Repricing["release"];

beforeAll(async () => {
  const file = join(folder.path, "sample.db");
  await releaseAt(file, SAMPLE);
  release = { file, contentHash: describedFile(file).contentHash };
});
afterAll(() => folder.remove());

function asked(code: string, setting: Repricing["setting"]): Pick<Repricing, "state" | "setting" | "release"> {
  return { state: states.find((each) => each.code === code) as State, setting, release };
}

async function work(lines: readonly string[], code = "ca", setting: Repricing["setting"] = "outpatient", options = {}) {
  const path = mkdtempSync(join(folder.path, "run-"));
  const { outcome, ...others } = await repriced(path, `${lines.join("\n")}\n`, { ...asked(code, setting), ...options });
  if (outcome.kind !== "complete") throw new Error("it was interrupted");
  return { ...others, tally: outcome.tally };
}

describe("Money that was taken back", () => {
  it("leaves its line priced: nothing is expected of it, and it is compared with nothing", async () => {
    const { results, tally, faults } = await work([
      "npi,billing_code,date_of_service,units,paid",
      "1000700140,99213,2026-10-01,2,-57.60",
      "1000700140,99213,2026-10-01,-1,(27.40)",
      "1000700140,99213,2026-10-01,1,20",
      "1000700140,ZZZZZ,2026-10-01,1,-1",
    ]);
    expect(
      results.map(({ units_priced, amount_at_rate, expected_amount, difference }) =>
        [units_priced, amount_at_rate, expected_amount, difference].join(),
      ),
    ).toEqual(["2,48.00,,", "1,24.00,,", "1,24.00,24.00,4.00", ",,,"]);
    expect(results[0]?.remarks).toBe("$57.60 was taken back: not compared.");
    expect(tally).toMatchObject({
      // Of the third line alone.
      total: "24.00",
      priced: 3,
      compared: 1,
      doubtful: 0,
      takenBack: { lines: 3, amount: "86.00" },
      verdicts: { underpaid: { lines: 1, amount: "4.00" } },
    });
    expect(faults).toEqual([]);
  });

  it("is the reason before several amounts, which the line does not have to decide between", async () => {
    const { results, tally } = await work([
      "npi,billing_code,date_of_service,paid",
      "1000100176,59400,2026-10-01,-10.00",
      "1000100176,59400,2026-10-01,10.00",
    ]);
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["not_compared", "money_taken_back"],
      ["not_compared", "several_amounts"],
    ]);
    expect(tally).toMatchObject({ withSeveralAmounts: 2, takenBack: { lines: 1, amount: "10.00" } });
  });

  it("is what negative units need", async () => {
    const { tally, faults } = await work([
      "npi,billing_code,date_of_service,units,paid",
      "1000700140,99213,2026-10-01,-1,24",
    ]);
    expect(faults).toMatchObject([{ fault_columns: "units" }]);
    expect(tally).toMatchObject({ doubtful: 1, takenBack: { lines: 0 } });
  });
});

describe("Lines that were paid nothing", () => {
  it("are counted among the underpaid and apart, and none of the others are", async () => {
    const paid = ["0", "-", "$ -", "0.00", "20", "24", "30", "", "-24"];
    const { tally } = await work([
      "npi,billing_code,date_of_service,paid",
      ...paid.map((each) => `1000700140,99213,2026-10-01,${each}`),
      // Nothing was paid for what has no price.
      "1000700140,ZZZZZ,2026-10-01,0",
    ]);
    expect(tally.verdicts.underpaid).toEqual({ lines: 5, amount: "100.00" });
    expect(tally.paidNothing).toEqual({ lines: 4, amount: "96.00" });
  });
});

describe("A point before three digits", () => {
  const lines = (sign: string) =>
    [
      ["npi", "billing_code", "date_of_service", "Units", "Paid"],
      ["1000700140", "99213", "2026-10-01", "1", "1.027"],
      ["1000700140", "99213", "2026-10-01", "1.000", "24"],
      ["1000700140", "99213", "2026-10-01", "1", "24.00"],
    ].map((cells) => cells.join(sign));

  it("leaves a line with semicolons in doubt, since it can be one of thousands there", async () => {
    const { faults, tally } = await work(lines(";"));
    expect(faults.map(({ fault_line, fault_columns }) => [fault_line, fault_columns])).toEqual([
      ["2", "Paid"],
      ["3", "Units"],
    ]);
    expect(tally).toMatchObject({ doubtful: 2, compared: 1 });
  });

  it.each([",", "\t"])("stands before decimals elsewhere (%j)", async (sign) => {
    const { faults, tally } = await work(lines(sign));
    expect(faults).toEqual([]);
    expect(tally).toMatchObject({ doubtful: 0, compared: 3 });
  });
});

describe("Units that cannot be read", () => {
  it("have a reason of their own, and are counted where they stand", async () => {
    const { results, faults, tally } = await work([
      "npi,billing_code,DOS,Qty,paid",
      "1000700140,99213,2026-10-01,$4.00,24",
      '1000700140,99213,2026-10-01,"2,000",24',
      "1000700140,99213,2026-10-01,1,x",
      "1000700140,ZZZZZ,2026-10-01,four,24",
      "12,99213,10/1/70,1,y",
    ]);
    expect(results.map(({ payment_rate, expected_amount }) => [payment_rate, expected_amount])).toEqual([
      ["24.00", ""],
      ["24.00", ""],
      ["24.00", "24.00"],
      ["", ""],
    ]);
    expect(faults[0]?.fault_reasons).toMatch(/^Qty \(units\) "\$4\.00" cannot be used\. Enter a number of units/);
    // All that is wrong with a line, also what would only have left it uncompared.
    expect(faults.at(-1)?.fault_columns?.split("|").toSorted()).toEqual(["DOS", "npi", "paid"]);
    expect(tally).toMatchObject({
      faulty: 1,
      doubtful: 4,
      notPriced: [
        ["unreadable_units", "The units cannot be read.", 2, "", [{ line: 2 }, { line: 3 }]],
        ["code_not_listed", expect.anything(), 1, "", [{ line: 5 }]],
      ],
      notCompared: [["unreadable_amount", "", 1, "", [{ line: 4 }]]],
      noted: [["notCompared", 1]],
    });
    expect(faults).toHaveLength(tally.faulty + tally.doubtful);
  });
});

describe("A line without a date", () => {
  it("is a fault where the file has a column for it", async () => {
    const { results, faults } = await work(["npi,billing_code,DOS", "1000700140,99213,", "1000700140,99213,null"]);
    expect(results).toEqual([]);
    expect(faults).toMatchObject([{ fault_line: "2" }, { fault_line: "3" }]);
    expect(faults[0]?.fault_reasons).toMatch(/^DOS \(date of service\) is empty\. Enter a day/);
  });
});

describe("A workbook that counts days from 1904", () => {
  it("has the days of its numbers, whether they are formatted as days or not", async () => {
    const cells = (row: number, values: readonly string[]) =>
      `<row r="${row}">${values.map((value, at) => `<c r="${"ABC"[at]}${row}" t="inlineStr"><is><t>${value}</t></is></c>`).join("")}</row>`;
    const claim = `<row r="2"><c r="A2"><v>1000700140</v></c><c r="B2"><v>99213</v></c><c r="C2"><v>44834</v></c></row>`;
    const workbook =
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="Fees" sheetId="1" r:id="rId1"/></sheets></workbook>';
    const book = sheetOf(cells(1, ["npi", "billing_code", "DOS"]) + claim, { "xl/workbook.xml": workbook });
    const path = mkdtempSync(join(folder.path, "run-"));
    const { results } = await repriced(path, book as unknown as string, {
      ...asked("ca", "outpatient"),
      fields: ["date_of_service_used"],
    });
    expect(results).toMatchObject([{ date_of_service_used: "2026-10-01" }]);
  });
});

describe("A row with a total", () => {
  it("is skipped where it has neither code nor provider, and no fault", async () => {
    const { faults, tally } = await work([
      "claim,npi,billing_code,date_of_service,paid",
      "A,1000700140,99213,2026-10-01,24",
      "Total,,,,24",
      ",Grand Total:,,,24",
      "Total,1000700140,,2026-10-01,24",
      "x,,,,24",
    ]);
    expect(faults.map(({ fault_line }) => fault_line)).toEqual(["5", "6"]);
    expect(tally).toMatchObject({ lookups: 3, faulty: 2, noted: [["totalsRow", 2]] });
  });

  it("is skipped with too few cells too, unless one of them may be a code or an NPI", async () => {
    const { faults, tally } = await work([
      "claim,npi,billing_code,date_of_service,paid",
      "A,1000700140,99213,2026-10-01,24",
      "Total,,,24.00",
      "Total,1000700140,99213,24",
      "Grand total:",
      "B,1000700140,99213",
    ]);
    expect(faults.map(({ fault_line }) => fault_line)).toEqual(["4", "6"]);
    expect(tally).toMatchObject({ faulty: 2, noted: [["totalsRow", 2]] });
  });

  it("is never priced, and a fault where it may be a claim", async () => {
    const { results, faults, tally } = await work([
      "claim,npi,billing_code,date_of_service,paid",
      "Total,1000700140,99213,2026-10-01,24",
      "A,1000700140,99213,2026-10-01,24",
      "1000700140 Total,,,,24",
      ",1000700140 Total,,,24",
    ]);
    expect(results.map(({ input_line }) => input_line)).toEqual(["3"]);
    expect(faults).toMatchObject([{ fault_line: "2", fault_reasons: expect.stringContaining("If it is a claim") }]);
    expect(tally).toMatchObject({ lookups: 2, faulty: 1, noted: [["totalsRow", 2]] });
  });
});

describe("A cell outside of the table", () => {
  it("makes neither a row nor a column, and is counted", async () => {
    const { results, faults, tally } = await work([
      "claim,npi,billing_code,date_of_service,paid",
      "A,1000700140,99213,2026-10-01,24,,,,look at this",
      "B,123,99213,2026-10-01,24,,,,,x",
      "",
      "Printed by Smith,,,,",
      "C17;1000700140;99213,,,,",
      ",,,,,,,,legend",
    ]);
    expect(results).toMatchObject([{ claim: "A", input_line: "2", payment_rate: "24.00" }]);
    // What is beyond the table is in no column of the faults either.
    expect(faults.map(({ fault_line, claim, paid }) => [fault_line, claim, paid])).toEqual([
      ["3", "B", "24"],
      ["6", "C17;1000700140;99213", ""],
    ]);
    expect(tally).toMatchObject({
      lookups: 3,
      faulty: 2,
      noted: expect.arrayContaining([
        ["strayRow", 2],
        ["farCells", 1],
      ]),
    });
  });
});

describe("A code", () => {
  it.each(["99,213", "99213.5", "CPT 99213", "99213-25-59", "99213-2"])("that is written %j is none", async (code) => {
    const { faults } = await work(["npi,CPT,date_of_service", `1000700140,"${code}",2026-10-01`]);
    expect(faults[0]?.fault_reasons).toContain("Enter a code of letters and digits alone");
  });

  it("with a modifier behind it is both", async () => {
    const { results, tally } = await work(
      ["npi,CPT,date_of_service", "1000700140,99213-25,2026-10-01"],
      "ca",
      "outpatient",
      {
        fields: ["billing_code", "payment_rate"],
      },
    );
    expect(results).toMatchObject([{ billing_code: "99213", payment_rate: "24.00" }]);
    expect(tally.noted).toEqual([
      ["codeModifier", 1],
      ["idleModifiers", 1],
    ]);
  });

  it.each([
    ["CPT/HCPCS", "00013", [["lostZeros", 1]]],
    ["EAPG", "13", []],
    ["billing_code", "13", []],
  ])("of two digits at a hospital is, under %s, %s", async (heading, code, noted) => {
    const { results, tally } = await work(
      [`npi,${heading},date_of_service`, "1000800056,13,2026-10-01"],
      "fl",
      "outpatient",
      {
        fields: ["billing_code", "payment_rate"],
      },
    );
    expect(results.map((row) => row.result_billing_code ?? row.billing_code)).toEqual([code]);
    expect(tally.noted).toEqual(noted);
    expect(results[0]?.payment_rate === "").toBe(heading === "CPT/HCPCS");
  });

  it("that is a group with a rate and a procedure of others is a fault that names both, unless its heading decides", async () => {
    const dataset = join(folder.path, "both");
    for (const name of ["dataset.json", "fl", "common"]) {
      cpSync(join(SAMPLE, name), join(dataset, name), { recursive: true });
    }
    const fees = join(dataset, "fl", "fee_schedule.csv");
    const text = readFileSync(fees, "utf8");
    const row = text.split("\n").find((line) => line.includes(",99213,") || line.startsWith("99213,")) as string;
    writeFileSync(fees, `${text.trimEnd()}\n${row.replace("99213", "00013")}\n`);
    const file = join(folder.path, "both.db");
    const built = await buildRelease({ dataset, out: file, states });
    if (!built.ok) throw new Error("the changed sample has faults");
    const both = { release: { file, contentHash: built.description.contentHash }, fields: ["billing_code"] };
    const under = async (heading: string, options = {}) =>
      await work([`npi,${heading},date_of_service`, "1000800056,13,2026-10-01"], "fl", "outpatient", {
        ...both,
        ...options,
      });
    const open = await under("Service code");
    expect(open.results).toEqual([]);
    expect(open.faults).toMatchObject([
      { fault_reasons: expect.stringMatching(/the group 13 and the procedure 00013.*\(--columns\).*CPT or EAPG/) },
    ]);
    // Whoever sent a form knows no options.
    const [sent] = (await under("Service code", { advice: FORM_ADVICE })).faults;
    expect(sent?.fault_reasons).toContain("Take the column of codes whose heading says CPT or EAPG");
    expect(sent?.fault_reasons).not.toContain("--");
    expect((await under("EAPG")).results).toMatchObject([{ billing_code: "13" }]);
    expect((await under("CPT/HCPCS")).results).toMatchObject([{ billing_code: "00013" }]);
  });

  it("that the state publishes for others is told with its zeros", async () => {
    const { results } = await work(
      ["npi,billing_code,date_of_service", "1000700140,840,2026-10-01"],
      "ca",
      "outpatient",
      {
        fields: ["billing_code"],
      },
    );
    expect(results).toMatchObject([{ result_billing_code: "00840" }]);
  });

  it("of another type of provider is told with its zeros as well", async () => {
    const { results, tally } = await work(
      ["npi,Service code,date_of_service", "1200030058,1967,2026-10-01"],
      "ga",
      "outpatient",
      {
        fields: ["billing_code", "error_message"],
      },
    );
    expect(results).toMatchObject([{ billing_code: "01967", error_message: expect.stringContaining("01967") }]);
    expect(tally.noted).toEqual([["lostZeros", 1]]);
  });

  it("of a stay is joined with the severity of its own column", async () => {
    const fields = { fields: ["billing_code", "payment_rate"] };
    const rows = ["1000100010,560,1,2026-10-01,", "1000100010,560-1,1,2026-10-01,", "1000100010,560-1,2,2026-10-01,"];
    const { results, faults, tally } = await work(["npi,DRG,SOI,admit_date,x", ...rows], "ca", "inpatient", fields);
    expect(results.map((row) => row.billing_code)).toEqual(["560-1", "560-1"]);
    expect(results[0]?.payment_rate).toBe(results[1]?.payment_rate);
    expect(tally.noted).toEqual([["severity", 1]]);
    expect(faults).toMatchObject([{ fault_line: "4", fault_columns: "SOI" }]);
  });

  it("of a stay has the severity that a reader sees beside it, and none where the cell says so", async () => {
    const severities = ["\u200b1", "1\u00a0", "'1", '"=""1"""', "NULL", "none", "N/A", "\u200b", "9"];
    const { results, faults } = await work(
      [
        "npi,DRG,SOI,admit_date",
        ...severities.map((each, place) => `1000100010,560${place > 3 ? "-1" : ""},${each},2026-10-01`),
      ],
      "ca",
      "inpatient",
      { fields: ["billing_code"] },
    );
    expect(results.map((row) => row.billing_code)).toEqual(Array(8).fill("560-1"));
    expect(faults).toMatchObject([{ fault_line: "10", fault_columns: "SOI" }]);
  });
});

describe("Of several modifiers", () => {
  it("one that has a price is applied before one that has none", async () => {
    const { results } = await work(
      [
        "npi,billing_code,date_of_service,Modifiers",
        '1000810014,T1017,2026-10-01,"LT, TG, 80"',
        "1000810014,T1017,2026-10-01,80",
      ],
      "fl",
      "outpatient",
      { fields: ["modifier", "payment_rate"] },
    );
    expect(results[0]).toMatchObject({
      modifier: "TG",
      remarks:
        "A line is priced with one modifier: 80 not applied. Modifier 80 (assistant surgeon) changes what is paid, and the rate is without it: not compared.",
      remark_codes: "modifiers_not_applied|modifier_not_priced",
    });
    expect(results[0]?.payment_rate).not.toBe("");
    expect(results[1]).toMatchObject({ payment_rate: "" });
  });
});

describe("A dry run", () => {
  /** The first lines of a file of outpatient claims, and what is said of it. */
  async function firstLinesOf(csv: string, state = "ca") {
    const path = mkdtempSync(join(folder.path, "run-"));
    const input = join(path, "in.csv");
    writeFileSync(input, csv);
    const notices: string[] = [];
    const { lines } = await dryRun(
      {
        ...asked(state, "outpatient"),
        input,
        out: join(path, "out.csv"),
        fields: [],
        decided: new Map(),
        compare: null,
        passThrough: [],
        tolerance: NO_TOLERANCE,
        explains: false,
        staleAfterMonths: null,
        resume: false,
        force: false,
        today: "2026-11-15" as Repricing["today"],
      },
      (text) => notices.push(text),
    );
    return { lines, notices };
  }

  it("shows the faults that the run would find", async () => {
    const { lines, notices } = await firstLinesOf(
      "NPI,CPT,DOS,Paid\n123,99213,2026-10-01,1\nTotal,,,1\n1000700140,99213,2026-10-01,-2\n",
    );
    expect(notices).toContain(
      "Among the first lines: 1 row without code and provider that looks like a total, skipped.",
    );
    expect(lines.map(({ faults }) => faults)).toEqual([['NPI "123" is not valid: expected 10 digits.'], []]);
    expect(lines[1]?.values).toMatchObject({ paid_amount: "-2.00" });
  });
  it("shows units and billed amounts of a takeback with the minus that the file has", async () => {
    const line = "99213,2026-10-01,-2,-60.00,-48.00";
    const { lines } = await firstLinesOf(`NPI,CPT,DOS,Units,Billed Amount,Paid\n1000700140,${line}\n`);
    expect(lines).toMatchObject([
      { values: { units: "-2", billed_amount: "-60.00", paid_amount: "-48.00" }, faults: [] },
    ]);
    // Charges are a parameter in Georgia.
    const { lines: charged } = await firstLinesOf(
      `NPI,CPT,DOS,Units,Charges,Paid\n1200010142,99284,2026-10-01,-1,-900,-300\n1200010142,99284,2026-10-01,1,900,300\n`,
      "ga",
    );
    expect(charged.map(({ values }) => [values.units, values.billed_charges])).toEqual([
      ["-1", "-900.00"],
      ["1", "900"],
    ]);
  });

  it("shows a minus before units also where it leaves the line in doubt", async () => {
    const { lines } = await firstLinesOf("NPI,CPT,DOS,Units,Paid\n1000700140,99213,2026-10-01,-1,24\n");
    expect(lines).toMatchObject([{ values: { units: "-1" }, faults: [expect.stringContaining("-1")] }]);
  });
});
