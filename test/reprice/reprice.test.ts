import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { describedFile } from "../../src/release/open.ts";
import type { Plan } from "../../src/reprice/plan.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { xlsx } from "../imports/fixtures.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { crewOfOne, type Row, repriced } from "./support/repriced.ts";

const folder = temporaryFolder();
let asked: Pick<Repricing, "state" | "setting" | "release">;

beforeAll(async () => {
  const file = join(folder.path, "sample.db");
  await releaseAt(file, SAMPLE);
  const { contentHash } = describedFile(file);
  asked = { state: states[0] as State, setting: "outpatient", release: { file, contentHash } };
});
afterAll(() => folder.remove());

function work(csv: string, options: Partial<Repricing> = {}) {
  return repriced(mkdtempSync(join(folder.path, "run-")), csv, { ...asked, ...options });
}

const HEADER = "claim,npi,billing_code,date_of_service,paid";

describe("Repricing", () => {
  it("passes every column through as it was and puts the results after it", async () => {
    const line = '" a, ""b"" ",1000700140,99213,2026-10-01, x ';
    const path = mkdtempSync(join(folder.path, "run-"));
    await repriced(path, `\ufeff${HEADER}\r\n${line}\r\n`, { ...asked, passThrough: ["paid"] });
    expect(readFileSync(join(path, "out.csv"), "utf8")).toBe(
      `${HEADER},input_line,result_number,result_count,date_priced,outcome,reason,units_priced,amount_at_rate,expected_amount,remarks,remark_codes,payment_rate,other_results,lookup\n${line},2,1,1,2026-10-01,priced,,1,24.00,24.00,,,24.00,,billing_code=99213&npi=1000700140&date_of_service=2026-10-01\n`,
    );
  });

  it("has one row for a line with several results of one amount, and names the others in it", async () => {
    const csv = "provider_name,billing_code,date_of_service,paid\nmedical center,99213,2026-10-01,5.00\n";
    const { results, outcome } = await work(csv, { fields: ["provider_name", "provider_matches_total"] });
    // Each pays $27.54: results of one amount are one amount.
    expect(results).toMatchObject([
      { input_line: "2", result_number: "1", expected_amount: "27.54", outcome: "underpaid" },
    ]);
    const [{ result_count, other_results = "", remark_codes } = {}] = results as [Row];
    expect(Number(result_count)).toBeGreaterThan(1);
    expect(other_results.split("; ")).toHaveLength(Number(result_count) - 1);
    expect(other_results).toMatch(/^[^(;]+ \([0-9]{10}(?:, \w+)?\): \$27\.54/);
    expect(remark_codes).not.toContain("several_amounts");
    expect(outcome).toMatchObject({
      tally: {
        lookups: 1,
        results: Number(result_count),
        priced: 1,
        withSeveralAmounts: 0,
        totalLines: 1,
        total: "27.54",
      },
    });
  });

  it("leaves the amounts of a line with several different ones empty, so that sums are right", async () => {
    const lines = ["center,99213,2026-10-01,5.00,9.00", "medical center,99213,2026-10-01,5.00,9.00"];
    const csv = `provider_name,billing_code,date_of_service,Paid,Billed\n${lines.join("\n")}\n`;
    const { results, outcome } = await work(csv, { fields: ["provider_name"], noChargeLimit: true });
    expect(results).toMatchObject([
      {
        ...{ outcome: "not_compared", reason: "several_amounts", remark_codes: "several_amounts" },
        ...{ units_priced: "", amount_at_rate: "", expected_amount: "", difference: "" },
      },
      { outcome: "underpaid", reason: "", expected_amount: "27.54", difference: "22.54" },
    ]);
    expect(results[0]?.remarks).toMatch(/^[0-9]+ results have different amounts \(\$[0-9.]+, \$/);
    const sumOf = (name: string) => results.reduce((sum, row) => sum + Number(row[name]), 0).toFixed(2);
    expect([sumOf("Paid"), sumOf("expected_amount"), sumOf("difference")]).toEqual(["10.00", "27.54", "22.54"]);
    expect(outcome).toMatchObject({ tally: { withSeveralAmounts: 1, total: "27.54" } });
  });

  it("writes the day that was read as an ISO date, whatever the file writes", async () => {
    const days = ["2026-10-01", "10/1/26", "20261001", "1-Oct-26", "46296", "Oct 1, 2026 3:15 PM"];
    const csv = `npi,billing_code,DOS\n${days.map((day) => `1000700140,99213,"${day}"\n`).join("")}`;
    const { results } = await work(csv);
    expect(results.map(({ date_priced, lookup }) => [date_priced, lookup?.includes("2026-10-01")])).toEqual(
      days.map(() => ["2026-10-01", true]),
    );
  });

  it("compares to the cent and leaves alone what has nothing to compare", async () => {
    const lines = [
      "A,1000700140,99213,2026-10-01,23.99",
      "B,1000700140,99213,2026-10-01,0.005",
      "C,1000700140,99213,2026-10-01,",
      "D,1000700140,ZZZZZ,2026-10-01,5",
    ];
    const { results, outcome } = await work(`${HEADER}\n${lines.join("\n")}\n`, { compare: "paid" });
    expect(results.map(({ difference }) => difference)).toEqual(["0.01", "23.99", "", ""]);
    expect(outcome).toMatchObject({
      faultsFile: null,
      tally: {
        lookups: 4,
        priced: 3,
        total: "72.00",
        compared: 2,
        totalPaid: "24.00",
        totalDifference: "24.00",
        notPriced: [
          ["code_not_listed", "Procedure code ... is not in the Medi-Cal fee schedule.", 1, "", [{ line: 5 }]],
        ],
        notCompared: [["nothing_paid", "", 1, "", [{ line: 4 }]]],
      },
    });
  });

  it("rounds a rate below a cent once, after the units", async () => {
    const georgia = states.find(({ code }) => code === "ga") as State;
    const header = "claim,npi,billing_code,date_of_service,units,paid";
    const lines = [
      "A,1200050015,j1642,2026-10-01,1000,4.20",
      "B,1200050015,J1642,2026-10-01,1,0",
      // 0.0042 x 2.5 = 0.0105
      "C,1200050015,J1642,2026-10-01,2.5,0.01",
      "D,1200050015,J1642,2026-10-01,,0.01",
    ];
    const { results, outcome } = await work(`${header}\n${lines.join("\n")}\n`, { state: georgia });
    expect(
      results.map(({ payment_rate, units_priced, expected_amount, difference }) => [
        payment_rate,
        units_priced,
        expected_amount,
        difference,
      ]),
    ).toEqual([
      ["0.0042", "1000", "4.20", "0.00"],
      ["0.0042", "1", "0.00", "0.00"],
      ["0.0042", "2.5", "0.01", "0.00"],
      ["0.0042", "1", "0.00", "-0.01"],
    ]);
    expect(outcome).toMatchObject({
      tally: { total: "4.21", compared: 4, totalPaid: "4.22", totalDifference: "-0.01", noted: [["noUnits", 1]] },
    });
  });

  it("lists faulty lines with all that is wrong with them, and prices the others", async () => {
    const lines = [
      "A,1000700140,99213,2026-10-01,1",
      "B,12,99213,2026-13-01,1",
      'C,"1000700140"x,99213',
      "",
      '"D\nD",1000700140,99213,2026-10-01,one',
      '"E\nE",1000700140',
      "F,1000700140,99213,2026-10-01,1",
    ];
    const { results, faults, outcome } = await work(`${HEADER}\n${lines.join("\n")}\n`);
    expect(results.map(({ claim, input_line, difference }) => [claim, input_line, difference])).toEqual([
      ["A", "2", "23.00"],
      // What was paid cannot be read: priced, and not compared.
      ["D\nD", "6", ""],
      ["F", "10", "23.00"],
    ]);
    expect(faults).toEqual([
      {
        fault_line: "3",
        fault_columns: "date_of_service|npi",
        fault_reasons:
          'date_of_service "2026-13-01" cannot be used. Enter a day such as 2026-10-01, 10/1/2026 or 20261001. npi "12" cannot be used. Enter 10 digits.',
        claim: "B",
        npi: "12",
        billing_code: "99213",
        date_of_service: "2026-13-01",
        paid: "1",
      },
      expect.objectContaining({
        fault_line: "4",
        fault_columns: "",
        fault_reasons: expect.stringContaining("cannot be split into cells"),
        claim: 'C,"1000700140"x,99213',
        paid: "",
      }),
      expect.objectContaining({ fault_line: "6", fault_columns: "paid", claim: "D\nD" }),
      expect.objectContaining({
        fault_line: "8",
        fault_columns: "",
        fault_reasons: expect.stringContaining("2 cells, the header 5. A quote makes it 2 lines long."),
      }),
    ]);
    expect(outcome).toMatchObject({ tally: { lookups: 6, faulty: 3, priced: 3, noted: [["notCompared", 1]] } });
  });

  it.each([
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["pipes", "|"],
  ])("names the sign between the cells of the file where a line has too many: %s", async (name, sign) => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const csv = `${HEADER}\nA,1000700140,99213,2026-10-01,1,000.00\n`.replaceAll(",", sign);
    const { faults } = await repriced(path, csv, asked);
    expect(faults.map(({ fault_reasons }) => fault_reasons)).toEqual([
      `The line has 6 cells, the header 5. Put cells that contain ${name} in quotes.`,
    ]);
  });

  it("asks for no quotes in a row of a sheet", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const row = ["A", "1000700140", "99213", "2026-10-01", "1", "000.00"];
    const { faults } = await repriced(path, xlsx({ Claims: [HEADER.split(","), row] }) as unknown as string, asked);
    expect(faults.map(({ fault_reasons }) => fault_reasons)).toEqual(["The line has 6 cells, the header 5."]);
  });

  it("reads lines in Windows-1252 beside those in UTF-8", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const csv = Buffer.concat([
      Buffer.from(`${HEADER}\nPeña,1000700140,99213,2026-10-01,1\n`),
      Buffer.from("Pe\xf1a,1000700140,99213,2026-10-01,1\n", "latin1"),
    ]);
    const { results, faults } = await repriced(path, csv as unknown as string, asked);
    expect(results.map(({ claim, input_line }) => `${claim} ${input_line}`)).toEqual(["Peña 2", "Peña 3"]);
    expect(faults).toEqual([]);
  });

  it("keeps the reference_id to the output: it is in no message and no fault", async () => {
    const secret = "SENTINEL".repeat(20);
    const csv = `reference_id,npi,billing_code\n${secret},1000700140,99213\nSENTINEL,1000700140,99213\n`;
    const { results, faults, outcome, notices } = await work(csv, { fields: ["reference_id"] });
    expect(results).toMatchObject([{ reference_id: "SENTINEL", result_reference_id: "SENTINEL" }]);
    expect(faults).toMatchObject([{ fault_line: "2", fault_columns: "reference_id" }]);
    const said = faults.map(({ fault_columns, fault_reasons }) => [fault_columns, fault_reasons]);
    expect(JSON.stringify([said, outcome, notices])).not.toContain("SENTINEL");
  });

  it("says what the columns were taken for, and that no line has a date", async () => {
    const { notices } = await work("claim,npi,billing_code\n");
    expect(notices).toEqual([
      expect.stringMatching(/in\.csv: commas, UTF-8, 3 columns\.$/),
      "Columns: npi, billing_code. Passed through: claim.",
      "Nothing compared: no column was taken for what was paid.",
      "There is no column date_of_service: every lookup is priced as of 2026-11-15.",
    ]);
  });

  it("of a header alone is a header", async () => {
    const { results, outcome } = await work(`${HEADER}\n`);
    expect(results).toEqual([]);
    expect(outcome).toMatchObject({ kind: "complete", tally: { lookups: 0, total: "0.00" } });
  });

  it.each([
    ["", "the file is empty: it has 0 bytes"],
    ["Claim,NPI,Code,DOS,Paid\n", "There are no claims in this file."],
    ["claim\n", "There is no column billing_code"],
    [`${HEADER},Billing Cod\n`.replace("billing_code,", ""), 'The column "Billing Cod" looks like billing_code'],
  ])("refuses %j before any work", async (csv, message) => {
    const path = mkdtempSync(join(folder.path, "run-"));
    await expect(repriced(path, csv, asked)).rejects.toThrow(message);
    expect(existsSync(join(path, "out.csv.partial"))).toBe(false);
  });
});

