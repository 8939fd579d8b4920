import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as spreadsheets from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { describedFile } from "../../../src/release/open.ts";
import type { ReleaseDescription } from "../../../src/release/release.ts";
import { NO_TOLERANCE } from "../../../src/reprice/pricing/payment-comparison.ts";
import { COMMAND_ADVICE } from "../../../src/reprice/reading/advice.ts";
import { type CountedLine, GroupTotals, groupingsOf } from "../../../src/reprice/report/grouping.ts";
import { ListedLines, listedLines } from "../../../src/reprice/report/listed-lines.ts";
import { RecordPlaces } from "../../../src/reprice/report/records.ts";
import { type RunFacts, reportOn } from "../../../src/reprice/report/report.ts";
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

  async function factsOf(
    csv: string,
    by: readonly string[],
    { listedMax = 100, pageAddress = null, ...options }: Partial<Repricing & RunFacts> & { listedMax?: number } = {},
  ): Promise<RunFacts> {
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
          const reading = { groupings, listedMax, listed, interruption: signal, onProgress: () => undefined };
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
            pageAddress,
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

  it("adds up payments that are credits with their signs changed, as the comparison does", async () => {
    const csv = ["NPI,CPT,DOS,Paid", ...["-20.00", "5.00"].map((paid) => `1000700140,99213,2026-10-01,${paid}`)];
    const decided = new Map([["Paid", "paid_as_credit"]]);
    const { report } = await factsOf(csv.join("\n"), ["code"], { decided });
    expect(report.totals[0]?.rows[0]).toMatchObject({ takenBackLines: 1, takenBack: { text: "5.00" } });
    expect(report.outcomes.get("underpaid")?.totals.paid.total.text).toBe("20.00");
  });

  it("shows no amount of credits with the other sign", async () => {
    const payments = ["-20.00", "-4.00", "5.00", "(24.00)"];
    const csv = ["NPI,CPT,DOS,INS PAYMENT", ...payments.map((paid) => `1000700140,99213,2026-10-01,${paid}`)];
    const sheets = await sheetsOf(
      await factsOf(csv.join("\n"), [], { decided: new Map([["INS PAYMENT", "paid_as_credit"]]) }),
    );
    const summary = sheets.get("Summary") ?? [];
    const paidIn = (sheet: string) => {
      const [, , headings = [], ...rows] = sheets.get(sheet) ?? [];
      const place = headings.indexOf("INS PAYMENT (sign changed)");
      expect(headings).not.toContain("INS PAYMENT");
      return rows.map((cells) => cells[place]);
    };
    const paidOfSummary = (outcome: string) => {
      const headings = summary.find(([first]) => first === "Lines of the file") ?? [];
      return summary.find(([first]) => first === outcome)?.[headings.indexOf("Paid")];
    };
    expect(paidIn("Underpaid")).toEqual(["4", "20", "24"]);
    expect(paidOfSummary("Underpaid")).toBe("24");
    expect(paidIn("As expected")).toEqual(["24", "24"]);
    // What is above zero in the file is a takeback.
    expect(paidIn("Not compared")).toEqual(["-5", "-5"]);
    expect(paidOfSummary("Not compared")).toBe("-5");
  });

  it("begins the workbook with claims that a quotation mark swallows", async () => {
    const claims = ["1", "2", "3"].map((day) => `1000700140,99213,2026-10-0${day},24.00`);
    const csv = ["Note,NPI,CPT,DOS,Paid", `"open,${claims[0]}`, `x,${claims[1]}`, `closed",${claims[2]}`].join("\n");
    const summary = (await sheetsOf(await factsOf(csv, []))).get("Summary") ?? [];
    const placeOf = (text: string) => summary.findIndex(([first]) => first?.startsWith(text));
    expect(summary[placeOf("A quotation mark is not closed")]?.[0]).toMatch(
      /^A quotation mark is not closed: 3 lines that look like claims within quoted cells, rejected with them\. No amount has them\. The sheet Rejected says/,
    );
    expect(placeOf("A quotation mark is not closed")).toBeLessThan(placeOf("Lines of the file"));
    const sound = (await sheetsOf(await factsOf(CLAIMS, []))).get("Summary") ?? [];
    expect(sound.flat().join()).not.toContain("quotation mark");
  });

  it("says which unpaid lines the payer put on the patient", async () => {
    const lines = ["0.00,PR-1", "0.00,CO-45"].map((cells) => `1000700140,99213,2026-10-01,${cells}`);
    const sheets = await sheetsOf(await factsOf(["NPI,CPT,DOS,Paid,Denial Code", ...lines].join("\n"), []));
    const [, , headings = [], ...rows] = sheets.get("Underpaid") ?? [];
    expect(rows.slice(0, 2).map((cells) => cells[headings.indexOf("Reason")])).toEqual([
      "Nothing was paid: the payer put the amount on the patient.",
      "Nothing was paid: denied or zero-paid.",
    ]);
    expect(sheets.get("Summary")?.find(([first]) => first === "Denied or zero-paid")?.[3]).toContain(
      "put on the patient",
    );
  });

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
      const missing = { npi: "1234567893", lines: 1 };
      expect(json.npis).toEqual({ total: 2, found: 1, elsewhere: [], missing: [{ ...missing, states: [] }] });
      // No state was asked: the sheet has no column for it.
      expect((await sheetsOf(facts)).get("NPIs not found")?.slice(2, 4)).toEqual([
        ["NPI", "Lines"],
        ["1234567893", "1"],
      ]);
      const statesOfNpis = new Map([["1234567893", states.filter(({ code }) => code === "fl")]]);
      const asked = { ...facts, statesOfNpis };
      expect(summaryJson(asked).npis).toMatchObject({
        elsewhere: [{ state: "fl", found: 1 }],
        missing: [{ ...missing, states: ["fl"] }],
      });
      const sheet = (await sheetsOf(asked)).get("NPIs not found");
      expect(sheet?.[3]?.[2]).toBe("Florida");
      expect([json.points, json.points_left]).toEqual([[{ expected: "24.00", paid: "20.00", lines: 1 }], 0]);
    });

    it("counts no NPI of a line that was not looked up", async () => {
      const claims = [
        "npi,billing_code,date_of_service,paid,not_owed",
        "1000700140,99213,2026-10-01,24.00,",
        "1000700017,,2026-10-01,0.00,denied",
        "1234567893,99213,2026-10-01,0.00,",
      ].join("\n");
      const { report } = await factsOf(`${claims}\n`, []);
      expect(report.listed.npis).toEqual({ total: 2, unknown: [{ npi: "1234567893", lines: 1 }] });
    });

    it("marks lines that were billed below their rate, those of a reason too, and none billed at it", async () => {
      const claims = [
        "npi,billing_code,date_of_service,units,billed,paid",
        "1000700140,99213,2026-10-01,2,47.99,1.00",
        "1000700140,99213,2026-10-01,2,48.00,1.00",
        "1000700140,99213,2026-10-01,2,47.99,",
      ].join("\n");
      const json = summaryJson(await factsOf(`${claims}\n`, []));
      const marksOf = (lines: typeof json.largest_differences = []) =>
        lines.map(({ input_line, is_billed_below_rate }) => [input_line, is_billed_below_rate]);
      expect(marksOf(json.largest_differences)).toEqual([
        [3, false],
        [2, true],
      ]);
      expect(json.not_compared_by_reason?.[0]?.examples).toMatchObject([{ input_line: 4, is_billed_below_rate: true }]);
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
        stay: null,
        codeSystem: null,
        units: null,
        paid: null,
        allowed: null,
        billed: null,
        notOwed: null,
        denials: [],
        payerState: null,
        revenueCode: null,
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
      expect(groupingsOf(["payer", "Payer"], lookup, { ...output, form })).toBeInstanceOf(Refusal);
      expect(groupingsOf(Array(11).fill("code"), lookup, { ...output, form })).toBeInstanceOf(Refusal);
    });
  });

  describe("The workbook of a repricing", () => {
    it("adds up by columns that are called as every object has something", async () => {
      const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];
      const csv = `NPI,CPT,DOS,Paid,${names.join(",")}\n1000700140,99213,2026-10-01,20.00,a,b,c,d\n`;
      const facts = await factsOf(csv, names);
      expect(facts.report.totals.map(({ by, rows }) => [by, rows[0]?.key])).toEqual([
        ["constructor", "a"],
        ["__proto__", "b"],
        ["toString", "c"],
        ["hasOwnProperty", "d"],
      ]);
      const sheets = await sheetsOf(facts);
      for (const name of names) expect(sheets.get(`By ${name}`)?.flat()).toContain(name);
      expect(summaryJson(facts).totals.map(({ by }) => by)).toEqual(names);
    });

    it("has every line in the sheet of its outcome, with its reason, and totals below", async () => {
      const sheets = await sheetsOf(await factsOf(CLAIMS, ["code", "provider", "month", "Payer"]));
      expect([...sheets.keys()]).toEqual([
        ...["Summary", "Underpaid", "Overpaid", "As expected", "Not compared", "Not priced", "Rejected"],
        ...["By code", "By provider", "By month", "By Payer", "Sources"],
      ]);
      const rowsOf = (name: string) => {
        const [, , headings = [], ...rows] = sheets.get(name) ?? [];
        return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ""])));
      };
      const linesOf = (name: string) => rowsOf(name).map(({ Line }) => Line);
      expect(linesOf("Underpaid")).toEqual(["5", "2", "Total"]);
      expect(linesOf("Overpaid")).toEqual(["4", "Total"]);
      expect(linesOf("As expected")).toEqual(["3", "Total"]);
      expect(linesOf("Not compared")).toEqual(["7", "9", "Total"]);
      expect(linesOf("Not priced")).toEqual(["6", "Total"]);
      // Line 9 is priced, and its paid amount cannot be read: it is in two sheets.
      expect(linesOf("Rejected")).toEqual(["8", "9"]);

      expect(sheets.get("Underpaid")?.[1]?.[0]).toBe(
        "TEST DATA: this dataset has made-up figures. 2 lines below the rate, the largest variance first.",
      );
      const [first, second, total] = rowsOf("Underpaid");
      expect(first).toMatchObject({
        ...{ Claim: "0004", NPI: "1000700140", DOS: "2026-09-04", Units: "2", Paid: "0", Payer: "Größe" },
        ...{ Rate: "24", "Amount at rate": "48", Expected: "48", Variance: "48" },
        Formula: "unit value (2.4) x conversion factor (10.00) = $24.00; $24.00 x 2 units = $48.00",
      });
      expect(second).toMatchObject({ DOS: "2026-10-01", Paid: "20", Note: '=HYPERLINK("x")' });
      // 0.00 and 20.00 of 48.00 and 24.00.
      expect(total).toMatchObject({ Paid: "20", "Amount at rate": "72", Expected: "72", Variance: "52", Rate: "" });
      expect(rowsOf("Not compared").map(({ Reason }) => Reason)).toEqual([
        ...["The column that is compared is empty.", "An amount of the line cannot be read.", ""],
      ]);
      expect(rowsOf("Not priced")[0]).toMatchObject({
        Reason: "Procedure code ZZZZZ is not in the Medi-Cal fee schedule.",
        "What to do": "Check the code. It may be paid under the other setting, or under another schedule.",
      });
      expect(rowsOf("By month").map(({ Month, Lines, Expected }) => [Month, Lines, Expected])).toEqual([
        ["2026-09-01", "5", "120"],
        ["2026-10-01", "2", "48"],
        ["Total", "7", "168"],
      ]);
    });

    it("begins with what was priced, with which data and within which limits, and counts every line once", async () => {
      const facts = await factsOf(CLAIMS, ["code"]);
      const sheets = await sheetsOf(facts);
      const found = (name: string, what: string) => sheets.get(name)?.find(([first]) => first === what);
      expect(found("Summary", "File")?.[1]).toBe("claims.csv");
      expect(found("Summary", "Date of service")?.slice(1, 4)).toEqual(["2026-09-03", "to", "2026-10-02"]);
      expect(found("Summary", "Rates")?.[1]).toBe("Ratebook sample 2026.11");
      const headings = found("Summary", "Lines of the file");
      expect(headings?.slice(0, 5)).toEqual(["Lines of the file", "Lines", "Paid", "Expected", "Variance"]);
      const table = ["Underpaid", "Overpaid", "As expected", "Compared", "Not compared", "Not priced", "Rejected"];
      expect([...table, "All lines"].map((what) => found("Summary", what)?.slice(1, 5))).toEqual([
        ["2", "20", "72", "52"],
        ["1", "30.5", "24", "-6.5"],
        ["1", "24", "24", "0"],
        ["4", "74.5", "120", "45.5"],
        ["2", "0", "48", ""],
        ["1", "9", "", ""],
        ["1", "", "", ""],
        // 74.50 + 9.00; 120.00 + 48.00. The variance is that of the compared lines alone.
        ["8", "83.5", "168", ""],
      ]);
    });

    it("has the sentences and figures that are kept beside this test", async () => {
      const claims = [
        "NPI,CPT,DOS,Tot Chgs,Actual Pmt,Claim",
        "1000700140,99213,2026-10-01,90.00,20.00,1",
        "1000700140,99213,2026-10-01,10.00,9.00,2",
        "1000700140,99213,2026-10-01,90.00,0.00,3",
        "1000700140,99213,2026-10-01,90.00,24.00,4",
        "1000700140,99213,2026-10-01,90.00,24.30,5",
        "1000700140,99213,2026-10-01,90.00,30.00,6",
        "1000700140,99213,2026-10-01,90.00,82.00,7",
        "1000700140,99213,2026-10-02,90.00,-30.00,6",
        "1000700140,00840,2026-10-01,90.00,30.00,8",
        "1234567893,99213,2026-10-01,90.00,30.00,9",
        "12,99213,2026-10-01,90.00,1.00,10",
      ].join("\n");
      const tolerance = { figure: "0.50", of: "dollars" } as const;
      const facts = await factsOf(claims, ["code"], { tolerance });
      const called = { out: "results.csv", faults: "faults.csv" };
      const sheets = [...(await sheetsOf({ ...facts, called }))].filter(([name]) => name !== "Sources");
      const book = sheets.flatMap(([name, rows]) => [`# ${name}`, ...rows.map((cells) => cells.join(" | "))]);
      await expect(`${book.join("\n")}\n`).toMatchFileSnapshot("report.txt");
    });

    it("counts a takeback in one row, and has a variance only beside the amounts that give it", async () => {
      const claims = [
        "NPI,CPT,DOS,Paid,not_owed",
        "1000700140,99213,2026-10-01,20.00,",
        "1000700140,99213,2026-10-01,-24.00,",
        "1000700140,ZZZZZ,2026-10-01,-9.00,",
        "1000700140,99213,2026-10-01,0.00,denied",
        "1000700140,,2026-10-01,0.00,denied",
        "12,99213,2026-10-01,1.00,",
      ].join("\n");
      const facts = await factsOf(claims, ["code"]);
      const sheets = await sheetsOf(facts);
      const rows = sheets.get("Summary") ?? [];
      const linesOf = (what: string) => Number(rows.find(([first]) => first === what)?.[1]);
      const outcomes = ["Underpaid", "Overpaid", "As expected", "Not owed", "Not compared", "Not priced", "Rejected"];
      expect(outcomes.map(linesOf)).toEqual([1, 0, 0, 1, 1, 2, 1]);
      expect(linesOf("All lines")).toBe(6);
      expect(rows.find(([first]) => first === "Takebacks")?.slice(1, 3)).toEqual(["2", "33"]);
      // Nothing is expected of what is not owed and of takebacks: Summary, By code, the lists and the results add up to the same.
      const expectedIn = (row: readonly string[] | undefined, among: readonly string[] | undefined) =>
        row?.[among?.indexOf("Expected") ?? -1];
      const totalOf = (sheet: string) =>
        expectedIn(
          sheets.get(sheet)?.find(([first]) => first === "Total"),
          sheets.get(sheet)?.[2],
        );
      const columns = rows.find(([first]) => first === "Lines of the file");
      const ofRow = (what: string) =>
        expectedIn(
          rows.find(([first]) => first === what),
          columns,
        );
      expect([ofRow("All lines"), totalOf("By code")]).toEqual(["24", "24"]);
      expect(facts.tally.total).toBe("24.00");
      expect([ofRow("Not owed"), ofRow("Not compared"), totalOf("Not compared")]).toEqual(["", "0", "0"]);

      const [headings = [], ...groups] = sheets.get("By code")?.slice(2) ?? [];
      const figures = (row: readonly string[]) =>
        ["Expected", "Compared lines", "Expected of compared", "Paid", "Variance"].map((each) =>
          Number(row[headings.indexOf(each)]),
        );
      for (const row of groups) {
        const [, , expected = 0, paid = 0, variance] = figures(row);
        expect(expected - paid).toBe(variance);
      }
      expect(figures(groups.find(([code]) => code === "99213") ?? [])).toEqual([24, 1, 24, 20, 4]);
      expect(sheets.get("Not compared")?.[2]).not.toContain("Variance");
    });

    it("is opened by another reader: totals follow filters, amounts are dollars, days and months are dates", async () => {
      const path = join(mkdtempSync(join(folder.path, "book-")), "report.xlsx");
      await writeReportWorkbook(path, await factsOf(CLAIMS, ["month"]), READING);
      const book = spreadsheets.read(readFileSync(path), { cellFormula: true, cellNF: true });
      const sheet = book.Sheets.Underpaid as spreadsheets.WorkSheet;
      // The row of totals is below what a filter hides.
      expect(sheet["!autofilter"]?.ref).toMatch(/^A3:[A-Z]+5$/);
      const column = (heading: string) =>
        Object.keys(sheet)
          .find((address) => /^[A-Z]+3$/.test(address) && sheet[address].v === heading)
          ?.slice(0, -1);
      expect(sheet[`${column("Variance")}6`]).toMatchObject({
        ...{ t: "n", v: 52, w: "$52.00", f: `SUBTOTAL(109,${column("Variance")}4:${column("Variance")}5)` },
      });
      expect(sheet[`${column("Paid")}5`]).toMatchObject({ t: "n", v: 20, w: "$20.00" });
      expect(sheet[`${column("DOS")}5`]).toMatchObject({ t: "n", w: "Oct 1, 2026" });
      expect(sheet[`${column("NPI")}5`]).toMatchObject({ t: "s", v: "1000700140" });
      expect(book.Sheets["By month"]?.A4).toMatchObject({ t: "n", w: "Sep 2026" });
    });

    it("links each line to its explanation where a service made it, and not a line whose address is too long", async () => {
      const address = "http://127.0.0.1:8080/?state=ca&setting=outpatient&";
      const path = join(mkdtempSync(join(folder.path, "book-")), "report.xlsx");
      await writeReportWorkbook(path, await factsOf(CLAIMS, [], { pageAddress: address }), READING);
      const sheet = spreadsheets.read(readFileSync(path)).Sheets.Underpaid as spreadsheets.WorkSheet;
      const lookup = Object.keys(sheet).find((cell) => /^[A-Z]+3$/.test(cell) && sheet[cell].v === "Looked up") ?? "";
      const query = "billing_code=99213&npi=1000700140&date_of_service=2026-09-04";
      const linked = `HYPERLINK("${address}${query}&units=2","Open")`;
      expect(sheet.B4).toMatchObject({ v: "Open", f: linked });
      expect(sheet[lookup.replace(/3$/, "4")].v).toBe(
        "Billing code 99213, NPI 1000700140, date of service Sep 4, 2026",
      );
      // Billed less than twice 24.00: that is expected, and the page must say so too.
      const limited = "npi,billing_code,date_of_service,units,charges,paid\n1000700140,99213,2026-10-01,2,40.00,30.00";
      await writeReportWorkbook(path, await factsOf(limited, [], { pageAddress: address }), READING);
      const [link] = Object.values(spreadsheets.read(readFileSync(path)).Sheets.Underpaid ?? {}).flatMap(
        (cell) => (cell as { readonly f?: string }).f?.match(/^HYPERLINK.*/) ?? [],
      );
      expect(link).toContain('&units=2&billed=40.00"');
      const long = await factsOf(CLAIMS, [], { pageAddress: `${address}${"x".repeat(200)}` });
      await writeReportWorkbook(path, long, READING);
      expect(spreadsheets.read(readFileSync(path)).Sheets.Underpaid?.B4).toBeUndefined();
    });

    it("has amounts that were not used as numbers too, and none of what only sounds like one", async () => {
      const csv = [
        "npi,billing_code,date_of_service,Allowed Amount,Paid,Charges,Paid Date,Claim",
        "1000700140,99213,2026-10-01,$20.00,$15.00,$90.00,20261101,001",
      ].join("\n");
      const facts = await factsOf(csv, [], { noChargeLimit: true });
      const path = join(mkdtempSync(join(folder.path, "book-")), "report.xlsx");
      await writeReportWorkbook(path, facts, READING);
      const sheet = spreadsheets.read(readFileSync(path)).Sheets.Underpaid as spreadsheets.WorkSheet;
      const cells = Object.fromEntries(
        Object.keys(sheet).flatMap((at) => (/^[A-Z]+3$/.test(at) ? [[sheet[at].v, sheet[at.replace(/3$/, "4")]]] : [])),
      );
      for (const [heading, v] of [
        ["Allowed Amount", 20],
        ["Paid", 15],
        ["Charges", 90],
      ] as const) {
        expect(cells[heading]).toMatchObject({ t: "n", v });
      }
      expect([cells["Paid Date"], cells.Claim]).toMatchObject([
        { t: "s", v: "20261101" },
        { t: "s", v: "001" },
      ]);
    });

    it("shows below a list that was cut how many lines are left out and where all of them are", async () => {
      const lines = [1, 2, 3].map((paid) => `1000700140,99213,2026-10-01,${paid}.00`);
      const csv = `npi,billing_code,date_of_service,paid\n${lines.join("\n")}\n`;
      const facts = await factsOf(csv, [], { listedMax: 2 });
      const [, note, , ...rows] = (await sheetsOf(facts)).get("Underpaid") ?? [];
      expect(note?.[0]).toContain("3 lines below the rate, the largest variance first.");
      expect(rows.map(([line]) => line)).toEqual([
        ...["2", "3", "Total"],
        `1 more line is left out: a sheet has no room for more. All 3 lines are in ${facts.output.out}.`,
      ]);
    });

    it("has no warning when no figure is made up", async () => {
      const facts = await factsOf(CLAIMS, []);
      const sources = facts.release.sources.map(({ synthetic: _, ...source }) => source);
      const sheets = await sheetsOf({ ...facts, release: { ...facts.release, sources } });
      expect(JSON.stringify([...sheets.values()])).not.toContain("TEST DATA");
    });

    it("is not there when it was interrupted, and says what is", async () => {
      const facts = await factsOf(CLAIMS, []);
      const path = join(mkdtempSync(join(folder.path, "book-")), "report.xlsx");
      const interruption = AbortSignal.abort();
      const message = `${facts.output.out} is complete; begin again with --force for the rest.`;
      await expect(writeReportWorkbook(path, facts, { ...READING, interruption })).rejects.toThrow(message);
      expect([path, `${path}.partial`].filter((each) => existsSync(each))).toEqual([]);
      const asking = { groupings: [], listedMax: 2, ...READING, interruption };
      await expect(reportOn(facts.output, asking)).rejects.toThrow(message);
    });

    it("has no lists of differences where nothing was paid", async () => {
      const facts = await factsOf("npi,billing_code,date_of_service\n1000700140,99213,2026-10-01\n", ["code"]);
      const names = ["Summary", "Priced", "Not priced", "Rejected", "By code", "Sources"];
      expect([...(await sheetsOf(facts)).keys()]).toEqual(names);
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

describe("group totals", () => {
  function line(expected: bigint, difference: bigint): CountedLine {
    const verdict = difference > 0n ? "underpaid" : difference < 0n ? "overpaid" : "asExpected";
    return {
      isPriced: true,
      expected,
      modifierNotPriced: null,
      difference,
      verdict,
      takenBack: null,
      isNotOwed: false,
    };
  }

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
});

describe("places of records", () => {
  const offsets = (places: RecordPlaces) => [...places.places()].map(({ offset }) => offset);

  it("keeps the largest amounts, the earlier one first where they are equal", () => {
    const largest = new RecordPlaces(3, { isRanked: true });
    for (const [offset, size] of [5, 9, -1, 9, 7, 2, -8, 9, 3].entries()) largest.add({ offset, length: 1 }, size);
    expect(offsets(largest)).toEqual([1, 3, 7]);
    expect(largest.count).toBe(3);
  });

  it("keeps the first ones in the order of the file, with their lengths, more than fit into its first room", () => {
    const places = new RecordPlaces(3_000, { isRanked: false });
    for (let offset = 0; offset < 4_000; offset += 1) places.add({ offset, length: offset % 7 });
    expect([...places.places()]).toEqual(
      Array.from({ length: 3_000 }, (_, offset) => ({ offset, length: offset % 7 })),
    );
    const none = new RecordPlaces(0, { isRanked: true });
    none.add({ offset: 1, length: 1 }, 5);
    expect([...none.places()]).toEqual([]);
  });
});
