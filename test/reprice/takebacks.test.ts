import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import { claimsOf } from "../../src/reprice/claims.ts";
import { columnsOf } from "../../src/reprice/reprice.ts";
import { takebacksOf } from "../../src/reprice/takeback-search.ts";
import { xlsx } from "../imports/fixtures.ts";
import type { Repriced } from "./support/repriced.ts";
import { sampleClaims } from "./support/sample-claims.ts";

/* 99213 of 1000700140 is $24.00. It was paid 10, taken back, and paid again as it should be: nothing is owed. */

const { about, newFolder, reprice, summarise } = sampleClaims();

const line = (claim: string, paid: string, { day = "2026-10-01", npi = "1000700140", note = "" } = {}) =>
  [claim, npi, "99213", day, paid, note].join(",");
const HEADINGS = "Claim No,NPI,CPT,DOS,Paid,Note";
const REPAID = [line("A", "10.00"), line("B", "20.00"), line("A", "-10.00"), line("A", "24.00")];

const csvOf = (lines: readonly string[], headings = HEADINGS) => `${[headings, ...lines].join("\n")}\n`;

const marked = ({ results }: Repriced) =>
  results.filter(({ remark_codes }) => remark_codes?.split("|").includes("takeback_in_file"));

function tallied({ outcome }: Repriced) {
  if (outcome.kind !== "complete") throw new Error("the run was not complete");
  return outcome.tally.underpaidWithTakeback;
}

describe("An underpaid line of a table", () => {
  it("has a remark when its claim has a takeback, and is counted with the dollars that it lacks", async () => {
    const done = await reprice(csvOf(REPAID));
    expect(done.results.map(({ outcome, difference, remarks }) => [outcome, difference, remarks])).toEqual([
      [
        "underpaid",
        "14.00",
        "Money was taken back under the same claim number in this file: check whether the line was paid again.",
      ],
      ["underpaid", "4.00", ""],
      ["not_compared", "", "$10.00 was taken back: not compared."],
      ["as_expected", "0.00", ""],
    ]);
    expect(tallied(done)).toEqual({ lines: 1, amount: "14.00" });
  });

  it.each([
    ["in semicolons", () => csvOf(REPAID).replaceAll(",", ";")],
    [
      "in a workbook",
      () =>
        xlsx({
          Claims: csvOf(REPAID)
            .trim()
            .split("\n")
            .map((each) => each.split(",")),
        }),
    ],
    ["in Windows-1252", () => Buffer.from(csvOf([...REPAID, line("Peña", "24.00")]), "latin1")],
  ])("is found %s as in CSV", async (_form, file) => {
    const done = await reprice(file());
    expect(done.results.slice(0, 4).map(({ outcome }) => outcome)).toEqual([
      "underpaid",
      "underpaid",
      "not_compared",
      "as_expected",
    ]);
    expect(tallied(done)).toEqual({ lines: 1, amount: "14.00" });
  });

  it.each([
    ["read as it stands", ","],
    ["converted while it is read", ";"],
  ])(
    "is found however far its takeback is from it, before it or behind it, in a file that is %s",
    async (_how, sign) => {
      // Four megabytes: dozens of chunks, which threads and machines price apart, and more than a window of a converted file.
      const between = Array.from({ length: 800 }, (_, at) => line(`X${at}`, "24.00", { note: "n".repeat(5_000) }));
      const lines = [line("A", "10.00"), line("B", "-5.00"), ...between, line("A", "-10.00"), line("B", "23.00")];
      const done = await reprice(csvOf(lines).replaceAll(",", sign));
      expect(marked(done).map(({ "Claim No": claim, difference }) => [claim, difference])).toEqual([
        ["A", "14.00"],
        ["B", "1.00"],
      ]);
      expect(tallied(done)).toEqual({ lines: 2, amount: "15.00" });
    },
  );

  it("is found by the numbers that spreadsheets mark as texts, and not by what means no number", async () => {
    const done = await reprice(
      csvOf([line("0042", "10.00"), line("'0042", "-10.00"), line("N/A", "20.00"), line("N/A", "-3.00")]),
    );
    expect(marked(done).map(({ difference }) => difference)).toEqual(["14.00"]);
  });

  it.each(["-10.00", "10.00-", "(10.00)", "$(10.00)", "'-10.00"])("is found by a takeback of %s", async (paid) => {
    expect(tallied(await reprice(csvOf([line("A", "10.00"), line("A", paid)])))).toEqual({ lines: 1, amount: "14.00" });
  });

  it.each(["0", "000", "-", "1.82E+09"])(
    "is not found by %j, which many claims have in place of a number",
    async (none) => {
      const lines = [line(none, "10.00"), line(none, "20.00"), line(none, "-20.00"), line("1820000001.0", "5.00")];
      const done = await reprice(csvOf([...lines, line("1820000001", "-1.00")]));
      expect(
        marked(done).map(({ difference, remarks }) => [difference, remarks?.split(" ").slice(0, 3).join(" ")]),
      ).toEqual([
        ["4.00", "The same amount"],
        ["19.00", "Money was taken"],
      ]);
    },
  );

  it("is found where payments are written as credits, and where allowed amounts are compared", async () => {
    const credits = csvOf([line("A", "-10.00"), line("A", "10.00"), line("A", "-24.00")]);
    expect(tallied(await reprice(credits, { decided: new Map([["Paid", "paid_as_credit"]]) }))).toEqual({
      lines: 1,
      amount: "14.00",
    });
    const allowed = ["A,1000700140,99213,2026-10-01,12.00,10.00", "A,1000700140,99213,2026-10-01,12.00,-10.00"];
    expect(tallied(await reprice(csvOf(allowed, "Claim No,NPI,CPT,DOS,Allowed,Paid")))).toEqual({
      lines: 1,
      amount: "12.00",
    });
  });

  it("is found by a line that says to be a reversal, whatever its amount", async () => {
    const lines = ["A,1000700140,99213,2026-10-01,10.00,", "A,1000700140,99213,2026-10-01,0.00,reversal"];
    expect(tallied(await reprice(csvOf(lines, "Claim No,NPI,CPT,DOS,Paid,not_owed")))).toEqual({
      lines: 1,
      amount: "14.00",
    });
  });

  it("is not marked by the takeback of a rejected line that is no table row, of a total, or of another claim", async () => {
    const done = await reprice(csvOf([line("A", "10.00"), "A,short,-10.00", "Total:,,,,-10.00,", line("B", "-11.00")]));
    expect(tallied(done)).toEqual({ lines: 0, amount: "0.00" });
  });
});

