import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsIn } from "../imports/sources/reading.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const release = path("sample.db");
const claims = path("claims.csv");

/** 99213 of this provider is $24.00. */
const LINES = [
  "NPI,CPT,DOS,Units,Payer,Paid",
  "1000700140,99213,10/1/2026,1,Blue,23.50",
  "1000700140,99213,10/1/2026,2,Blue,40.00",
  "1000700140,99213,9/1/2026,1,\u001b[31mGreen,1024.00",
  "1000700140,ZZZZZ,9/1/2026,1,Blue,5",
];

beforeAll(async () => {
  writeFileSync(claims, `${LINES.join("\n")}\n`);
  await releaseAt(release, SAMPLE);
});

afterAll(() => folder.remove());

function command(out: string, ...options: string[]): string[] {
  return ["reprice", "ca", "outpatient", claims, "--release", release, "--out", out, "--workers", "1", ...options];
}

test("the summary for people begins with the answer and fits a terminal", async () => {
  const { code, stdout } = await ratebook(command(path("text.csv"), "--tolerance", "$0.50", "--by", "code,payer"));
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.slice(0, 15).map((line) => line.replace(/[0-9a-f]{12}$/, "<hash>"))).toEqual([
    `${path("text.csv")}: 4 results of 4 lookups`,
    "  release       Ratebook sample, 2026.11 <hash>",
    "  underpaid     1 line, $8.00",
    "  overpaid      1 line, $1,000.00",
    "  as expected   1 line, within $0.50",
    "  compared      3 lines with Paid, paid $1,087.50, expected minus paid -$991.50",
    "  not compared  0 lines with a price",
    "  priced        3 lines, expected $96.00",
    "  not priced    1 line",
    "                1 code_not_listed: The billing code is in none of the tables that price this type of",
    "                provider.",
    "                  To do: Check the code; a code that is paid under another schedule or setting is",
    "                  priced there.",
    "                  1: Procedure code ... is not in the Medi-Cal fee schedule.",
    "  noted         4 dates read as month/day/year",
  ]);
  expect(lines.slice(15, 22)).toEqual([
    "  assumed       3 lines: provider_type physician_office (not sent: the provider's own type)",
    "                3 lines: procedure_type Medicine (not sent: the most common one of the code that has",
    "                a price)",
    "                3 lines: emergency_room false (not sent: not priced as an emergency)",
    "                3 lines: child_patient false (not sent: priced as an adult)",
    "                3 lines: service_type PRIMARY CARE II - ADULT (not sent: the first by rank of those",
    "                that apply)",
  ]);
  expect(lines.slice(22, 35)).toEqual([
    "",
    "By code",
    "  code   lines  expected  underpaid   overpaid",
    "  99213      3    $96.00      $8.00  $1,000.00",
    "  ZZZZZ      1     $0.00      $0.00      $0.00",
    "",
    "By Payer",
    "  Payer       lines  expected  underpaid   overpaid",
    "  Blue            3    $72.00      $8.00      $0.00",
    "   [31mGreen      1    $24.00      $0.00  $1,000.00",
    "",
    "The largest differences (2), with their formulas",
    "  line 4: 99213, 1000700140: expected $24.00, paid $1,024.00, difference -$1,000.00",
  ]);
  expect(Math.max(...lines.slice(1).map((line) => line.length))).toBeLessThanOrEqual(100);
});

test("the workbook, the explanations and the same as data", async () => {
  const book = path("report.xlsx");
  const out = path("all.csv");
  const options = ["--workbook", book, "--tolerance", "1%", "--explain", "--json"];
  const { code, stdout } = await ratebook(command(out, ...options));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    tolerance: { percent: "1" },
    underpaid: { lines: 2, amount: "8.50" },
    overpaid: { lines: 1, amount: "1000.00" },
    totals: [{ by: "code" }, { by: "provider" }, { by: "month", groups_total: 2 }],
  });
  const rows = await rowsIn(book);
  expect(rows.find(({ cells }) => cells[0] === "Command")?.cells[1]).toContain("--tolerance 1%");
  // The command of a line prints the price that the line has.
  const headings = rows.find(({ list, number }) => list === 'sheet "Underpaid"' && number === 3)?.cells ?? [];
  const worst = rows.find(({ list, number }) => list === 'sheet "Underpaid"' && number === 4)?.cells ?? [];
  const words = (worst[headings.indexOf("Explain command")] ?? "").split(" ");
  expect((await ratebook(words.slice(1))).stdout).toContain("$24.00");
  expect(readdirSync(folder.path).filter((name) => /partial|lock/.test(name))).toEqual([]);
});

