import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repricingText } from "../../../src/cli/repricing-text.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { describedFile } from "../../../src/release/open.ts";
import type { ReleaseDescription } from "../../../src/release/release.ts";
import { NO_TOLERANCE } from "../../../src/reprice/pricing/payment-comparison.ts";
import { paidLinesText } from "../../../src/reprice/report/remittance.ts";
import type { RunFacts } from "../../../src/reprice/report/report.ts";
import { RepricingReport } from "../../../src/reprice/report/repricing-report.ts";
import { summaryJson } from "../../../src/reprice/report/summary-json.ts";
import { meaningOfProviderReason, meaningOfReason } from "../../../src/reprice/values/adjustment-reasons.ts";
import type { RemittanceFacts } from "../../../src/reprice/x12/remittance-facts.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { rowsIn } from "../../imports/sources/reading.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { strictFaults } from "../../support/strict-schema.ts";
import { repriced } from "../support/repriced.ts";

/** 20.00 + 24.00 + 0.00 + 5.00 are the claims; 3.25 of it was kept for an earlier overpayment. */
const FACTS: RemittanceFacts = {
  payments: [
    { trace: "EFT-1", date: "2026-10-20", amount: "40.75" },
    { trace: "EFT-2", date: "2026-10-27", amount: "5.00" },
  ],
  paymentsLeft: 0,
  repeated: [{ trace: "EFT-2", times: 2 }],
  payment: "45.75",
  claims: 4,
  lines: 4,
  claimsPaid: "49.00",
  linesPaid: "49.00",
  providerAdjustments: [{ reason: "WO", meaning: meaningOfProviderReason("WO"), times: 1, amount: "3.25" }],
  adjustments: [
    { group: "CO", reason: "45", meaning: "above the fee schedule", times: 3, amount: "251.00" },
    { group: "CO", reason: "29", meaning: meaningOfReason("29"), times: 1, amount: "100.00" },
  ],
  notJoined: [
    { side: "remittance", claims: 1, lines: 2, first: ["A-9", "A-10"] },
    { side: "claims", claims: 0, lines: 0, first: [] },
  ],
  unbalanced: { claims: 0, first: [] },
  isReconciled: true,
};

/** 99213 of 1000700140 is paid at $24.00. */
const CLAIMS = [
  "clinic,claim,note,payer_claim,npi,billing_code,date_of_service,billed_amount,paid_amount,not_owed",
  "North,A-1,x,ICN-1,1000700140,99213,2026-10-01,100.00,20.00,",
  "North,A-2,x,ICN-2,1000700140,99213,2026-10-01,100.00,,",
  "North,A-3,x,ICN-3,1000700140,99213,2026-10-01,100.00,0.00,denied (CO-29)",
  "North,A-4,x,ICN-4,1000700140,99213,2026-10-01,100.00,5.00,other_payer",
  "",
].join("\n");

