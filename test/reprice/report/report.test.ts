import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../../../src/answers/explanation/result-words.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { describedFile } from "../../../src/release/open.ts";
import type { ReleaseDescription } from "../../../src/release/release.ts";
import { NO_TOLERANCE } from "../../../src/reprice/pricing/payment-comparison.ts";
import { COMMAND_ADVICE } from "../../../src/reprice/reading/advice.ts";
import { type CountedLine, GroupTotals, groupingsOf } from "../../../src/reprice/report/grouping.ts";
import { ListedLines, listedLines } from "../../../src/reprice/report/listed-lines.ts";
import { AnsweredLines, LargestPlaces, type RunFacts, reportOn } from "../../../src/reprice/report/report.ts";
import { writeReportWorkbook } from "../../../src/reprice/report/report-workbook.ts";
import { summaryJson } from "../../../src/reprice/report/summary-json.ts";
import type { Repricing } from "../../../src/reprice/repricing.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { rowsIn } from "../../imports/sources/reading.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { repriced } from "../support/repriced.ts";

describe("report", () => {
  const folder = temporaryFolder();
  const state = states[0] as State;
  const lookup = lookupOf(state, "outpatient");
  const signal = new AbortController().signal;
  const READING = { interruption: signal, onProgress: () => undefined };
  let description: ReleaseDescription;
  let asked: Pick<Repricing, "state" | "setting" | "release">;

  beforeAll(async () => {
    const file = join(folder.path, "sample.db");
    await releaseAt(file, SAMPLE);
    description = describedFile(file);
    asked = { state, setting: "outpatient", release: { file, contentHash: description.contentHash } };
  });
  afterAll(() => folder.remove());

  /** 99213 of 1000700140 is paid at $24.00; the fourth line has two units. */
  const CLAIMS = [
    "Claim,NPI,CPT,DOS,Units,Payer,Paid,Note",
    '0001,1000700140,99213,10/1/2026,1,Blue,$20.00,"=HYPERLINK(""x"")"',
    "0002,1000700140,99213,2026-10-02,1,Blue,24.00,",
    "0003,1000700140,99213,2026-09-03,1,Größe,30.50,",
    "0004,1000700140,99213,2026-09-04,2,Größe,-,",
    "0005,1000700140,ZZZZZ,2026-09-05,1,Blue,9.00,",
    "0006,1000700140,99213,2026-09-06,1,Blue,,",
    "0007,12,99213,2026-09-07,1,Blue,1.00,",
    "0008,1000700140,99213,2026-09-08,1,Blue,abc,",
  ].join("\n");

  async function factsOf(csv: string, by: readonly string[], options: Partial<Repricing> = {}): Promise<RunFacts> {
    const path = mkdtempSync(join(folder.path, "run-"));
    const tolerance = options.tolerance ?? NO_TOLERANCE;
    let facts: RunFacts | null = null;
    await repriced(
      path,
      csv,
      { ...asked, fields: ["payment_rate", "error_message", "provider_name", "calculation_method"], ...options },
      {
        onComplete: async ({ tally }, output) => {
          const groupings = groupingsOf(by, lookup, output);
          if (groupings instanceof Refusal) throw new Error(groupings.expected);
          const listed = new ListedLines(output, groupings, listedLines(tally), lookup);
          const reading = {
            ...{ groupings, tolerance, listedMax: 2, listed, interruption: signal },
            onProgress: () => undefined,
          };
          const report = await reportOn(output, reading);
          const about = { state, lookup, release: description, input: "claims.csv", program: "1.0", day: "2026-11-16" };
          const called = { out: output.out, faults: output.faultsFile ?? "" };
          facts = {
            ...about,
            output,
            called,
            tally,
            tolerance,
            report,
            command: "ratebook reprice",
            advice: COMMAND_ADVICE,
          };
        },
      },
    );
    if (facts === null) throw new Error("the run was not complete");
    return facts;
  }

  async function sheetsOf(facts: RunFacts): Promise<Map<string, (readonly string[])[]>> {
    const path = join(mkdtempSync(join(folder.path, "book-")), "report.xlsx");
    await writeReportWorkbook(path, facts, READING);
    const sheets = new Map<string, (readonly string[])[]>();
    for (const { list, cells } of await rowsIn(path)) {
      const name = list.replace(/^sheet "|"$/g, "");
      sheets.set(name, [...(sheets.get(name) ?? []), cells]);
    }
    return sheets;
  }

  describe("The report of a repricing", () => {
    it("adds up a code that lost its zeros under the code that it is, known by the code of the remark", async () => {
      const claims = "npi,billing_code,date_of_service,paid\n1000700140,840,2026-10-01,-5.00\n";
      const { report } = await factsOf(claims, ["code"]);
      expect(report.totals[0]?.rows).toMatchObject([{ key: "00840", lines: 1, takenBackLines: 1 }]);
      expect(report.totals[0]?.rows[0]?.takenBack.text).toBe("5.00");
    });

    it("counts underpaid, overpaid, as expected, not compared and not priced lines, with what to do", async () => {
      const facts = await factsOf(CLAIMS, []);
      expect(summaryJson(facts)).toMatchObject({
        lookups: 8,
        // 4.00 and 48.00.
        underpaid: { lines: 2, amount: "52.00" },
        overpaid: { lines: 1, amount: "6.50" },
        as_expected: { lines: 1, amount: "0.00" },
        not_compared: 2,
        not_priced: 1,
        faulty: 1,
        not_priced_by_reason: [{ code: "code_not_listed", lookups: 1, messages: [{ lookups: 1 }] }],
        largest_differences: [
          {
            input_line: 5,
            expected_amount: "48.00",
            paid: "0.00",
            difference: "48.00",
            lookup: { npi: "1000700140", billing_code: "99213" },
          },
          { input_line: 4, difference: "-6.50" },
          { input_line: 2, difference: "4.00" },
        ],
      });
      expect(facts.tally.largest[0]?.formula).toMatch(/= \$24\.00; \$24\.00 x 2 units = \$48\.00$/);
    });

    it("lists lines with their groups and what lines of a reason are, and counts NPIs that the data does not have", async () => {
      const claims = [
        "Claim No,npi,billing_code,date_of_service,paid,Payer",
        "A-1,1000700140,99213,2026-10-01,20.00,Blue",
        "A-2,1000700140,ZZZZZ,2026-10-01,5.00,Red",
        "A-3,1000700140,00840,2026-10-01,5.00,Red",
        "A-4,1000700140,99213,2026-10-01,,",
        "A-5,1234567893,99213,2026-10-01,20.00,Blue",
      ].join("\n");
      const facts = await factsOf(`${claims}\n`, ["code", "Payer"]);
      const json = summaryJson(facts);
      expect(json.largest_differences?.[0]).toMatchObject({ claim: "A-1", groups: ["99213", "Blue"], billed: null });
      expect(json.not_compared_by_reason).toMatchObject([
        { code: "nothing_paid", lines: 1, examples: [{ claim: "A-4", groups: ["99213", "(none)"] }] },
      ]);
      const lacking = json.not_priced_by_reason.find(({ code }) => code === "missing_information");
      expect(lacking?.messages).toMatchObject([{ add: ["anesthesia_minutes"], examples: [{ claim: "A-3" }] }]);
      expect(json.npis).toEqual({ total: 2, found: 1, elsewhere: [] });
      expect([json.points, json.points_left]).toEqual([[{ expected: "24.00", paid: "20.00", lines: 1 }], 0]);
    });

    it("adds up by code, provider, month and a column of the input as the lines were read", async () => {
      const facts = await factsOf(CLAIMS, ["code", "provider", "month", "payer"]);
      const notices = facts.report.totals.map(({ by, rows }) => [
        by,
        rows.map(({ key, lines, expected, underpaid, overpaid }) => [
          key,
          lines,
          `${expected} ${underpaid} ${overpaid}`,
        ]),
      ]);
      expect(notices).toEqual([
        [
          "code",
          [
            ["99213", 6, "$168.00 $52.00 $6.50"],
            ["ZZZZZ", 1, "$0.00 $0.00 $0.00"],
          ],
        ],
        ["provider", [["1000700140", 7, "$168.00 $52.00 $6.50"]]],
        [
          "month",
          [
            ["2026-09", 5, "$120.00 $48.00 $6.50"],
            ["2026-10", 2, "$48.00 $4.00 $0.00"],
          ],
        ],
        [
          "Payer",
          [
            ["Größe", 2, "$72.00 $48.00 $6.50"],
            ["Blue", 5, "$96.00 $4.00 $0.00"],
          ],
        ],
      ]);
      expect(facts.report.totals[1]?.rows[0]?.label).toMatch(/\S/);
    });

    it("takes differences within the tolerance as expected, in the counts as in the totals", async () => {
      const facts = await factsOf(CLAIMS, ["code"], { tolerance: { figure: "6.50", of: "dollars" } });
      const { underpaid, overpaid, asExpected } = facts.tally.verdicts;
      expect([underpaid, overpaid.lines, asExpected]).toEqual([
        { lines: 1, amount: "48.00" },
        0,
        { lines: 3, amount: "-2.50" },
      ]);
      expect(facts.report.totals[0]?.rows[0]).toMatchObject({ underpaidLines: 1, overpaidLines: 0 });
    });

    it("compares a line whose results have one amount", async () => {
      const csv = "provider_name,billing_code,date_of_service,paid\nmedical center,99213,2026-10-01,5\n";
      const { tally, report } = await factsOf(csv, ["code"]);
      expect(tally).toMatchObject({ withSeveralAmounts: 0, compared: 1, totalLines: 1, total: "27.54" });
      expect(report.totals[0]?.rows).toMatchObject([{ lines: 1, compared: 1, expected: { cents: 2754n } }]);
    });

    it("leaves a line with several amounts out of all totals", async () => {
      const csv = "provider_name,billing_code,date_of_service,paid\ncenter,99213,2026-10-01,5\n";
      const { tally, report } = await factsOf(csv, ["code"]);
      expect(tally).toMatchObject({ withSeveralAmounts: 1, compared: 0 });
      expect(report.totals[0]?.rows).toMatchObject([{ lines: 1, notPriced: 0, compared: 0, expected: { cents: 0n } }]);
    });

    it("refuses totals by what is no column, with what was meant", () => {
      const columns = {
        count: 1,
        parameters: [],
        modifiers: [],
        severity: null,
        codeSystem: null,
        units: null,
        paid: null,
        allowed: null,
        billed: null,
        guessed: [],
      };
      const output = {
        names: ["Payer"],
        columns,
        cells: { today: "2026-11-15" as Day, isFrom1904: false, hasSemicolons: false },
      };
      const form = { fields: [], isCompared: false, isExplained: false };
      expect(groupingsOf(["Payr"], lookup, { ...output, form })).toMatchObject({
        expected: expect.stringContaining("did you mean Payer?"),
      });
      const broken = { ...output, names: ["Payer\n of  claim"] };
      expect(groupingsOf(["payer of claim"], lookup, { ...broken, form })).toMatchObject([{ by: "Payer of claim" }]);
      expect(groupingsOf(["payer", "Payer"], lookup, { ...output, form })).toBeInstanceOf(Refusal);
      expect(groupingsOf(Array(11).fill("code"), lookup, { ...output, form })).toBeInstanceOf(Refusal);
    });
  });

  describe("The workbook of a repricing", () => {
    it("has the summary, the lists with the largest first, the totals and the sources", async () => {
      const sheets = await sheetsOf(await factsOf(CLAIMS, ["code", "provider", "month", "Payer"]));
      expect([...sheets.keys()]).toEqual([
        "Summary",
        "Underpaid",
        "Overpaid",
        "Not priced",
        "Faults",
        "By code",
        "By provider",
        "By month",
        "By Payer",
        "Sources",
      ]);
      const found = (name: string, what: string) => sheets.get(name)?.find(([first]) => first === what);
      for (const sentence of LIMITS) expect(found("Summary", sentence)).toBeDefined();
      expect(found("Summary", "Underpaid")?.slice(1, 3)).toEqual(["2", "52"]);
      expect(found("Summary", "Overpaid")?.slice(1, 3)).toEqual(["1", "6.5"]);
      const [, note, headings, first, second] = sheets.get("Underpaid") ?? [];
      expect(note?.[0]).toBe("2 lines, the largest first.");
      const cells = (row: readonly string[] = []) =>
        Object.fromEntries((headings ?? []).map((name, at) => [name, row[at]]));
      expect(cells(first)).toMatchObject({
        Line: "5",
        Claim: "0004",
        NPI: "1000700140",
        DOS: "2026-09-04",
        Units: "2",
        Paid: "0",
        "Expected amount": "48",
        Difference: "48",
        Payer: "Größe",
      });
      expect(cells(second)).toMatchObject({ Line: "2", DOS: "2026-10-01", Paid: "20", Note: '=HYPERLINK("x")' });
      expect(sheets.get("Not priced")?.[3]?.[0]).toBe("6");
      expect(
        sheets
          .get("Faults")
          ?.slice(3)
          .map(([line]) => line),
      ).toEqual(["8", "9"]);
      expect(found("By month", "2026-09")?.slice(1, 4)).toEqual(["5", "1", "120"]);
      expect(found("Sources", "Content hash")?.[1]).toBe(description.contentHash);
      expect(found("Sources", "DOS")?.[1]).toBe("date_of_service");
    });

    it("says where a list was cut and where the whole of it is", async () => {
      const lines = [1, 2, 3].map((paid) => `1000700140,99213,2026-10-01,${paid}.00`);
      const facts = await factsOf(`npi,billing_code,date_of_service,paid\n${lines.join("\n")}\n`, []);
      const [, note, , ...rows] = (await sheetsOf(facts)).get("Underpaid") ?? [];
      expect(note?.[0]).toBe(
        `3 lines, the largest first. The first 2 lines are listed; all are in ${facts.output.out}.`,
      );
      expect(rows.map(([line]) => line)).toEqual(["2", "3"]);
    });

    it("is not there when it was interrupted, and says what is", async () => {
      const facts = await factsOf(CLAIMS, []);
      const path = join(mkdtempSync(join(folder.path, "book-")), "report.xlsx");
      const interruption = AbortSignal.abort();
      const message = `${facts.output.out} is complete; begin again with --force for the rest.`;
      await expect(writeReportWorkbook(path, facts, { ...READING, interruption })).rejects.toThrow(message);
      expect([path, `${path}.partial`].filter((each) => existsSync(each))).toEqual([]);
      const asking = { groupings: [], tolerance: NO_TOLERANCE, listedMax: 2, ...READING, interruption };
      await expect(reportOn(facts.output, asking)).rejects.toThrow(message);
    });

    it("has no lists of differences where nothing was paid", async () => {
      const facts = await factsOf("npi,billing_code,date_of_service\n1000700140,99213,2026-10-01\n", ["code"]);
      expect([...(await sheetsOf(facts)).keys()]).toEqual(["Summary", "Not priced", "Faults", "By code", "Sources"]);
    });
  });

  describe("An explained output", () => {
    it("shows where each figure comes from, and a command that a shell takes", async () => {
      const path = mkdtempSync(join(folder.path, "run-"));
      const lines = ["secret,,1000700140,99213,2026-10-01", "secret,O'Brien,,99213,2026-10-01"];
      const csv = `reference_id,provider_name,npi,billing_code,date_of_service\n${lines.join("\n")}\n`;
      const { results } = await repriced(path, csv, { ...asked, explains: true });
      expect(results[0]?.figures).toMatch(
        /^unit value = 2\.4 \(ca\/outpatient_rates, line [0-9]+; .+\); conversion factor = /,
      );
      expect(results[1]?.explain_command).toMatch(
        /^ratebook explain ca outpatient --release \S+ .*'provider_name=O'\\''Brien'/,
      );
      expect(results[0]?.explain_command).not.toContain("secret");
    });
  });
});