describe("Claims as they come", () => {
  const state = (code: string) => states.find((each) => each.code === code) as State;

  it("have a wrong date by itself where others can only be month/day/year", async () => {
    const csv = (other: string) => `NPI,CPT,DOS\n1000700140,99213,13/10/2026\n1000700140,99213,${other}\n`;
    const noted = async (other: string) => {
      const { outcome, faults } = await repriced(mkdtempSync(join(folder.path, "run-")), csv(other), asked);
      if (outcome.kind !== "complete") throw new Error(outcome.kind);
      return [new Map(outcome.tally.noted).get("dayBeforeMonth"), faults[0]?.fault_reasons];
    };
    expect(await noted("10/25/2026")).toEqual([
      undefined,
      'DOS (date of service) "13/10/2026" cannot be used. Enter a day such as 2026-10-01, 10/1/2026 or 20261001.',
    ]);
    expect(await noted("10/12/2026")).toEqual([1, expect.stringContaining("there is no such month")]);
  });

  it("are told in the words of the file, and corrected faults run by themselves", async () => {
    const header = "Rendering NPI,CPT/HCPCS,DOS,Paid";
    const lines = ["1000700140,99213,13/10/2026,1", "12,,10/1/2026,1", "1000700140,99213,10/1/2026,$23.50"];
    const path = mkdtempSync(join(folder.path, "run-"));
    const { faults, outcome } = await repriced(path, `${header}\n${lines.join("\n")}\n`, asked);
    expect(faults.map(({ fault_columns }) => fault_columns)).toEqual(["DOS", "CPT/HCPCS|Rendering NPI"]);
    expect(faults[0]?.fault_reasons).toMatch(
      /^DOS \(date of service\) "13\/10\/2026" cannot be used. Enter month\/day\/year/,
    );
    expect(faults[1]?.fault_reasons).toContain('Rendering NPI "12" cannot be used. Enter 10 digits.');
    expect(outcome).toMatchObject({
      tally: {
        faulty: 2,
        noted: [
          ["dayBeforeMonth", 1],
          ["monthDayYear", 1],
          ["dollars", 1],
        ],
      },
    });

    const written = readFileSync(join(path, "out.faults.csv"), "utf8");
    const corrected = written.replace("13/10/2026,1", "10/13/2026,1").replace(",12,,", ",1000700140,99213,");
    const again = await repriced(path, corrected, asked);
    expect(again.faults).toEqual([]);
    expect(Object.keys(again.results[0] ?? {}).slice(0, 5)).toEqual([...header.split(","), "input_line"]);
    expect(again.results.map(({ expected_amount }) => expected_amount)).toEqual(["24.00", "24.00"]);
  });

  it("have their physical status among their modifiers", async () => {
    const georgia = { state: state("ga"), fields: ["physical_status_used", "payment_rate"] };
    const csv = (rows: string) => `npi,billing_code,Modifiers,Minutes,physical_status\n${rows}\n`;
    const said = await work(csv("1200050114,00840,QZ P3,61,\n1200050114,00840,QZ,61,P3"), georgia);
    expect(said.results[0]).toMatchObject({ physical_status_used: "P3", remarks: "" });
    expect(said.results[0]?.payment_rate).toBe(said.results[1]?.payment_rate);
    const other = await work(csv("1200050114,00840,QZ P3,61,P1"), georgia);
    expect(other.results[0]).toMatchObject({
      physical_status_used: "P1",
      remarks: expect.stringContaining("P3 not applied"),
    });
  });

  it("are read with the zeros that they lost, and priced by their minutes whatever their units", async () => {
    const { results } = await work("npi,CPT,Minutes,Units\n1000100010,840,95,7\n");
    expect(results).toMatchObject([{ units_priced: "1", expected_amount: "249.59" }]);
    expect(results[0]?.remarks).toBe(
      "The code was read with the zeros that it lacks. The rate is for the whole line, whatever its units (7).",
    );
  });
});