/* 1000700140 is paid $24.00 for 99213: a takeback of $24.00 leaves it with nothing, and the line is as expected all the same. */
describe("A line with a payment that was taken back", () => {
  const outcomes = ({ results }: Repriced) =>
    results.map(({ outcome, difference, remark_codes, remarks }) => [outcome, difference, remark_codes, remarks]);
  const found = async (lines: readonly string[]) =>
    marked(await reprice(csvOf(lines))).map(({ input_line }) => Number(input_line));

  it("keeps its outcome, has a remark, and is counted with what was paid", async () => {
    const csv = csvOf([line("A", "24.00"), line("A", "-24.00"), line("B", "24.00")]);
    const remark =
      "The same amount was taken back in this file, for the same claim number, provider, code and day: check whether the line was paid again.";
    expect(outcomes(await reprice(csv))).toEqual([
      ["as_expected", "0.00", "takeback_in_file", remark],
      ["not_compared", "", "money_taken_back", "$24.00 was taken back: not compared."],
      ["as_expected", "0.00", "", ""],
    ]);
    const { summary } = await summarise(csv);
    expect(summary.as_expected).toEqual({ lines: 2, amount: "0.00" });
    expect(summary.underpaid_with_takebacks).toMatchObject({ lines: 0, dollars: "0.00" });
    expect(summary.paid_with_takebacks).toEqual({
      ...{ lines: 1, dollars: "24.00", overpaid_lines: 0, is_complete: true },
      in_words:
        "1 line has a payment that may have been taken back in this file ($24.00): 1 as expected. Check whether this line was paid again. All takebacks of this file come to $24.00, rejected lines included.",
    });
  });

  it.each([
    ["overpaid", "30.00", "overpaid", 1],
    ["paid at another published rate", "82.00", "not compared or not priced", 0],
  ])("is marked where it was %s", async (_how, paid, words, overpaid) => {
    const { summary } = await summarise(csvOf([line("A", paid), line("A", `-${paid}`)]));
    expect(summary.paid_with_takebacks).toMatchObject({ lines: 1, dollars: paid, overpaid_lines: overpaid });
    expect(summary.paid_with_takebacks?.in_words).toContain(`: 1 ${words}.`);
  });

  it("is marked where it has no price", async () => {
    const of = (paid: string) => line("A", paid).replace("99213", "99999");
    const { summary } = await summarise(csvOf([of("9.00"), of("-9.00")]));
    expect(summary.paid_with_takebacks).toMatchObject({ lines: 1, dollars: "9.00" });
  });

  it("is not one that was paid again with another amount, nor another line of the claim", async () => {
    const other = line("A", "24.00", { day: "2026-10-02" });
    expect(await found([line("A", "30.00"), line("A", "-30.00"), line("A", "24.00"), other])).toEqual([2]);
  });

  it("is one that was paid again with the same amount: the file does not say which of the two it is", async () => {
    expect(await found([line("A", "24.00"), line("A", "-24.00"), line("A", "24.00")])).toEqual([2, 4]);
  });

  it.each([
    ["of a part of it", line("A", "-5.00")],
    ["of several lines in one sum", line("A", "-48.00")],
    ["without a code", line("A", "-24.00").replace("99213", "")],
  ])("is every line of the claim after a takeback %s", async (_what, takeback) => {
    const second = line("A", "24.00", { day: "2026-10-02" });
    expect(await found([line("A", "24.00"), takeback, second, line("B", "24.00")])).toEqual([2, 4]);
  });

  it.each([
    ["in a rejected line", ["A,1000700140,,2026-10-01,-24.00,"], "24.00"],
    ["in a denied line", ["A,1000700140,99213,2026-10-01,-24.00,denied"], "24.00"],
    [
      "as reversals with either sign",
      ["A,1000700140,99213,2026-10-01,24.00,reversal", "B,1000700140,99213,2026-10-01,-24.00,reversal"],
      "48.00",
    ],
  ])("is beside what all takebacks come to, also those %s", async (_where, takebacks, dollars) => {
    const payments = ["A", "B"].slice(0, takebacks.length).map((claim) => line(claim, "24.00"));
    const { summary } = await summarise(csvOf([...payments, ...takebacks], "Claim No,NPI,CPT,DOS,Paid,not_owed"));
    expect(summary.paid_with_takebacks?.in_words).toContain(`All takebacks of this file come to $${dollars},`);
  });

  it("is beside the takebacks by their own column, where the allowed amount is below zero", async () => {
    const lines = ["A,1000700140,99213,2026-10-01,24.00,24.00", "A,1000700140,99213,2026-10-01,-24.00,20.00"];
    const { summary } = await summarise(csvOf(lines, "Claim No,NPI,CPT,DOS,Allowed,Paid"));
    expect(summary.taken_back).toEqual({ lines: 1, amount: "24.00" });
    expect(summary.paid_with_takebacks?.in_words).toContain("All takebacks of this file come to $24.00,");
  });

  it("has no takeback that could be read, and that is no proof of none", async () => {
    const csv = csvOf([line("A", "24.00"), line("A", "-24;00")]);
    expect((await summarise(csv)).summary.paid_with_takebacks).toMatchObject({
      ...{ lines: 0, is_complete: false },
      in_words: "No other line with a payment has a takeback in this file that can be read.",
    });
  });

  it("is beside a sum that says what it lacks", async () => {
    const lines = [line("A", "24.00"), line("A", "-24.00"), line("B", "-10;00")];
    expect((await summarise(csvOf(lines))).summary.paid_with_takebacks?.in_words).toContain(
      "The takebacks of this file that can be read come to $24.00,",
    );
  });

  it("is found under another claim number, and may be of another patient", async () => {
    const csv = csvOf([line("A", "24.00"), line("B", "-24.00"), line("C", "24.00"), line("C", "10.00")]);
    expect(marked(await reprice(csv)).map(({ input_line }) => input_line)).toEqual(["2", "4"]);
    expect((await summarise(csv)).summary.paid_with_takebacks).toEqual({
      ...{ lines: 2, dollars: "48.00", overpaid_lines: 0, is_complete: true },
      in_words:
        "2 lines have a payment that may have been taken back in this file ($48.00): 2 as expected. All of them ($48.00) were found by the same provider, code, day and amount alone: the takeback may be of another patient. Check whether these lines were paid again. All takebacks of this file come to $24.00, rejected lines included.",
    });
  });

  it("is none that was paid nothing, is a takeback itself, or is not owed", async () => {
    const lines = [
      "A,1000700140,99213,2026-10-01,24.00,0,-10.00,",
      "A,1000700140,99213,2026-10-01,0,24.00,0.00,",
      "A,1000700140,99213,2026-10-01,24.00,24.00,24.00,denied",
      "A,1000700140,99213,2026-10-01,24.00,24.00,24.00,",
    ];
    const done = await reprice(csvOf(lines, "Claim No,NPI,CPT,DOS,Billed Amount,Allowed,Paid,not_owed"));
    expect(marked(done).map(({ input_line }) => input_line)).toEqual(["5"]);
  });

  it("is counted as none where there is none", async () => {
    const csv = csvOf([line("A", "24.00"), line("B", "-10.00")]);
    expect((await summarise(csv)).summary.paid_with_takebacks).toMatchObject({
      ...{ lines: 0, dollars: "0.00", is_complete: true },
      in_words: "No other line with a payment has a takeback in this file.",
    });
  });
});