describe("answered lines", () => {
  const record = (line: string, amount: string, offset: number) => ({
    cells: [line, amount, amount],
    offset,
    length: 1,
  });

  it("of the results of a line the one with the amount is kept, also after one without", () => {
    const lines = new AnsweredLines({ inputLine: 0, amountAtRate: 1, expectedAmount: 2 });
    expect(lines.next(record("2", "", 0))).toBeNull();
    expect(lines.next(record("2", "5.00", 1))).toBeNull();
    expect(lines.next(record("2", "", 2))).toBeNull();
    expect(lines.next(record("3", "", 3))).toMatchObject({ record: { offset: 1 }, amounts: 1 });
    expect(lines.next(record("3", "", 4))).toBeNull();
    expect(lines.last()).toMatchObject({ record: { offset: 3 }, amounts: 0 });
  });

  it("results of one amount are one amount, also where the amounts at the rate differ", () => {
    const result = (line: string, atRate: string, expected: string) => ({
      cells: [line, atRate, expected],
      offset: 0,
      length: 1,
    });
    const lines = new AnsweredLines({ inputLine: 0, amountAtRate: 1, expectedAmount: 2 });
    lines.next(result("2", "5.00", "4.00"));
    lines.next(result("2", "6.00", "4.00"));
    expect(lines.next(result("3", "5.00", "5.00"))).toMatchObject({ amounts: 1 });
    lines.next(result("3", "6.00", "6.00"));
    expect(lines.next(result("4", "5.00", ""))).toMatchObject({ amounts: 2 });
    lines.next(result("4", "6.00", ""));
    expect(lines.last()).toMatchObject({ amounts: 2 });
  });
});

