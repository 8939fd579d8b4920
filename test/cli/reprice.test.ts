import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsIn } from "../imports/sources/reading.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt, releaseAt } from "../support/shared-release.ts";
import { type Ended, RATEBOOK, ratebook, SAMPLE } from "./support/ratebook.ts";

describe("reprice", () => {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder.path, name);
  const release = path("sample.db");
  const claims = path("claims.csv");
  const whole = path("whole.csv");
  let uninterrupted: Ended;

  const LINES = 2_000;

  /** Claims of which some are faulty and some have no rate, a few with line ends inside a cell. They are wide: a dozen chunks of some hundred lines. */
  function claimsCsv(): string {
    const note = "x".repeat(800);
    const lines = ["claim,npi,billing_code,date_of_service,paid,note"];
    for (let number = 0; number < LINES; number += 1) {
      const npi = number % 997 === 0 ? "12" : number % 2 === 0 ? "1000700140" : "1000100010";
      const code = ["99213", "71045", "ZZZZZ"][number % 3];
      const claim = number % 1_000 === 1 ? `"claim\n${number}"` : `claim ${number}`;
      lines.push(`${claim},${npi},${code},2026-10-01,${number % 90}.${10 + (number % 90)},${note}`);
    }
    return `${lines.join("\n")}\n`;
  }

  function command(out: string, ...options: string[]): string[] {
    const compared = ["--compare", "paid", "--json", ...options];
    return ["reprice", "ca", "outpatient", claims, "--release", release, "--out", out, ...compared];
  }

  beforeAll(async () => {
    writeFileSync(claims, claimsCsv());
    await californiaAt(release);
    uninterrupted = await ratebook(command(whole, "--workers", "1"));
  });

  afterAll(() => folder.remove());

  const SIGNAL_AT = join(import.meta.dirname, "support", "signal-at.ts");

  /** Starts a run that gets a signal as soon as it has written down how far it is; what it said. */
  async function interrupted(out: string, signal: NodeJS.Signals, workers: string): Promise<string> {
    const preload = `${SIGNAL_AT}?${new URLSearchParams({ file: `${out}.progress`, signal })}`;
    const child = spawn(RATEBOOK, command(out, "--workers", workers), {
      env: { ...process.env, NODE_OPTIONS: `--import=${preload}` },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
    });
    await once(child, "close");
    expect([child.signalCode, said]).toEqual([signal, expect.any(String)]);
    expect(existsSync(`${out}.progress`)).toBe(true);
    expect(existsSync(out)).toBe(false);
    return said;
  }

  /** Everything that a run leaves behind and says is what the uninterrupted one left and said. */
  function expectTheSame(out: string, { code, stdout }: Ended): void {
    expect(code).toBe(uninterrupted.code);
    expect(stdout.replaceAll("resumed", "whole").replaceAll("stopped", "whole")).toBe(uninterrupted.stdout);
    expect(readFileSync(out).equals(readFileSync(whole))).toBe(true);
    const faults = readFileSync(out.replace(/csv$/, "faults.csv"), "utf8");
    expect(faults).toBe(readFileSync(path("whole.faults.csv"), "utf8"));
    for (const left of [".partial", ".progress"]) expect(existsSync(out + left)).toBe(false);
  }

  test("a file with faulty lines ends with 3, its results in the order of its lines", () => {
    expect(uninterrupted.code).toBe(3);
    const summary = JSON.parse(uninterrupted.stdout) as Record<string, unknown>;
    const faulty = Math.ceil(LINES / 997);
    expect(summary).toMatchObject({ file: whole, lookups: LINES, faulty, faults_file: path("whole.faults.csv") });
    expect(summary.largest_differences).toHaveLength(200);
    const claimNumbers = [...readFileSync(whole, "utf8").matchAll(/^"?claim[ \n]([0-9]+)/gm)].map(
      ([, number]) => number,
    );
    expect(claimNumbers).toEqual(
      Array.from({ length: LINES }, (_, number) => number).flatMap((number) =>
        number % 997 === 0 ? [] : String(number),
      ),
    );
  });

  describe("a run that was killed", () => {
    const out = path("resumed.csv");

    beforeAll(async () => {
      await interrupted(out, "SIGKILL", "2");
      // What was half written when the power went.
      appendFileSync(`${out}.partial`, "claim 1,1000700140,99213,2026-");
    });

    test("is neither overlooked nor replaced", async () => {
      const { code, stderr } = await ratebook(command(out));
      expect([code, stderr]).toEqual([
        1,
        `error: A run to ${out} was interrupted. Go on with --resume, or begin again with --force.\n`,
      ]);
    });

    test.each([
      [["--fields", "payment_rate"], "--fields was rate_found,payment_rate,"],
      [["--compare", "claim"], "the reading of the columns was Columns: npi, "],
    ])("is not resumed as another one: %j", async (options, reason) => {
      const { code, stderr } = await ratebook(command(out, "--resume", ...options));
      expect(code).toBe(1);
      expect(stderr).toContain(`error: The run of ${out} cannot be resumed: ${reason}`);
      expect(stderr).toContain("Begin again with --force.");
    });

    test("is not resumed with another input", async () => {
      const other = path("other-claims.csv");
      writeFileSync(other, `${readFileSync(claims, "utf8")}claim,1000700140,99213,2026-10-01,1.00,\n`);
      const args = command(out, "--resume").map((each) => (each === claims ? other : each));
      const { stderr } = await ratebook(args);
      expect(stderr).toMatch(/cannot be resumed: the input was [0-9]+ bytes, .* and is now [0-9]+ bytes, /);
    });

    test("goes on to the same bytes and the same summary as one that was not", async () => {
      const { place } = JSON.parse(readFileSync(`${out}.progress`, "utf8")) as { place: { line: number } };
      expect(place.line).toBeGreaterThan(2);
      expect(place.line).toBeLessThan(LINES);
      expectTheSame(out, await ratebook(command(out, "--resume", "--workers", "1")));
    });
  });

  describe("a run that receives a stop signal", () => {
    const out = path("stopped.csv");

    test("says how to go on, and goes on", async () => {
      const said = await interrupted(out, "SIGINT", "1");
      expect(said).toMatch(/Interrupted before line [0-9]+\. Go on with --resume\.\n$/);
      expectTheSame(out, await ratebook(command(out, "--resume", "--workers", "1")));
    });

    test("has nothing to go on with once it is complete", async () => {
      const { code, stderr } = await ratebook(command(out, "--resume"));
      expect([code, stderr]).toEqual([1, `error: ${out} exists. Choose another --out, or replace it with --force.\n`]);
    });
  });

  describe("what is asked for wrongly is refused before any work", () => {
    test.each([
      [["--fields", "payment_rat"], 2, 'and "payment_rat" is none; did you mean payment_rate?'],
      [["--fields", "a,,b"], 2, "Expected names separated by commas."],
      [["--resume", "--force"], 2, "--resume goes on and --force begins again: give one of them."],
      [["--workers", "0"], 2, "Expected a whole number from 1 to 64."],
      [["--compare", "paidd"], 1, `${claims}:1: There is no column "paidd" for --compare; did you mean paid?`],
    ])("%j", async (options, exitCode, message) => {
      const out = path("never.csv");
      const args = ["reprice", "ca", "outpatient", claims, "--release", release, "--out", out, ...options];
      const { code, stdout, stderr } = await ratebook(args);
      expect(stderr).toContain(message);
      expect([code, stdout]).toEqual([exitCode, ""]);
      for (const made of [out, `${out}.partial`]) expect(existsSync(made)).toBe(false);
    });

    test("an input that does not exist", async () => {
      const args = ["reprice", "ca", "outpatient", path("none.csv"), "--release", release, "--out", path("never.csv")];
      const { code, stderr } = await ratebook(args);
      expect([code, stderr]).toEqual([1, `error: There is no file ${path("none.csv")}.\n`]);
    });
  });
});

