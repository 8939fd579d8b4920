import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { dryRun } from "../../src/reprice/dry-run.ts";
import { NO_TOLERANCE } from "../../src/reprice/pricing/payment-comparison.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import type { ShownTable } from "../../src/reprice/shown-table.ts";
import { states } from "../../src/states/index.ts";
import { xlsx } from "../imports/fixtures.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** What a dry run shows of a file, what it says, and why it refuses it. */
async function shown(file: string | Buffer, options: Partial<Repricing> = {}) {
  const path = mkdtempSync(join(folder.path, "run-"));
  const input = join(path, "in");
  writeFileSync(input, file);
  const tables: ShownTable[] = [];
  const notices: string[] = [];
  const asked: Repricing = {
    state: states[0] as State,
    setting: "outpatient",
    release: { file: "", contentHash: "" },
    input,
    out: join(path, "out.csv"),
    fields: [],
    decided: new Map(),
    compare: null,
    tolerance: NO_TOLERANCE,
    explains: false,
    staleAfterMonths: null,
    passThrough: [],
    resume: false,
    force: false,
    today: "2026-11-15" as Repricing["today"],
    ...options,
  };
  const outcome = await dryRun(asked, (text) => notices.push(text), { onTable: (table) => tables.push(table) }).catch(
    (error: Error) => error,
  );
  return { table: tables[0] as ShownTable, outcome, notices };
}