describe("The report on a remittance", () => {
  const folder = temporaryFolder();
  const state = states[0] as State;
  const lookup = lookupOf(state, "outpatient");
  let release: ReleaseDescription;
  let file: string;

  beforeAll(async () => {
    file = join(folder.path, "sample.db");
    await releaseAt(file, SAMPLE);
    release = describedFile(file);
  });
  afterAll(() => folder.remove());

  async function reported(csv: string, remittance: RemittanceFacts | null): Promise<RunFacts & { book: string }> {
    const path = mkdtempSync(join(folder.path, "run-"));
    const book = join(path, "report.xlsx");
    const report = new RepricingReport({
      ...{ state, lookup, release, input: "remit.835", out: join(path, "out.csv"), workbook: book },
      ...{ tolerance: NO_TOLERANCE, by: null, force: true, program: "1.0", day: "2026-11-16" as Day },
      command: "ratebook reprice",
      refusedBy: (_, { expected }) => new Error(expected),
    });
    const signal = new AbortController().signal;
    await repriced(
      path,
      csv,
      { state, setting: "outpatient", release: { file, contentHash: release.contentHash } },
      { onComplete: (done, output) => report.make(done, { ...output, remittance }, signal, () => undefined) },
    );
    return { ...report.facts, book };
  }

  async function sheetOf(book: string, name: string): Promise<readonly (readonly string[])[]> {
    const rows = await rowsIn(book);
    return rows.filter(({ list }) => list === `sheet "${name}"`).map(({ cells }) => cells);
  }

  it("has its payment, adjustments and what was not owed in the summary, as the document says", async () => {
    const json = summaryJson(await reported(CLAIMS, FACTS));
    expect(json.remittance).toEqual({
      payment: "45.75",
      claims: 4,
      claims_paid: "49.00",
      lines: 4,
      lines_paid: "49.00",
      paid_in_summary: "25.00",
      paid_on_rejected: "0.00",
      lines_add_up: false,
      provider_adjusted: "3.25",
      adds_up: true,
      unbalanced: { claims: 0, first: [] },
      sentences: expect.arrayContaining(["The lines of this summary have $25.00 of it, in 4 lines: does not add up."]),
      payments: FACTS.payments,
      payments_left: 0,
      repeated_payments: [{ trace: "EFT-2", times: 2 }],
      provider_adjustments: FACTS.providerAdjustments,
      adjustments: FACTS.adjustments,
      not_joined: FACTS.notJoined,
    });
    expect(json.not_owed).toMatchObject([
      { code: "denied", words: "denied", lines: 1, priced: 1, paid: "0.00", expected: "24.00" },
      { code: "other_payer", words: "other payer paid", lines: 1, paid: "5.00" },
    ]);
    expect(json).toMatchObject({
      lookups: 4,
      underpaid: { lines: 1, amount: "4.00" },
      not_compared: 3,
      total: "48.00",
    });
    expect(json.largest_differences).toMatchObject([{ claim: "A-1", payer_claim: "ICN-1" }]);
    expect(json.totals[0]?.groups[0]).toMatchObject({ key: "99213", lines: 4, expected: "48.00", not_owed: 2 });
    expect(strictFaults("/components/schemas/RepricingSummary", JSON.parse(JSON.stringify(json)))).toEqual([]);
  });

  it("has the reconciliation and what was not owed on the first sheet", async () => {
    const { book } = await reported(CLAIMS, FACTS);
    const summary = await sheetOf(book, "Summary");
    const row = (what: string) => summary.find(([first]) => first === what)?.filter((text) => text !== "");
    expect(row("Underpaid")?.slice(0, 2)).toEqual(["Underpaid", "1"]);
    // Billed and paid of the two lines: nothing is expected.
    expect(row("Not owed")?.slice(1, 4)).toEqual(["2", "200", "5"]);
    expect(row("Not owed")?.[4]).toContain("Nothing is expected.");
    expect(row("Not compared")?.slice(0, 2)).toEqual(["Not compared", "1"]);
    expect(row("All lines")?.slice(1, 5)).toEqual(["4", "400", "25", "48"]);
    expect(row("Denied")).toEqual(["Denied", "1", "0", expect.stringContaining("At the rate: $24.00")]);
    expect(row("Payment of the remittance")).toEqual([
      "Payment of the remittance",
      "2",
      "45.75",
      "Payment $45.75 = claims $49.00 - provider adjustments $3.25: adds up.",
    ]);
    expect(row("Claims")).toEqual(["Claims", "4", "49"]);
    expect(row("Lines")).toEqual([
      "Lines",
      "4",
      "49",
      "The lines of this summary have $25.00 of it, in 4 lines: does not add up.",
    ]);
    expect(row("Provider adjustments")?.slice(0, 3)).toEqual(["Provider adjustments", "1", "3.25"]);
    expect(row("Payment EFT-2")).toEqual(["Payment EFT-2", "2026-10-27", "5"]);
  });

  it("has a sheet of adjustments by group and reason with their sum", async () => {
    const { book } = await reported(CLAIMS, FACTS);
    const [, , headings, ...rows] = await sheetOf(book, "Adjustments");
    expect(headings).toEqual(["Group", "Reason", "Meaning", "Times", "Dollars"]);
    expect(rows.slice(0, 3)).toEqual([
      ["CO", "45", "above the fee schedule", "3", "251"],
      ["CO", "29", "sent after the filing limit", "1", "100"],
      ["Provider", "WO", "overpayment recovery", "1", "3.25"],
    ]);
    expect(rows[3]?.slice(3)).toEqual(["5", "354.25"]);
  });

  it("lists both numbers of a claim first, and lines that are not compared by reason", async () => {
    const { book } = await reported(CLAIMS, FACTS);
    const [, , headings = [], ...rows] = await sheetOf(book, "Not compared");
    expect(headings.slice(0, 3)).toEqual(["Line", "claim", "payer_claim"]);
    expect(headings).toContain("clinic");
    const reason = headings.indexOf("Reason");
    expect(rows.slice(0, 3).map((cells) => [cells[2], cells[reason]])).toEqual([
      ["ICN-3", "The payer denied the line."],
      ["ICN-4", "Another payer paid or has to pay first, and the state owes at most what is left."],
      ["ICN-2", "The column that is compared is empty."],
    ]);
  });

  it("is that of any other table when there is no remittance: no block, no sheet, no member", async () => {
    const plain = CLAIMS.replaceAll(/,[^,\n]*$/gm, "").replace("payer_claim", "other");
    const facts = await reported(plain, null);
    const json = summaryJson(facts);
    expect(json).not.toHaveProperty("remittance");
    expect(json).not.toHaveProperty("not_owed");
    expect(json.largest_differences?.[0]).toMatchObject({ payer_claim: null });
    expect(repricingText(facts)).not.toMatch(/remittance|not owed/);
    expect(await sheetOf(facts.book, "Adjustments")).toEqual([]);
    const [, , headings = []] = await sheetOf(facts.book, "Not compared");
    expect(headings.slice(0, 3)).toEqual(["Line", "clinic", "claim"]);
    const summary = await sheetOf(facts.book, "Summary");
    expect(summary.map(([first]) => first)).not.toContain("Reconciliation");
    expect(summary.map(([first]) => first)).not.toContain("Not owed");
  });
});