describe("reprice report", () => {
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
    await californiaAt(release);
  });

  afterAll(() => folder.remove());

  function command(out: string, ...options: string[]): string[] {
    return ["reprice", "ca", "outpatient", claims, "--release", release, "--out", out, "--workers", "1", ...options];
  }

  test("the summary for people begins with the answer and fits a terminal", async () => {
    const { code, stdout } = await ratebook(command(path("text.csv"), "--tolerance", "$0.50", "--by", "code,payer"));
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    const text = stdout.replace(path("text.csv"), "text.csv").replaceAll(/\b[0-9a-f]{12}\b/g, "<hash>");
    await expect(text).toMatchFileSnapshot("reprice-summary.txt");
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
      const summary = (what: string, columns = 2) =>
        rows.find(({ cells }) => cells[0] === what)?.cells.slice(1, 1 + columns);
      expect(summary("Modifier not priced")).toEqual(["1", "14.6"]);
      expect(summary("Billed below the rate")).toEqual(["1", "4"]);
      // Lines, billed, allowed, paid, expected, variance.
      expect(summary("Compared", 6)?.slice(2, 3)).toEqual(["87.82"]);
      expect(summary("Compared", 6)?.slice(4)).toEqual(["87.82", "0"]);
      const listed = rows.filter(({ list, number }) => list === 'sheet "Not compared"' && number > 3);
      expect(listed.map(({ cells }) => cells.join())).toEqual([
        expect.stringMatching(/11045.*A modifier changes what is paid, and the published rate is without it\./),
        expect.stringContaining("Total"),
      ]);
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

  test("of NPIs that were not found, the other states of the release that have them are named, in the workbook too", async () => {
    const whole = path("all-states.db");
    await releaseAt(whole, SAMPLE);
    const input = path("elsewhere.csv");
    // A hospital of Florida, and an NPI of nobody.
    const npis = ["1000700140", "1000800015", "1000800015", "1999999984"];
    writeFileSync(input, `NPI,CPT,DOS\n${npis.map((npi) => `${npi},99213,2026-10-01\n`).join("")}`);
    const book = path("elsewhere.xlsx");
    const options = ["--workers", "1", "--json", "--workbook", book];
    const asked = ["reprice", "ca", "outpatient", input, "--release", whole, "--out", path("elsewhere-out.csv")];
    const { stdout } = await ratebook([...asked, ...options]);
    expect((JSON.parse(stdout) as { npis: unknown }).npis).toEqual({
      ...{ total: 3, found: 1, elsewhere: [{ state: "fl", found: 1 }] },
      missing: [
        { npi: "1000800015", lines: 2, states: ["fl"] },
        { npi: "1999999984", lines: 1, states: [] },
      ],
    });
    const listed = (await rowsIn(book)).filter(({ list }) => list === 'sheet "NPIs not found"');
    expect(listed.map(({ cells }) => cells.join())).toContain("1000800015,2,Florida");
  });

  test("of underpaid lines, those with a takeback of their claim are named in dollars, also by threads", async () => {
    const input = path("takebacks.csv");
    // More than one thread's worth of bytes lies between a payment and its takeback.
    const between = Array.from(
      { length: 300 },
      (_, at) => `X${at},1000700140,99213,2026-10-01,24.00,${"n".repeat(900)}`,
    );
    const lines = [
      "Claim Number,NPI,CPT,DOS,Paid,Note",
      "A,1000700140,99213,2026-10-01,10.00,",
      "B,1000700140,99213,2026-10-01,20.00,",
      ...between,
      "A,1000700140,99213,2026-10-01,-10.00,",
      "A,1000700140,99213,2026-10-01,24.00,",
      "C,1000700140,99213,2026-10-02,24.00,",
      "C,1000700140,99213,2026-10-02,-24.00,",
    ];
    writeFileSync(input, `${lines.join("\n")}\n`);
    const book = path("takebacks.xlsx");
    const asked = (out: string, ...options: string[]) =>
      command(out, ...options).map((word) => (word === claims ? input : word));
    const words = '1 underpaid line has a takeback with the same "Claim Number" in this file ($14.00).';
    const { stdout } = await ratebook(asked(path("takebacks-json.csv"), "--json", "--workbook", book));
    expect(JSON.parse(stdout)).toMatchObject({
      underpaid: { lines: 2, amount: "18.00" },
      underpaid_with_takebacks: { lines: 1, dollars: "14.00", is_complete: true },
      largest_differences: [
        { claim: "A", has_takeback: true, remarks: [expect.stringContaining("same claim number")] },
        { claim: "B", has_takeback: false },
      ],
    });
    const rows = await rowsIn(book);
    expect(rows.find(({ cells }) => cells[0] === "Underpaid with takebacks")?.cells).toEqual(
      expect.arrayContaining(["1", "14", expect.stringContaining(words)]),
    );
    const listed = rows.filter(({ list, number }) => list === 'sheet "Underpaid"' && number > 3);
    expect(listed.map(({ cells }) => cells.join().includes("The file has a takeback that may belong to it."))).toEqual([
      true,
      false,
      false,
    ]);
    // Claim C was paid as expected, and then taken back: it comes first in its sheet, before 301 lines.
    const gone = "1 line has a payment that may have been taken back in this file ($24.00): 1 as expected.";
    expect(rows.find(({ cells }) => cells[0] === "Paid with takebacks")?.cells).toEqual(
      expect.arrayContaining(["1", "24", expect.stringContaining(gone)]),
    );
    const asExpected = rows.filter(({ list, number }) => list === 'sheet "As expected"' && number > 1).slice(0, 4);
    expect(asExpected.map(({ cells }) => cells.join())).toEqual([
      expect.stringMatching(/302 lines paid as expected\. Those with a takeback first\.$/),
      expect.stringContaining("Claim Number"),
      expect.stringMatching(/^306,C,.*Paid at the rate. The file has a takeback that may belong to it\./),
      expect.stringMatching(/^4,X0,/),
    ]);
    const text = (await ratebook(asked(path("takebacks-text.csv")))).stdout.replaceAll(/\s+/g, " ");
    expect(text).toContain(`underpaid 2 lines, $18.00 ${words} Check whether it was paid again`);
    expect(text).toContain(`2 lines take money back ($34.00): 2 of these ${gone}`);
  });

  test("of lines that were not owed, what is left is underpaid, and the others stand apart with their reasons", async () => {
    const input = path("not-owed.csv");
    const lines = [
      "claim,payer_claim,npi,billing_code,date_of_service,paid_amount,not_owed",
      "A-1,ICN-1,1000700140,99213,2026-10-01,20.00,",
      "A-2,ICN-2,1000700140,99213,2026-10-01,0.00,covered_by_plan (CO-24)",
      "A-3,ICN-3,1000700140,99213,2026-10-01,0.00,covered_by_plan (CO-24)",
      "A-4,ICN-4,1000700140,99213,2026-10-01,6.00,other_payer (CO-23)",
      "A-5,ICN-5,,,,90.00,other_setting",
    ];
    writeFileSync(input, `${lines.join("\n")}\n`);
    const asked = (out: string, ...options: string[]) =>
      command(out, ...options).map((word) => (word === claims ? input : word));
    const said = await ratebook(asked(path("not-owed-text.csv")));
    expect(said.code).toBe(0);
    const text = said.stdout.replaceAll(/\s+/g, " ");
    expect(text).toContain("underpaid 1 line, $4.00 overpaid 0 lines");
    expect(text).toContain("not compared 0 lines with a price not owed 3 lines, not compared and in no total");
    expect(text).toContain("2 covered by a plan: paid $0.00, $48.00 at the rate 1 other payer paid: paid $6.00");
    expect(text).toContain("other setting 1 line, paid $90.00, part of not priced priced 4 lines, expected $24.00");
    expect(said.stderr).toContain("paid_amount, not_owed. Passed through: claim, payer_claim.");

    const { stdout } = await ratebook(asked(path("not-owed-json.csv"), "--json"));
    expect(JSON.parse(stdout)).toMatchObject({
      lookups: 5,
      underpaid: { lines: 1, amount: "4.00" },
      paid_nothing: { lines: 0 },
      total: "24.00",
      not_compared: 3,
      not_owed: [
        { code: "covered_by_plan", lines: 2, priced: 2, paid: "0.00", expected: "48.00" },
        { code: "other_payer", lines: 1, paid: "6.00" },
        { code: "other_setting", lines: 1, priced: 0, paid: "90.00" },
      ],
      not_compared_by_reason: [
        { code: "covered_by_plan", lines: 2, examples: [{ claim: "A-2", payer_claim: "ICN-2" }, {}] },
        { code: "other_payer", lines: 1 },
      ],
      largest_differences: [{ claim: "A-1", payer_claim: "ICN-1" }],
    });
  });

  describe("what cannot be told is refused before any work", () => {
    test.each([
      [["--tolerance", "lots"], 2, "Expected dollars such as 0.50, or a percentage"],
      [["--tolerance", "101%"], 2, "Expected dollars such as 0.50, or a percentage"],
      [["--by", "code,Payr"], 2, 'and "Payr" is none; did you mean Payer?'],
      [["--by", "nosuch", "--dry-run"], 2, 'and "nosuch" is none; known are code, provider, month, '],
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

    test("are named as guesses before the work, in both summaries and in the workbook, and a file of columns keeps none", async () => {
      const workbook = path("guessed.xlsx");
      const { code, stdout, stderr } = await ratebook([...asked, "--out", path("g.csv"), "--workbook", workbook]);
      expect(code).toBe(0);
      expect(stderr).toContain(`Guessed by values and words of headings: ${guesses}.`);
      expect(stdout.replace(/\s+/g, " ")).toContain(` guessed Guessed by values and words of headings: ${guesses}.`);
      const rows = await rowsIn(workbook);
      const cells = rows.flatMap((row) => row.cells);
      const inWords = '"Svc Prov NPI" as NPI, "CPT(R)" as billing code, "Ins Paid" as paid amount';
      expect(cells).toContainEqual(expect.stringContaining(inWords));
      expect(rows.find(({ cells: [first] }) => first === "CPT(R)")?.cells[1]).toBe("Billing code (guessed)");
      const kept = path("kept.json");
      const { stdout: json } = await ratebook([...asked, "--out", path("j.csv"), "--json", "--columns-file", kept]);
      expect(JSON.parse(readFileSync(kept, "utf8"))).toEqual({ DOS: "date_of_service" });
      expect(JSON.parse(json)).toMatchObject({
        guessed_columns: [
          { heading: "Svc Prov NPI", meaning: "npi" },
          { heading: "CPT(R)", meaning: "billing_code" },
          { heading: "Ins Paid", meaning: "paid_amount" },
        ],
      });
    });

    test("are known once they are said", async () => {
      const columns = "Svc Prov NPI=npi,CPT(R)=billing_code,Ins Paid=paid_amount";
      const { stderr, stdout } = await ratebook([...asked, "--out", path("s.csv"), "--columns", columns]);
      expect(`${stderr}${stdout}`).not.toMatch(/guess/i);
    });
  });
});