describe("A run that is resumed", () => {
  const CSV = "npi,billing_code\n1000700140,99213\n";

  it("prices lookups without a date as of the day on which it began", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const fields = ["date_of_service_used"];
    const stopped = await repriced(path, CSV, { ...asked, fields }, { interruption: AbortSignal.abort() });
    expect(stopped.outcome).toEqual({ kind: "interrupted", line: 2 });
    // The input is what it was: writing it anew would make it another file.
    const input = join(path, "in.csv");
    const { mtime } = statSync(input);
    const later = { resume: true, force: false, today: "2027-02-01" as Day };
    const resumed = await repriced(path, CSV, { ...asked, fields, ...later }, { inputTime: mtime });
    expect(resumed.results).toMatchObject([{ date_of_service_used: "2026-11-15" }]);
  });

  it("ends with the same bytes and totals although it was killed while its summary was made", async () => {
    const [path, killed] = [0, 1].map(() => mkdtempSync(join(folder.path, "run-"))) as [string, string];
    // A line of it is rejected, so that there are two files.
    const csv = `${CSV}${CSV.split("\n")[1]?.replaceAll(/[0-9]/g, "x")}\n`;
    const onComplete = async () => {
      // The locks end with their process.
      for (const name of readdirSync(path).filter((each) => !each.includes("lock"))) {
        cpSync(join(path, name), join(killed, name));
      }
    };
    const whole = await repriced(path, csv, asked, { onComplete });
    expect(readdirSync(killed).sort()).toEqual([...readdirSync(path), "out.csv.progress"].sort());
    const resumed = await repriced(killed, csv, { ...asked, resume: true, force: false });
    expect(resumed).toMatchObject({ results: whole.results, faults: whole.faults });
    expect(resumed.faults).toHaveLength(1);
    const tallyOf = ({ outcome }: typeof whole) => (outcome.kind === "complete" ? outcome.tally : null);
    expect(tallyOf(resumed)).toEqual(tallyOf(whole));
    expect(readdirSync(killed).sort()).toEqual(readdirSync(path).sort());
  });

  it.each([
    ["written to", (input: string, other: string) => writeFileSync(input, other)],
    [
      "replaced",
      (input: string, other: string) => {
        writeFileSync(`${input}.new`, other);
        renameSync(`${input}.new`, input);
      },
    ],
  ])("fails and keeps nothing when its file is %s after the first pass", async (_how, change) => {
    const path = mkdtempSync(join(folder.path, "run-"));
    // As long as before: its size shows nothing.
    const other = CSV.replace("99213", "99214");
    const startCrew = async (plan: Plan) => {
      change(join(path, "in.csv"), other);
      return crewOfOne(plan);
    };
    const run = repriced(path, CSV, asked, { startCrew, inputTime: new Date("2026-11-01") });
    await expect(run).rejects.toThrow("in.csv was changed while it was read, so no results are kept.");
    expect(readdirSync(path)).toEqual(["in.csv"]);
  });

  it("begins at the beginning when there is nothing to go on with", async () => {
    const { results } = await work(CSV, { resume: true, force: false });
    expect(results).toHaveLength(1);
  });

  it("is not resumed with another release or another version", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const isAborted = { interruption: AbortSignal.abort() };
    await repriced(path, CSV, asked, isAborted);
    const { mtime } = statSync(join(path, "in.csv"));
    const resume = { ...asked, resume: true, force: false };
    const release = { ...asked.release, contentHash: "another" };
    await expect(repriced(path, CSV, { ...resume, release }, { inputTime: mtime })).rejects.toThrow("the release was");
    await expect(repriced(path, CSV, resume, { inputTime: mtime, program: "2" })).rejects.toThrow(
      "the version of Ratebook was test and is now 2. Begin again with --force.",
    );
  });

  it("is not resumed when its output has become shorter", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    await repriced(path, CSV, asked, { interruption: AbortSignal.abort() });
    const { mtime } = statSync(join(path, "in.csv"));
    writeFileSync(join(path, "out.csv.partial"), "npi");
    await expect(repriced(path, CSV, { ...asked, resume: true, force: false }, { inputTime: mtime })).rejects.toThrow(
      /out\.csv\.partial has 3 of the [0-9]+ bytes that were written/,
    );
  });

  it("takes up again one that ended between giving its files their names", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    await repriced(path, CSV, asked, { interruption: AbortSignal.abort() });
    const { mtime } = statSync(join(path, "in.csv"));
    renameSync(join(path, "out.csv.partial"), join(path, "out.csv"));
    const resume = { ...asked, resume: true, force: false };
    const { results } = await repriced(path, CSV, resume, { inputTime: mtime });
    expect(results).toMatchObject([{ payment_rate: "24.00" }]);
  });
});