describe("of amounts that are allowed and limited, and modifiers that are not priced,", () => {
  const input = path("amounts.csv");
  const lines = [
    "NPI,CPT,Mod,DOS,Billed Amount,Allowed Amount,Paid Amount",
    "1000700140,99213,25,10/1/2026,20.00,20.00,15.00",
    "1000700140,11045,82,10/1/2026,500.00,2.92,2.92",
    "1000700140,11004,80,10/1/2026,500.00,67.82,60.00",
  ];
  const asked = (out: string, ...options: string[]) => {
    writeFileSync(input, `${lines.join("\n")}\n`);
    return command(out, ...options).map((word) => (word === claims ? input : word));
  };

  test("the summary says what was compared, limited and left out", async () => {
    const book = path("amounts.xlsx");
    const { code, stdout } = await ratebook(asked(path("amounts-json.csv"), "--json", "--workbook", book));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      compared_with: { column: "Allowed Amount", meaning: "allowed_amount" },
      charge_limit: { column: "Billed Amount", lines: 1, amount: "4.00" },
      modifier_not_priced: { lines: 1, amount: "14.60" },
      as_expected: { lines: 2 },
      not_compared: 1,
      total: "87.82",
      totals: [
        {
          by: "code",
          groups: expect.arrayContaining([
            expect.objectContaining({
              key: "11045",
              expected: "0.00",
              modifier_not_priced: { lines: 1, amount: "14.60" },
            }),
          ]),
        },
        {},
        {},
      ],
    });
    const rows = await rowsIn(book);
    const summary = (what: string) => rows.find(({ cells }) => cells[0] === what)?.cells.slice(1, 3);
    expect(summary("Modifier not priced")).toEqual(["1", "14.6"]);
    expect(summary("Billed below the rate")).toEqual(["1", "4"]);
    expect(summary("Allowed")).toEqual(["2", "87.82"]);
    const listed = rows.filter(({ list, number }) => list === 'sheet "Modifier not priced"' && number > 3);
    expect(listed.map(({ cells }) => cells.join())).toEqual([expect.stringContaining("11045")]);
  });

  test("people read the same", async () => {
    const { stdout, stderr } = await ratebook(asked(path("amounts-text.csv")));
    const text = stdout.replaceAll(/\s+/g, " ");
    expect(text).toContain("compared 2 lines with Allowed Amount, allowed $87.82, expected minus allowed $0.00");
    expect(text).toContain("charge limit 1 line billed below the rate (Billed Amount), $4.00 less expected");
    expect(text).toContain(
      "1 of them has a modifier that changes what is paid and that the rate is without ($14.60 at the rate)",
    );
    expect(stderr).toContain('Compared with Allowed Amount, what was allowed. --compare "Paid Amount"');
  });

  test("--compare and --no-charge-limit decide", async () => {
    const options = ["--json", "--compare", "Paid Amount", "--no-charge-limit"];
    const { stdout } = await ratebook(asked(path("amounts-paid.csv"), ...options));
    expect(JSON.parse(stdout)).toMatchObject({
      compared_with: { column: "Paid Amount", meaning: "paid_amount" },
      charge_limit: { column: null, lines: 0 },
      underpaid: { lines: 2, amount: "16.82" },
    });
  });
});

describe("what cannot be told is refused before any work", () => {
  test.each([
    [["--tolerance", "lots"], 2, "Expected dollars such as 0.50, or a percentage"],
    [["--tolerance", "101%"], 2, "Expected dollars such as 0.50, or a percentage"],
    [["--by", "code,Payr"], 2, 'and "Payr" is none; did you mean Payer?'],
    [["--workbook", "report.xls"], 2, "Expected a file whose name ends with .xlsx."],
    [["--workbook", join(folder.path, "none", "report.xlsx")], 1, "there is no folder"],
    [["--workbook", join(folder.path, "there.xlsx")], 1, "exists. Choose another --workbook"],
  ])("%j", async (options, exitCode, message) => {
    writeFileSync(path("there.xlsx"), "mine");
    const out = path("never.csv");
    const { code, stdout, stderr } = await ratebook(command(out, ...options));
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([exitCode, ""]);
    for (const made of [out, `${out}.partial`]) expect(existsSync(made)).toBe(false);
  });
});

describe("Columns that were guessed", () => {
  const unnamed = path("unnamed.csv");
  const guesses = '"Svc Prov NPI" is npi, "CPT(R)" is billing_code, "Ins Paid" is paid_amount';
  const asked = ["reprice", "ca", "outpatient", unnamed, "--release", release, "--workers", "1"];

  beforeAll(() => {
    writeFileSync(unnamed, "Svc Prov NPI,CPT(R),DOS,Ins Paid\n1000700140,99213,10/1/2026,23.50\n");
  });

  test("are named as guesses before the work, in both summaries and in the workbook", async () => {
    const workbook = path("guessed.xlsx");
    const { code, stdout, stderr } = await ratebook([...asked, "--out", path("g.csv"), "--workbook", workbook]);
    expect(code).toBe(0);
    expect(stderr).toContain(`Guessed by values and words of headings: ${guesses}.`);
    expect(stdout.replace(/\s+/g, " ")).toContain(` guessed Guessed by values and words of headings: ${guesses}.`);
    const rows = await rowsIn(workbook);
    const cells = rows.flatMap((row) => row.cells);
    expect(cells).toContainEqual(expect.stringContaining(guesses));
    expect(rows.find(({ cells: [first] }) => first === "CPT(R)")?.cells[1]).toBe("billing_code (guessed)");
    const { stdout: json } = await ratebook([...asked, "--out", path("j.csv"), "--json"]);
    expect(JSON.parse(json)).toMatchObject({
      guessed_columns: [
        { heading: "Svc Prov NPI", meaning: "npi" },
        { heading: "CPT(R)", meaning: "billing_code" },
        { heading: "Ins Paid", meaning: "paid_amount" },
      ],
    });
  });

  test("are known once they are said, and a file of columns keeps no guess", async () => {
    const kept = path("kept.json");
    await ratebook([...asked, "--out", path("k.csv"), "--columns-file", kept]);
    expect(JSON.parse(readFileSync(kept, "utf8"))).toEqual({ DOS: "date_of_service" });
    const columns = "Svc Prov NPI=npi,CPT(R)=billing_code,Ins Paid=paid_amount";
    const { stderr, stdout } = await ratebook([...asked, "--out", path("s.csv"), "--columns", columns]);
    expect(`${stderr}${stdout}`).not.toMatch(/guess/i);
  });
});