describe("The table of a dry run", () => {
  it("has the first three different values of every column as they are in the file, used or not", async () => {
    const long = "x".repeat(100);
    const rows = ["$5.00,Blue", "$5.00,Red", `"$1,000.00",${long}`, "-,Green"].map(
      (cells) => `1000700140,99213,${cells}`,
    );
    const { table } = await shown(`NPI,CPT,Paid,Payer\n${rows.join("\n")}\n`);
    const samples = new Map(table.headings.map((each) => [each.heading, each.samples]));
    expect(samples.get("Paid")).toEqual(["$5.00", "$1,000.00", "-"]);
    expect(samples.get("Payer")).toEqual(["Blue", "Red", `${"x".repeat(60)}...`]);
  });

  it("asks whether a column of amounts without a further name is what was billed, or takes it where the name says so", async () => {
    const rowsOf = (cell: string) => Array(3).fill(`1000700140,99213,2026-10-01,${cell},24.00\n`).join("");
    const askedOf = async (heading: string, cell = "$100.00") => {
      const { table } = await shown(`NPI,CPT,DOS,${heading},Paid\n${rowsOf(cell)}`);
      const asked = table.questions.map(({ meaning, headings }) => [meaning, ...headings]);
      return [table.headings[3]?.meaning, asked];
    };
    expect(await askedOf("Amount")).toEqual([null, [["billed_amount", "Amount"]]]);
    expect(await askedOf("Amount", "-3.00")).toEqual([null, []]);
    for (const heading of ["Charge", "Chg Amt"]) expect(await askedOf(heading)).toEqual(["billed_amount", []]);
  });

  it("asks about columns that look like something that changes a price, and are not used", async () => {
    const csv = "NPI,Svc Prov NPI,CPT,DOS,Actual Pmt,M1,Mdf,Referring NPI,POS,State\n";
    const line = (paid: string) => `1000100010,1000100028,99213,10/1/2026,${paid},25,TC,1000100028,11,CA\n`;
    const { table } = await shown(`${csv}${line("5")}${line("6")}`);
    expect(table.questions).toEqual([
      { meaning: "modifier", headings: ["M1", "Mdf"], needed: false },
      { meaning: "paid_amount", headings: ["Actual Pmt"], needed: false },
      { meaning: "npi", headings: ["NPI", "Svc Prov NPI"], needed: false, help: expect.any(String) },
      { meaning: "payer_state", headings: ["State"], needed: false },
    ]);
    const answered = await shown(`${csv}${line("5")}${line("6")}`, {
      decided: new Map([["M1", "modifier"]]),
      passThrough: ["Mdf", "Actual Pmt", "Svc Prov NPI", "State"],
    });
    expect(answered.table.questions).toEqual([]);
  });

  it("does not take numbers of claims and names of payers for modifiers", async () => {
    const asked = async (heading: string) => {
      const lines = ["E1", "E2", "F1", "F2"].map((cell) => `${cell},1000700140,99213,10/1/2026\n`);
      return (await shown(`${heading},NPI,CPT,DOS\n${lines.join("")}`)).table.questions.map(({ meaning }) => meaning);
    };
    for (const heading of ["Claim", "Claim ID", "Acct #", "Account", "MRN", "Patient", "Payer", "Health Plan"]) {
      expect([heading, await asked(heading)]).toEqual([heading, []]);
    }
    expect(await asked("Other")).toEqual(["modifier"]);
  });

  it("asks which of two NPIs is meant, and about a discharge status of a stay", async () => {
    const two = await shown("Rendering NPI,Billing NPI,CPT\n1000100010,1000100028,99213\n");
    expect(two.outcome).toBeInstanceOf(Error);
    const help =
      "The rate is that of the provider in the column. California prices a line by the type of the provider, such as hospital, surgical clinic or physician office. For claims of a hospital, clinic or surgical center, choose the NPI of the facility, most often the billing NPI. For claims of practitioners, choose the rendering NPI.";
    expect(two.table.questions).toEqual([
      { meaning: "npi", headings: ["Rendering NPI", "Billing NPI"], needed: true, help },
    ]);
    expect((two.outcome as Error).message).toContain(`with --columns "Rendering NPI=npi". ${help}`);
    const stays = await shown("Rendering NPI,Billing NPI,DRG\n1000100010,1000100028,139-2\n", { setting: "inpatient" });
    expect(stays.table.questions[0]?.help).toBe(
      "The rate is that of the provider in the column. California pays a stay at the base rate of the hospital. Choose the NPI of the hospital, most often the billing NPI.",
    );
    const stay = await shown("NPI,DRG,Admit Date,Disch Stat,Paid\n1000100010,139-2,9/28/2026,02,100.00\n", {
      setting: "inpatient",
    });
    expect(stay.table.questions.map(({ headings }) => headings)).toEqual([["Disch Stat"]]);
  });

  it("reads a discharge status as a transfer by the state's list, once the question is answered", async () => {
    const line = (status: string) => `1000100010,139-2,9/28/2026,${status},100.00\n`;
    const csv = `NPI,DRG,Admit Date,Disch Stat,Paid\n${["01", "02", "2", "30", "", "N", "77"].map(line).join("")}`;
    const { outcome, table } = await shown(csv, {
      setting: "inpatient",
      decided: new Map([["Disch Stat", "transfer_claim"]]),
    });
    expect(table.questions).toEqual([]);
    if (outcome instanceof Error) throw outcome;
    expect(outcome.lines.map(({ values }) => [values.transfer_claim, values.interim_claim])).toEqual([
      ["false", "false"],
      ["true", "false"],
      ["true", "false"],
      // California prices a patient who is still there per day.
      ["false", "true"],
      [undefined, undefined],
      ["false", undefined],
      ["77", undefined],
    ]);
    expect(outcome.lines.map(({ faults }) => faults.length)).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(outcome.lines.at(-1)?.faults[0]).toBe(
      'Disch Stat (transfer_claim) "77" is not valid: expected a discharge status of the national list, such as 01 or 02, or yes or no.',
    );
  });

  it("reads 1 as yes under a heading of transfers, and refuses it where it may be a status", async () => {
    const transfers = async (heading: string) => {
      const { outcome } = await shown(`NPI,DRG,Admit Date,${heading}\n1000100010,139-2,9/28/2026,1\n`, {
        setting: "inpatient",
        decided: new Map([[heading, "transfer_claim"]]),
      });
      if (outcome instanceof Error) throw outcome;
      return outcome.lines.map(({ values, faults }) => [values.transfer_claim, faults.length]);
    };
    expect(await transfers("Transfer YN")).toEqual([["1", 0]]);
    expect(await transfers("Pt Dispo")).toEqual([["false", 0]]);
    expect(await transfers("FL17")).toEqual([["1", 1]]);
  });

  it("shows the allowed and the paid amount each under its own name", async () => {
    const { outcome } = await shown("NPI,CPT,DOS,Allowed,Paid\n1000700140,99213,10/1/2026,0.5,(100.00)\n");
    if (outcome instanceof Error) throw outcome;
    expect(outcome.lines[0]?.values).toMatchObject({ allowed_amount: "0.50", paid_amount: "-100.00" });
  });

  it("has every heading with its meaning, and every meaning that a column can have", async () => {
    const { table, outcome } = await shown("NPI,CPT,DOS,Mod 1,Paid,Payer\n1000700140,99213,10/1/2026,26,$5.00,Blue\n");
    const shownAs = table.headings.map(({ heading, meaning, seems_to_hold }) => [heading, meaning, seems_to_hold]);
    expect(shownAs).toEqual([
      ["NPI", "npi", "NPIs"],
      ["CPT", "billing_code", "codes of five characters"],
      ["DOS", "date_of_service", "days"],
      ["Mod 1", "modifier", "whole numbers"],
      ["Paid", "paid_amount", "amounts"],
      ["Payer", null, "texts"],
    ]);
    expect(table.headings.some(({ is_guess }) => is_guess)).toBe(false);
    const byName = new Map(table.meanings.map((meaning) => [meaning.name, meaning]));
    expect(byName.get("billing_code")).toMatchObject({ required: true, identifies_provider: false });
    expect(byName.get("npi")).toMatchObject({ identifies_provider: true });
    expect(table.meanings.every(({ description }) => description !== "")).toBe(true);
    expect([...byName.keys()]).toEqual(expect.arrayContaining(["units", "paid_amount", "modifier"]));
    expect(outcome).toMatchObject({
      lines: [{ readings: ["date read as month/day/year", "amount read without dollar sign or thousands separators"] }],
    });
  });

  it("is shown of a file that is refused: two columns for one thing as both, with what was said about others", async () => {
    const passThrough = ["Payer"];
    const { table, outcome } = await shown("Rendering NPI,Billing NPI,CPT,Payer\n1,2,3,4\n", { passThrough });
    expect(outcome).toBeInstanceOf(Error);
    expect(table.headings.map(({ meaning }) => meaning)).toEqual(["npi", "npi", "billing_code", null]);
    const decided = new Map([["Rendering NPI", "npi"]]);
    const fixed = await shown("Rendering NPI,Billing NPI,CPT,Payer\n1,2,3,4\n", { passThrough, decided });
    expect(fixed.outcome).not.toBeInstanceOf(Error);
    expect(fixed.table.headings.map(({ meaning }) => meaning)).toEqual(["npi", null, "billing_code", null]);
  });

  it("names the sheets of a workbook, and the one that is read", async () => {
    const book = xlsx({ Notes: [["x"]], Claims: [["NPI", "CPT"]] });
    expect((await shown(book)).table).toMatchObject({ sheets: ["Notes", "Claims"], sheet: "Notes" });
    expect((await shown(book, { sheet: "2" })).table).toMatchObject({ sheet: "Claims" });
  });

  it("comes with what is assumed where no column has the date", async () => {
    const { notices } = await shown("NPI,CPT\n1000700140,99213\n");
    expect(notices).toContain("There is no column date_of_service: every lookup is priced as of 2026-11-15.");
  });
});