describe("A second run to the same output", () => {
  const CSV = "npi,billing_code\n1000700140,99213\n";

  it.each([
    ["begun anew", "out.csv", { force: true }],
    ["resumed", "out.csv", { resume: true, force: false }],
    ["to an output that has the same faults", "out", { force: true }],
  ])("is refused at once while the first goes on: %s", async (_how, name, how) => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const out = join(path, name);
    let second: unknown = null;
    const startCrew = async (plan: Plan) => {
      second = await repriced(path, CSV, { ...asked, ...how, out }, { inputTime: new Date(0) }).catch((error) => error);
      return crewOfOne(plan);
    };
    const { results } = await repriced(path, CSV, asked, { startCrew, inputTime: new Date(0) });
    expect(second).toMatchObject({ message: expect.stringMatching(/ is in use by "ratebook reprice" \(process /) });
    expect(results).toMatchObject([{ payment_rate: "24.00" }]);
    expect(readdirSync(path)).toEqual(["in.csv", "out.csv"]);
  });
});

describe("A run that fails", () => {
  it("leaves nothing behind that nobody can go on with", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const release = { file: join(path, "none.db"), contentHash: "none" };
    await expect(repriced(path, "npi,billing_code\n", { ...asked, release })).rejects.toThrow(
      "none.db does not exist.",
    );
    expect(readdirSync(path)).toEqual(["in.csv"]);
  });

  it("leaves nothing behind of a file that cannot be read to its end, also while its takebacks are looked for", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const line = "A,1000700140,99213,2026-10-01,24.00\n";
    const csv = `${HEADER}_amount\n${line}${"x".repeat(2 ** 21)}`;
    await expect(repriced(path, csv, asked)).rejects.toThrow(/in\.csv:3: a line longer than \d+ bytes\./);
    expect(readdirSync(path)).toEqual(["in.csv"]);
  });
});