describe("group totals", () => {
  const NOT_PRICED: CountedLine = {
    isPriced: false,
    expected: null,
    modifierNotPriced: null,
    difference: null,
    verdict: null,
    takenBack: null,
  };

  function line(expected: bigint, difference: bigint): CountedLine {
    const verdict = difference > 0n ? "underpaid" : difference < 0n ? "overpaid" : "asExpected";
    return { isPriced: true, expected, modifierNotPriced: null, difference, verdict, takenBack: null };
  }

  it("adds lines up by their key, where most is missing first", () => {
    const totals = new GroupTotals();
    totals.add("A", () => "", line(1000n, 1n));
    totals.add("A", () => "the name", line(500n, -250n));
    totals.add("B", () => "", line(1000n, 300n));
    totals.add("B", () => "", NOT_PRICED);
    totals.add("", () => "never asked", { ...line(700n, 0n), difference: null, verdict: null });
    const notices = totals.rows().map(({ key, label, lines, notPriced, compared, ...amounts }) => {
      const { expected, paid, underpaid, overpaid, difference } = amounts;
      return [key, label, lines, notPriced, compared, `${[expected, paid, underpaid, overpaid, difference].join(" ")}`];
    });
    expect(notices).toEqual([
      ["B", "", 2, 1, 1, "$10.00 $7.00 $3.00 $0.00 $3.00"],
      // Paid: 9.99 + 7.50.
      ["A", "the name", 2, 0, 2, "$15.00 $17.49 $0.01 $2.50 $-2.49"],
      ["(none)", "", 1, 0, 0, "$7.00 $0.00 $0.00 $0.00 $0.00"],
    ]);
  });

  it("separates lines that were paid nothing from those that take money back", () => {
    const totals = new GroupTotals();
    totals.add("A", () => "", line(1000n, 1000n));
    totals.add("A", () => "", line(500n, 250n));
    totals.add("A", () => "", { ...line(700n, 0n), difference: null, verdict: null, takenBack: 1200n });
    const [row] = totals.rows();
    expect(row).toMatchObject({ underpaidLines: 2, paidNothingLines: 1, takenBackLines: 1, compared: 2 });
    expect([row?.underpaid, row?.paidNothing, row?.takenBack].join(" ")).toBe("$12.50 $10.00 $12.00");
  });

  it("keeps as many groups as there is room for and adds up the others, last of all", () => {
    const totals = new GroupTotals(2);
    for (const key of ["A", "B", "C", "D", "A"]) totals.add(key, () => key, line(100n, key < "C" ? 0n : 50n));
    expect(totals.rows().map(({ key, label, lines }) => [key, label, lines])).toEqual([
      ["A", "A", 2],
      ["B", "B", 1],
      ["(others)", "", 2],
    ]);
  });

  it("cuts names above 200 characters, with a sign, and keeps long names that begin alike apart", () => {
    const totals = new GroupTotals();
    const long = "a".repeat(240_000);
    const names = ["b".repeat(200), "b".repeat(201), `${long}1`, `${long}2`, `${long}2`];
    for (const name of names) totals.add(name, () => name, line(100n, 0n));
    const rows = totals.rows();
    expect(rows.map(({ lines }) => lines)).toEqual([2, 1, 1, 1]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
    for (const { key, label } of rows) expect([key.length, label.length]).toEqual([200, 200]);
    expect(rows.filter(({ key }) => / ?\[cut, [0-9a-f]{16}\]$/.test(key))).toHaveLength(3);
    expect(rows.map(({ key }) => key)).toContain("b".repeat(200));
  });

  it("never ends a cut name with half a character", () => {
    const totals = new GroupTotals();
    for (const name of ["\u{1F600}".repeat(150), `x${"\u{1F600}".repeat(150)}`])
      totals.add(name, () => "", line(1n, 0n));
    for (const { key } of totals.rows()) expect(key.isWellFormed()).toBe(true);
  });

  it("keeps the places of the largest amounts, the earlier one first where they are equal", () => {
    const largest = new LargestPlaces(3);
    const sizes = [5n, 9n, 1n, 9n, 7n, 2n, 8n, 9n, 3n];
    for (const [offset, size] of sizes.entries()) largest.note({ offset, length: 1 }, size);
    expect(largest.places().map(({ offset }) => offset)).toEqual([1, 3, 7]);
  });
});