describe("The number of a claim", () => {
  it.each([
    ["123.0", "123"],
    ["c1", "C1"],
    ["A\u20111", "A-1"],
    ["\u00a0 A1 ", "A1"],
    ["'0042", "0042"],
  ])("%j is that of %j", async (one, other) => {
    const done = await reprice(csvOf([line(one, "10.00"), line(other, "-3.00")]));
    expect(tallied(done).lines).toBe(1);
  });

  it.each([
    ["0123", "123"],
    ['"1,234"', "1234"],
    ["1-2", "12"],
  ])("%s is not that of %s", async (one, other) => {
    expect(tallied(await reprice(csvOf([line(one, "10.00"), line(other, "-3.00")]))).lines).toBe(0);
  });

  it.each(["#REF!", "#N/A", "0", "0.0", "-", "unknown", "N/A", "na", "not assigned", "1.82E+09"])(
    "is not %j",
    async (none) => {
      expect(tallied(await reprice(csvOf([line(none, "10.00"), line(none, "-3.00")]))).lines).toBe(0);
    },
  );

  it("is not a value that stands on most lines, and the summary says so", async () => {
    const others = Array.from({ length: 8 }, () => line("MEDICAID", "24.00"));
    const csv = csvOf([...others, line("MEDICAID", "10.00"), line("MEDICAID", "12.00"), line("MEDICAID", "-10.00")]);
    expect(marked(await reprice(csv)).map(({ difference, remarks }) => [difference, remarks])).toEqual([
      [
        "14.00",
        "The same amount was taken back in this file, for the same provider, code and day: check whether the line was paid again.",
      ],
    ]);
    expect((await summarise(csv)).summary.underpaid_with_takebacks?.in_words).toBe(
      '1 underpaid line has a takeback with the same provider, code, day and amount in this file ($14.00). The file has no claim numbers: a takeback may be of another patient. "Claim No" has one value on most lines: it is no claim number. Check whether it was paid again before you ask for the money.',
    );
    // Nothing but its number says which line it takes back.
    const unknown = csv + line("MEDICAID", "-1.00").replace("99213", "");
    expect((await summarise(unknown)).summary.underpaid_with_takebacks?.is_complete).toBe(false);
  });
});