describe("What is there already", () => {
  const CSV = `${HEADER}\nA,1000700140,99213,2026-10-01,1\n`;

  it("is not replaced unasked", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const out = join(path, "out.csv");
    writeFileSync(out, "precious");
    await expect(repriced(path, CSV, { ...asked, force: false })).rejects.toThrow(
      `${out} exists. Choose another --out, or replace it with --force.`,
    );
    expect(readFileSync(out, "utf8")).toBe("precious");
    await repriced(path, CSV, { ...asked, force: true });
    expect(readFileSync(out, "utf8")).toContain("24.00");
  });

  it("loses the faults of an earlier run when there are none any more", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    await repriced(path, `${HEADER}\nA,1,99213,,\n`, asked);
    expect(existsSync(join(path, "out.faults.csv"))).toBe(true);
    await repriced(path, CSV, asked);
    expect(existsSync(join(path, "out.faults.csv"))).toBe(false);
  });

  it("is never the input", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    await expect(repriced(path, CSV, { ...asked, out: join(path, "in.csv") })).rejects.toThrow("would be overwritten");
    expect(readFileSync(join(path, "in.csv"), "utf8")).toBe(CSV);
  });

  it("is never the file of columns", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const columnsFile = join(path, "columns.json");
    writeFileSync(columnsFile, "precious");
    await expect(repriced(path, CSV, { ...asked, columnsFile, out: columnsFile, force: true })).rejects.toThrow(
      `${columnsFile} is the file of columns and would be overwritten. Name another file with --out.`,
    );
    expect(readFileSync(columnsFile, "utf8")).toBe("precious");
  });

  it("is never the release", async () => {
    const path = mkdtempSync(join(folder.path, "run-"));
    const file = join(path, "rates.db");
    writeFileSync(file, "a release");
    const release = { file, contentHash: "" };
    const run = repriced(path, CSV, { ...asked, release, out: file, force: true });
    await expect(run).rejects.toThrow(`${file} is the release and would be overwritten`);
    expect(readFileSync(file, "utf8")).toBe("a release");
  });
});
