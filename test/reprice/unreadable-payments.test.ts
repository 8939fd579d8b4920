import { describe, expect, it } from "vitest";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { sampleClaims } from "./support/sample-claims.ts";

/* A file with allowed and paid amounts. 99213 of 1000700140 is paid at $24.00. */

const { reprice } = sampleClaims();

async function run(rows: readonly (readonly string[])[], options: Partial<Repricing> = {}) {
  const headings = "npi,billing_code,date_of_service,Allowed,Paid,not_owed";
  const lines = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(","));
  const done = await reprice(`${[headings, ...lines].join("\n")}\n`, options);
  if (done.outcome.kind !== "complete") throw new Error("it was interrupted");
  return { ...done, tally: done.outcome.tally };
}

const CLAIM = ["1000700140", "99213", "2026-10-01"] as const;

/** Unreadable: a decimal comma behind a minus, a word, a rounded number, a failed formula. */
const UNREADABLE = ["-24,00", "abc", "1e3", "#REF!"];

type Told = readonly [reason: string, inDoubt: readonly ("Allowed" | "Paid")[]];

const COMPARED: Told = ["", []];
const TAKEN_BACK: Told = ["money_taken_back", []];
const PAID_UNREADABLE: Told = ["unreadable_amount", ["Paid"]];
const ALLOWED_UNREADABLE: Told = ["unreadable_amount", ["Allowed"]];

/** What a line is told by its allowed and its paid amount. */
const TABLE: readonly (readonly [allowed: string, paid: string, told: Told])[] = [
  ["24.00", "20.00", COMPARED],
  ["24.00", "-20.00", TAKEN_BACK],
  ["24.00", "0.00", COMPARED],
  ["24.00", "", COMPARED],
  // The payment may take money back: what was allowed does not say.
  ["24.00", "unreadable", PAID_UNREADABLE],
  ["-24.00", "20.00", TAKEN_BACK],
  ["-24.00", "-20.00", TAKEN_BACK],
  ["-24.00", "0.00", TAKEN_BACK],
  ["-24.00", "", TAKEN_BACK],
  ["-24.00", "unreadable", ["money_taken_back", ["Paid"]]],
  ["", "20.00", ["allowed_amount_empty", []]],
  ["", "-20.00", TAKEN_BACK],
  ["", "0.00", ["allowed_amount_empty", []]],
  ["", "", ["nothing_paid", []]],
  ["", "unreadable", PAID_UNREADABLE],
  ["unreadable", "20.00", ALLOWED_UNREADABLE],
  ["unreadable", "-20.00", ["money_taken_back", ["Allowed"]]],
  ["unreadable", "0.00", ALLOWED_UNREADABLE],
  ["unreadable", "", ALLOWED_UNREADABLE],
  ["unreadable", "unreadable", ["unreadable_amount", ["Allowed", "Paid"]]],
];

const CASES = TABLE.flatMap(([allowed, paid, told]) =>
  UNREADABLE.map((cell) => [allowed, paid].map((each) => (each === "unreadable" ? cell : each)).concat([""])).map(
    (cells) => ({ cells, told }),
  ),
);

const IN_DOUBT = CASES.filter(({ told: [, inDoubt] }) => inDoubt.length > 0).length;

/** The reason of each line, and its columns in the file of rejected lines. */
function toldIn({ results, faults }: Awaited<ReturnType<typeof run>>): readonly Told[] {
  const columns = new Map(faults.map(({ fault_line = "", fault_columns = "" }) => [fault_line, fault_columns]));
  return results.map(({ reason = "", input_line = "" }) => {
    const inDoubt = columns.get(input_line)?.split("|") ?? [];
    return [reason, inDoubt as Told[1]];
  });
}

function withoutMinus(cell: string): string {
  return cell.startsWith("-") ? cell.slice(1) : cell;
}