describe("By provider, code, day and amount, an underpaid line", () => {
  it.each([
    ["under another claim number", ["A", "B"], ", under another claim number"],
    ["without a claim number", ["A", "N/A"], ", and one of the two lines has no claim number"],
    ["with a claim number where it has none", ["", "B"], ", and one of the two lines has no claim number"],
  ])("has a takeback %s", async (_how, [own = "", other = ""], words) => {
    const done = await reprice(csvOf([line(own, "10.00"), line(other, "-10.00")]));
    expect(marked(done).map(({ remarks }) => remarks)).toEqual([
      `The same amount was taken back in this file, for the same provider, code and day${words}: check whether the line was paid again.`,
    ]);
  });

  it.each([
    ["before", [line("B", "10.00"), line("B", "-10.00")]],
    ["behind", [line("B", "-10.00"), line("B", "10.00")]],
  ])("has none that takes back a payment of its own claim %s it", async (_where, others) => {
    const done = await reprice(csvOf([line("A", "10.00"), ...others, line("", "10.00")]));
    expect(marked(done).map(({ "Claim No": claim }) => claim)).toEqual(["B"]);
    // A payment of another amount is not what was taken back.
    const other = await reprice(csvOf([line("A", "10.00"), line("B", "-10.00"), line("B", "11.00")]));
    expect(marked(other).map(({ "Claim No": claim }) => claim)).toEqual(["A", "B"]);
  });

  it("has one whose code is written in small letters", async () => {
    const of = (code: string, paid: string) => line("", paid).replace("99213", code);
    expect(tallied(await reprice(csvOf([of("J0897", "1.00"), of("j0897", "-1.00")]))).lines).toBe(1);
  });

  it("has none in nothing that was taken back", async () => {
    const lines = [",1000700140,99213,2026-10-01,0.00,", ",1000700140,99213,2026-10-01,0.00,reversal"];
    const { summary } = await summarise(csvOf(lines, "Claim No,NPI,CPT,DOS,Paid,not_owed"));
    expect(summary.underpaid_with_takebacks).toMatchObject({ lines: 0, is_complete: false });
  });
});

