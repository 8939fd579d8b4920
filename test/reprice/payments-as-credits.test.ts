import { describe, expect, it } from "vitest";
import { type DecidedColumns, sampleClaims } from "./support/sample-claims.ts";

/* Ledgers write payments as credits, below zero. 99213 at 1000700140 pays $24.00. */

const { summarise, look } = sampleClaims();

const HEADINGS = "NPI,CPT,DOS,Ins Pmt";
const ledger = (...payments: readonly string[]) =>
  `${[HEADINGS, ...payments.map((paid) => `1000700140,99213,2026-10-01,${paid}`)].join("\n")}\n`;
const LEDGER = ledger("-20.00", "(24.00)", "-30.50", "0.00", "5.00");

const AS_CREDIT: DecidedColumns = [["Ins Pmt", "paid_as_credit"]];

describe("Payments below zero", () => {
  it("are takebacks, and where most are, the summary and a note say so", async () => {
    const { notes, summary } = await summarise(LEDGER);
    expect(summary).toMatchObject({
      compared: 2,
      taken_back: { lines: 3, amount: "74.50" },
      negative_payments: { column: "Ins Pmt", lines: 3, total: 4, are_credits: false },
    });
    expect(notes.join("\n")).toContain('3 of the first 4 payments in "Ins Pmt" are negative and count as takebacks.');
  });

  it("are compared with their signs changed once the column is said to have credits; what is above zero is a takeback", async () => {
    const { summary, results, notes } = await summarise(LEDGER, AS_CREDIT);
    expect(summary).toMatchObject({
      compared: 4,
      total_paid: "74.50",
      underpaid: { lines: 2, amount: "28.00" },
      overpaid: { lines: 1, amount: "6.50" },
      as_expected: { lines: 1 },
      taken_back: { lines: 1, amount: "5.00" },
    });
    expect(summary).not.toHaveProperty("negative_payments");
    expect(summary.largest_differences?.map(({ paid }) => paid)).toContain("20.00");
    // The columns of the file stay as they are.
    expect(results).toContain("99213,2026-10-01,-20.00,");
    expect(notes.join("\n")).toContain("Ins Pmt = paid_as_credit");
  });

  it("are asked about before pricing, also where the column is said to be what was paid", async () => {
    for (const columns of [[], [["Ins Pmt", "paid_amount"]]] satisfies DecidedColumns[]) {
      const { table } = await look(LEDGER, columns);
      expect(table.questions).toEqual([
        { meaning: "paid_as_credit", headings: ["Ins Pmt"], needed: false, payments: { negative: 3, total: 4 } },
      ]);
    }
    const { table, lines } = await look(LEDGER, AS_CREDIT);
    expect(table.questions).toEqual([]);
    expect(table.headings[3]).toMatchObject({ heading: "Ins Pmt", meaning: "paid_as_credit" });
    expect(lines[0]?.values).toMatchObject({ paid_amount: "20.00" });
  });

  it("raise no question where they are few", async () => {
    const csv = ledger("24.00", "24.00", "-24.00", "-24.00", "0.00");
    expect((await look(csv)).table.questions).toEqual([]);
    expect((await summarise(csv)).summary).not.toHaveProperty("negative_payments");
    // A row of totals is no payment: three of five would be negative with it.
    expect((await look(`${csv}Total,,,-24.00\n`)).table.questions).toEqual([]);
  });
});

it.each(["paid_as_credit", "Paid As Credit", "PaidAsCredit", "PAID-AS-CREDIT"])(
  "A heading %s says that its payments are credits",
  async (heading) => {
    const csv = ledger("-24.00", "-20.00", "5.00").replace("Ins Pmt", heading);
    const { summary } = await summarise(csv);
    expect(summary).toMatchObject({
      compared: 2,
      total_paid: "44.00",
      taken_back: { lines: 1, amount: "5.00" },
      compared_with: { column: heading, meaning: "paid_amount" },
    });
    const { table, lines } = await look(csv);
    expect(table.headings[3]).toMatchObject({ heading, meaning: "paid_as_credit" });
    expect(table.questions).toEqual([]);
    expect(lines[0]?.values).toMatchObject({ paid_amount: "24.00" });
    // What the caller says counts before the heading.
    const said = await summarise(csv, [[heading, "paid_amount"]]);
    expect(said.summary).toMatchObject({ compared: 1, taken_back: { lines: 2, amount: "44.00" } });
  },
);

it.each(["Paid As Credits", "Paid As Credt"])("A heading %s is asked about", async (heading) => {
  const csv = ledger("-24.00").replace("Ins Pmt", heading);
  await expect(summarise(csv)).rejects.toThrow("looks like paid_as_credit");
});

it("A column that is wrongly said to have credits is named", async () => {
  const { summary, notes } = await summarise(ledger("24.00", "20.00", "-24.00"), AS_CREDIT);
  expect(summary).toMatchObject({ negative_payments: { lines: 2, total: 3, are_credits: true }, compared: 1 });
  expect(notes.join("\n")).toContain('2 of the first 3 payments in "Ins Pmt" are above zero');
});