describe("What does not add up", () => {
  const dollars = (amount: string) => `$${amount}`;

  it("is said of payments that the summary lacks", () => {
    const text = (paidInAll: string, faulty = 0, paidOnRejected = "0.00", lookups = 4) =>
      paidLinesText(FACTS, { paidInAll, paidOnRejected, faulty, lookups }, dollars);
    const here = "The lines of this summary have";
    expect(text("49.00")).toBe(`${here} all of it: $49.00.`);
    expect(text("48.99")).toBe(`${here} $48.99 of it, in 4 lines: does not add up.`);
    expect(text("49.00", 0, "0.00", 3)).toBe(`${here} $49.00 of it, in 3 lines: does not add up.`);
    expect(text("25.00", 2, "24.00")).toBe(`${here} $25.00 of it and the rejected lines $24.00: adds up.`);
    expect(text("25.00", 2, "23.00")).toBe(
      `${here} $25.00 of it and the rejected lines $23.00, in 4 lines: does not add up.`,
    );
    // The lines of a stay are one line with the payment of its claim.
    const stays = { ...FACTS, lines: 9, claimsPaid: "40.00" };
    const read = { paidInAll: "40.00", paidOnRejected: "0.00", faulty: 0, lookups: 4 };
    expect(paidLinesText(stays, read, dollars)).toContain("have all of it: $40.00");
    expect(paidLinesText({ ...stays, claims: 5 }, read, dollars)).toContain("does not add up");
  });
});