describe("Without claim numbers, an underpaid line", () => {
  const headings = "Patient Key,NPI,CPT,DOS,Paid,Note";

  it("is found by provider, code, day and amount, and the summary says that it may be of another patient", async () => {
    const lines = [
      line("", "10.00"),
      line("", "-10.00", { note: "the same" }),
      line("", "9.99"),
      line("", "10.00", { day: "2026-10-02" }),
      line("", "10.00", { npi: "1000100010" }),
      line("", "10.00").replace("99213", "90834"),
    ];
    const done = await reprice(csvOf(lines, headings));
    expect(marked(done).map(({ remarks }) => remarks)).toEqual([
      "The same amount was taken back in this file, for the same provider, code and day: check whether the line was paid again.",
    ]);
    const { summary } = await summarise(csvOf(lines, headings));
    expect(summary.underpaid_with_takebacks).toEqual({
      lines: 1,
      dollars: "14.00",
      is_complete: true,
      in_words:
        "1 underpaid line has a takeback with the same provider, code, day and amount in this file ($14.00). The file has no claim numbers: a takeback may be of another patient. Check whether it was paid again before you ask for the money.",
    });
  });

  it("is found by what was allowed where the file has no paid amounts of both", async () => {
    const lines = ["1000700140,99213,2026-10-01,10.00,", "1000700140,99213,2026-10-01,-10.00,"];
    expect(tallied(await reprice(csvOf(lines, "NPI,CPT,DOS,Allowed,Paid")))).toEqual({ lines: 1, amount: "14.00" });
  });

  it("is found so in a file with claim numbers where both lines lack theirs", async () => {
    const done = await reprice(csvOf([line("", "10.00"), line("", "-10.00"), line("B", "12.00"), line("B", "-11.00")]));
    expect(marked(done).map(({ difference }) => difference)).toEqual(["14.00", "12.00"]);
  });
});