describe("Allowed and paid amounts that can or cannot be read", () => {
  it("decide whether a line is compared, and the reason of one that is not", async () => {
    const done = await run(CASES.map(({ cells }) => [...CLAIM, ...cells]));
    expect(toldIn(done)).toEqual(CASES.map(({ told }) => told));
    expect(done.tally).toMatchObject({ lookups: CASES.length, faulty: 0, doubtful: IN_DOUBT });
    // Compared lines have nothing unknown in them: no unreadable payment counts as 0.
    expect(done.tally.compared).toBe(CASES.filter(({ told }) => told === COMPARED).length);
    expect(done.tally.verdicts.underpaid.lines).toBe(0);
    const unreadable = done.results.filter(({ remark_codes }) => remark_codes?.includes("invalid_amount"));
    expect(unreadable).toHaveLength(IN_DOUBT);
    const examples = done.tally.notCompared.find(([code]) => code === "unreadable_amount");
    expect(examples?.[2]).toBe(CASES.filter(({ told: [reason] }) => reason === "unreadable_amount").length);
  });

  it("do so as well where payments are written as credits", async () => {
    const credit = (paid: string) => (UNREADABLE.includes(paid) || Number(paid) === 0 ? paid : turned(paid));
    const turned = (paid: string) => (paid.startsWith("-") ? withoutMinus(paid) : `-${paid}`);
    const rows = CASES.map(({ cells: [allowed = "", paid = ""] }) => [...CLAIM, allowed, credit(paid), ""]);
    const done = await run(rows, { decided: new Map([["Paid", "paid_as_credit"]]) });
    expect(toldIn(done)).toEqual(CASES.map(({ told }) => told));
    expect(done.tally.doubtful).toBe(IN_DOUBT);
  });

  it("are told of a line that is not owed, whose reason stays its own", async () => {
    for (const code of ["reversal", "denied"]) {
      const done = await run(CASES.map(({ cells: [allowed = "", paid = ""] }) => [...CLAIM, allowed, paid, code]));
      expect(toldIn(done)).toEqual(CASES.map(({ told: [, inDoubt] }) => [code, inDoubt]));
      expect(done.tally).toMatchObject({ doubtful: IN_DOUBT, notOwed: [{ code, lines: CASES.length }] });
    }
  });

  it("are told of a line that is not owed and cannot be looked up, or belongs to another setting", async () => {
    const noCode = ["1000700140", "", "2026-10-01"];
    const rows = CASES.flatMap(({ cells: [allowed = "", paid = ""] }) => [
      [...noCode, allowed, paid, "denied (CO-29)"],
      [...CLAIM, allowed, paid, "other_setting"],
    ]);
    const done = await run(rows);
    const said = CASES.flatMap(({ told: [, inDoubt] }) => [
      ["denied", inDoubt],
      ["other_setting", inDoubt],
    ]);
    expect(toldIn(done)).toEqual(said);
    expect(done.tally).toMatchObject({ lookups: rows.length, faulty: 0, doubtful: 2 * IN_DOUBT });
    const unreadable = done.results.filter(({ remark_codes }) => remark_codes?.includes("invalid_amount"));
    expect(unreadable).toHaveLength(2 * IN_DOUBT);
  });
});

it("How the paid amount was read is counted beside an allowed one, also where the line is not looked up", async () => {
  const { tally } = await run([
    [...CLAIM, "24.00", "$20.00", ""],
    ["1000700140", "", "2026-10-01", "$24.00", "(20.00)", "denied"],
  ]);
  expect(Object.fromEntries(tally.noted)).toMatchObject({ dollars: 2, negative: 1 });
});

it("A date with the day first is counted on a line that is not owed too", async () => {
  const { tally, results } = await run([
    [...CLAIM.slice(0, 2), "10/1/2026", "24.00", "24.00", ""],
    [...CLAIM.slice(0, 2), "25/10/2026", "0.00", "0.00", "denied"],
  ]);
  expect(results).toHaveLength(2);
  expect(Object.fromEntries(tally.noted)).toMatchObject({ dayBeforeMonth: 1 });
});
