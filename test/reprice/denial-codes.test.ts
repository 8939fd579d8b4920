import { describe, expect, it } from "vitest";
import type { Repriced } from "./support/repriced.ts";
import { sampleClaims } from "./support/sample-claims.ts";

/* 99213 of 1000700140 is $24.00. A denied line of a table is not underpaid. */

const { reprice, summarise, look } = sampleClaims();

const csvOf = (heading: string, ...lines: readonly (readonly [paid: string, cell: string])[]) =>
  `${[`NPI,CPT,DOS,Paid,${heading}`, ...lines.map(([paid, cell]) => `1000700140,99213,2026-10-01,${paid},${cell}`)].join("\n")}\n`;

const outcomes = ({ results }: Repriced) =>
  results.map(({ outcome, reason, difference }) => [outcome, reason, difference]);

describe("A line with a denial code", () => {
  it("is not owed where nothing was paid and the code denies it, in the words of a remittance", async () => {
    const done = await reprice(
      csvOf("Denial Code", ["0.00", "CO-29"], ["0.00", "CO45"], ["0.00", ""], ["0.00", "denied"], ["", "24"]),
    );
    expect(outcomes(done)).toEqual([
      ["not_compared", "denied", ""],
      ["underpaid", "", "24.00"],
      ["underpaid", "", "24.00"],
      ["not_compared", "denied", ""],
      ["not_compared", "covered_by_plan", ""],
    ]);
    expect(done.results.map(({ remarks }) => remarks)).toEqual([
      "Not owed, denied (CO-29: sent after the filing limit): not compared.",
      "",
      "",
      "Not owed, denied: not compared.",
      "Not owed, covered by a plan (24: covered by a managed care plan): not compared.",
    ]);
  });

  it.each(["PR-1", "PR2", "3", "CO-45;PR-3"])(
    "is owed with a remark where nothing was paid and %s puts it on the patient",
    async (code) => {
      const csv = csvOf("Denial Code", ["0.00", code], ["10.00", code], ["24.00", code], ["0.00", "CO-45"]);
      const { results } = await reprice(csv);
      expect(results.map(({ outcome, remark_codes }) => [outcome, remark_codes])).toEqual([
        ["underpaid", "put_on_patient"],
        ["underpaid", ""],
        ["as_expected", ""],
        ["underpaid", ""],
      ]);
      expect(results[0]?.remarks).toMatch(
        /^The payer put the amount on the patient \(PR-[123]: [a-z]+.*\): check the patient's share/,
      );
      const { largest_differences } = (await summarise(csv)).summary;
      expect(largest_differences?.map(({ input_line, is_put_on_patient }) => [input_line, is_put_on_patient])).toEqual([
        [2, true],
        [5, false],
        [3, false],
      ]);
    },
  );

  it("stays compared where something was paid, and the summary counts it", async () => {
    const csv = csvOf("Denial Code", ["10.00", "CO-29"], ["24.00", "denied"], ["20.00", "EOB 12"], ["20.00", "PR-1"]);
    expect(outcomes(await reprice(csv)).map(([outcome, , difference]) => [outcome, difference])).toEqual([
      ["underpaid", "14.00"],
      ["as_expected", "0.00"],
      ["underpaid", "4.00"],
      ["underpaid", "4.00"],
    ]);
    expect((await summarise(csv)).summary.noted_in_words).toEqual([
      "2 lines with a denial code and a payment: compared all the same",
      "1 denial code that is not known on a line with a payment: compared all the same",
    ]);
  });

  it("is in doubt where nothing was paid and the code is not known: neither denied nor underpaid", async () => {
    const done = await reprice(csvOf("Denial Reason", ["0.00", "EOB 1234"], ["", "timely filing"], ["0.00", "CO-29"]));
    expect(outcomes(done)).toEqual([
      ["not_compared", "unknown_denial_code", ""],
      ["not_compared", "unknown_denial_code", ""],
      ["not_compared", "denied", ""],
    ]);
    expect(done.results[0]?.remarks).toContain(
      'Denial Reason (denial_code) "EOB 1234" is not valid: expected a claim adjustment',
    );
    expect(done.faults.map(({ fault_line }) => fault_line)).toEqual(["2", "3"]);
    expect(done.outcome).toMatchObject({ tally: { doubtful: 2, compared: 0 } });
    const billed = "NPI,CPT,DOS,Paid,Charges,Denial Reason\n1000700140,99213,2026-10-01,0.00,#REF!,EOB 1234\n";
    expect(outcomes(await reprice(billed))).toEqual([["not_compared", "unreadable_amount", ""]]);
  });

  it("may have several columns of them; one that denies is enough, and one that is not known leaves a doubt", async () => {
    const of = (one: string, two: string) => `1000700140,99213,2026-10-01,0.00,${one},${two}`;
    const csv = [
      "NPI,CPT,DOS,Paid,Denial Code 1,Denial Code 2",
      of("CO-45", "CO-29"),
      of("CO-45", "X9Z"),
      of("X9Z", "29"),
      of("CO-45", "PR-2"),
      "",
    ];
    expect(outcomes(await reprice(csv.join("\n"))).map(([outcome, reason]) => [outcome, reason])).toEqual([
      ["not_compared", "denied"],
      ["not_compared", "unknown_denial_code"],
      ["not_compared", "denied"],
      ["underpaid", ""],
    ]);
  });

  it("was paid what its payment says, not what was allowed; a payment that cannot be read is none of zero", async () => {
    const of = (allowed: string, paid: string) => `1000700140,99213,2026-10-01,${allowed},${paid},CO-29`;
    const csv = ["NPI,CPT,DOS,Allowed,Paid,CARC", of("12.00", "0.00"), of("12.00", "10.00"), of("12.00", "#REF!"), ""];
    expect(outcomes(await reprice(csv.join("\n")))).toEqual([
      ["not_compared", "denied", ""],
      ["underpaid", "", "12.00"],
      ["not_compared", "unreadable_amount", ""],
    ]);
  });

  it("is not asked for its denial where it takes money back, or a column not_owed says more", async () => {
    const taken = await reprice(csvOf("Denial Code", ["-10.00", "CO-29"], ["-10.00", "OA-23"], ["-10.00", "EOB 1"]));
    expect(outcomes(taken)).toEqual(Array.from({ length: 3 }, () => ["not_compared", "money_taken_back", ""]));
    expect(taken.faults).toEqual([]);
    const said = `NPI,CPT,DOS,Paid,Denial Code,not_owed\n1000700140,99213,2026-10-01,0.00,EOB 1,packaged\n`;
    expect(outcomes(await reprice(said))).toEqual([["not_compared", "packaged", ""]]);
  });

  it("is counted in not_owed of the summary, and not in what is underpaid", async () => {
    const { summary } = await summarise(csvOf("CARC", ["0.00", "CO-29"], ["0.00", "97"], ["20.00", ""], ["0.00", "Z"]));
    expect(summary).toMatchObject({
      underpaid: { lines: 1, amount: "4.00" },
      doubtful: 1,
      not_owed: [
        { code: "denied", lines: 1, expected: "24.00" },
        { code: "packaged", lines: 1, expected: "24.00" },
      ],
    });
    expect(summary.not_compared_by_reason?.map(({ code, lines }) => [code, lines])).toContainEqual([
      "unknown_denial_code",
      1,
    ]);
    expect((await summarise(csvOf("Note", ["0.00", "CO-29"]))).summary).not.toHaveProperty("not_owed");
  });
});

describe("A column of denial codes", () => {
  it.each([
    "Denial Code",
    "denial_code",
    "Denial Codes",
    "DENIAL_CD_1",
    "Denial Reason",
    "Denied Reason Code",
    "CARC",
    "CARC 2",
    "Claim Adjustment Reason Code",
  ])("is recognised as %s", async (heading) => {
    expect((await summarise(csvOf(heading, ["0.00", "CO-29"]))).summary.not_owed).toMatchObject([
      { code: "denied", lines: 1 },
    ]);
  });

  it.each(["Adjustment Reason", "Adj Reason Code", "Denial", "EOB Reason"])(
    "that is called %s is a question before pricing",
    async (heading) => {
      const { questions } = (await look(csvOf(heading, ["0.00", "CO-29"], ["10.00", "CO-45"]))).table;
      expect(questions).toEqual([{ meaning: "denial_code", headings: [heading], needed: false }]);
    },
  );

  it.each(["Denial Date", "Reason for Visit", "Denied Amount", "Group"])("%s is none", async (heading) => {
    const { table } = await look(csvOf(heading, ["0.00", "29"], ["10.00", "45"]));
    expect([table.headings[4]?.meaning, table.questions.map(({ meaning }) => meaning)]).toEqual([null, []]);
  });
});