describe("The summary", () => {
  it("counts underpaid lines with takebacks in dollars and words, and marks them in its list", async () => {
    const { summary } = await summarise(csvOf(REPAID));
    expect(summary.underpaid).toEqual({ lines: 2, amount: "18.00" });
    expect(summary.underpaid_with_takebacks).toEqual({
      lines: 1,
      dollars: "14.00",
      is_complete: true,
      in_words:
        '1 underpaid line has a takeback with the same "Claim No" in this file ($14.00). Check whether it was paid again before you ask for the money.',
    });
    expect(summary.largest_differences?.map((each) => [each.input_line, each.has_takeback])).toEqual([
      [2, true],
      [3, false],
    ]);
  });

  it("says by what each was found, and that without the same number it may be another patient's", async () => {
    const lines = [line("A", "10.00"), line("A", "-10.00"), line("", "12.00"), line("", "-12.00")];
    expect((await summarise(csvOf(lines))).summary.underpaid_with_takebacks).toMatchObject({
      lines: 2,
      in_words:
        '2 underpaid lines have a takeback in this file ($26.00): 1 with the same "Claim No", and 1 with the same provider, code, day and amount (1 where neither line has a number). Without the same number a takeback may be of another patient. Check whether they were paid again before you ask for the money.',
    });
    const others = [line("A", "10.00"), line("B", "-10.00"), line("C", "12.00"), line("", "-12.00")];
    expect((await summarise(csvOf(others))).summary.underpaid_with_takebacks?.in_words).toContain(
      '($26.00): 2 with the same provider, code, day and amount (1 where one of the two lines has no number, 1 where "Claim No" is another one). Without',
    );
  });

  it.each([
    ["is malformed", "A,short,-10.00"],
    [
      "stands inside a quotation that is not closed",
      `${line("B", "24.00")}"\n${line("A", "-10.00")}\n${line("C", "24.00")}"`,
    ],
    ["begins a quotation that never ends", `"${line("A", "-10.00")}`],
    ["has a decimal comma", `A,1000700140,99213,2026-10-01,"-10,00",`],
    ["has a minus of typographers", line("A", "\u221210.00")],
    ["has its sign in letters", line("A", "10.00 CR")],
    ["has neither a number nor a day", line("", "-10.00", { day: "" })],
    ["has neither a number nor a code", line("", "-10.00").replace("99213", "")],
  ])("does not claim to know all takebacks where one %s", async (_what, row) => {
    const { lines, is_complete, in_words } = (await summarise(csvOf([line("A", "10.00"), row]))).summary
      .underpaid_with_takebacks as { lines: number; is_complete: boolean; in_words: string };
    expect({ lines, is_complete }).toEqual({ lines: 0, is_complete: false });
    expect(in_words).toContain("1 further row may be a takeback and is not compared with them");
  });

  it("knows all takebacks beside amounts that are no takebacks, and totals", async () => {
    const lines = [line("A", '"$1,010.00 "'), line("A", "."), "Total:,,,,-10.00,", line("B", "-")];
    expect((await summarise(csvOf(lines))).summary.underpaid_with_takebacks).toMatchObject({
      lines: 0,
      is_complete: true,
    });
  });

  it("says that there is none, and has no such member where nothing is compared", async () => {
    expect((await summarise(csvOf([line("A", "10.00")]))).summary.underpaid_with_takebacks).toEqual({
      ...{ lines: 0, dollars: "0.00", is_complete: true },
      in_words:
        'No underpaid line has a takeback with the same "Claim No", or with the same provider, code, day and amount, in this file.',
    });
    const { summary: unpaid } = await summarise(csvOf(["A,1000700140,99213,2026-10-01"], "Claim No,NPI,CPT,DOS"));
    expect(unpaid).not.toHaveProperty("underpaid_with_takebacks");
  });
});

it("Takebacks beyond the limit are dropped, and the record says so", async () => {
  const path = newFolder();
  const csv = csvOf([line("A", "-1.00"), line("A", "-2.00"), line("B", "-1.00"), line("C", "24.00")]);
  writeFileSync(join(path, "in.csv"), csv);
  const { state, setting } = about();
  const request = {
    ...about(),
    ...{ input: join(path, "in.csv"), decided: new Map<string, string>(), compare: null, passThrough: [] },
  };
  const claims = await claimsOf(request);
  const columns = columnsOf(claims, request, () => {});
  const interruption = new AbortController().signal;
  const found = (keysMax: number) =>
    takebacksOf(claims, columns, {
      lookup: lookupOf(state, setting),
      state: "ca",
      today: "2026-11-15" as Day,
      interruption,
      keysMax,
    });
  expect(await found(2)).toMatchObject({ claimColumn: 0, keysTotal: 2, areAllKept: false });
  expect(await found(1)).toMatchObject({ keysTotal: 1, areAllKept: false });
  // A key for each of two claims, and for each of two amounts, of which both claims have one.
  expect(await found(5)).toMatchObject({ keysTotal: 4, areAllKept: true });
  // Eight bytes of each key: the plan holds no number of a claim.
  expect(Buffer.from((await found(2))?.keys ?? "", "base64")).toHaveLength(16);
  await claims.input.close();
});
