import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { describedFile } from "../../src/release/open.ts";
import type { TallyRecord } from "../../src/reprice/pricing/tally.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { type Repriced, repriced } from "./support/repriced.ts";

/* 99213 of 1000700140 is paid at $24.00. Also published: $26.18 for children, $29.81 in emergencies, and $82.00 as Targeted Rate Increase. */

const HEADINGS = "claim,npi,billing_code,procedure_type,date_of_service,units,billed_amount,paid_amount";
const line = (paid: string, { units = "1", billed = "500.00", type = "", day = "2026-10-01", code = "99213" } = {}) =>
  `C,1000700140,${code},${type},${day},${units},${billed},${paid}`;

describe("Lines with a variance beside other published rates", () => {
  const folder = temporaryFolder();
  let asked: Pick<Repricing, "state" | "setting" | "release">;

  beforeAll(async () => {
    const file = join(folder.path, "sample.db");
    await releaseAt(file, SAMPLE);
    const { contentHash } = describedFile(file);
    asked = { state: states[0] as State, setting: "outpatient", release: { file, contentHash } };
  });
  afterAll(() => folder.remove());

  async function run(
    lines: readonly string[],
    options: Partial<Repricing> = {},
    headings = HEADINGS,
  ): Promise<Repriced> {
    const path = mkdtempSync(join(folder.path, "run-"));
    return await repriced(path, `${[headings, ...lines].join("\n")}\n`, { ...asked, ...options });
  }

  function tallyOf({ outcome }: Repriced): TallyRecord {
    if (outcome.kind !== "complete") throw new Error("the run was not complete");
    return outcome.tally;
  }

  it("are not overpaid when they were paid more, at one of them to the cent, and have a count of their own", async () => {
    const done = await run([
      line("82.00"),
      line("164.00", { units: "2" }),
      line("26.18"),
      line("24.00"),
      line("82.01"),
    ]);
    expect(done.results.map((row) => [row.outcome, row.reason, row.expected_amount, row.difference])).toEqual([
      ["not_compared", "paid_at_alternative", "24.00", ""],
      ["not_compared", "paid_at_alternative", "48.00", ""],
      ["not_compared", "paid_at_alternative", "24.00", ""],
      ["as_expected", "", "24.00", "0.00"],
      ["overpaid", "", "24.00", "-58.01"],
    ]);
    expect(done.results.slice(0, 3).map(({ remarks }) => remarks)).toEqual([
      "Paid at the Targeted Rate Increase, $82.00; the default rate is $24.00.",
      "Paid at the Targeted Rate Increase, $164.00 for 2 units; the default rate is $48.00 for 2 units.",
      "Paid at the PRIMARY CARE II - CHILD rate, $26.18; the default rate is $24.00.",
    ]);
    // 58.00 + 116.00 + 2.18 above the default rate; the compared lines are the other two.
    expect(tallyOf(done)).toMatchObject({
      ...{ lookups: 5, priced: 5, compared: 2, totalPaid: "106.01", totalDifference: "-58.01" },
      paidAtAlternative: { lines: 3, amount: "176.18" },
      verdicts: { underpaid: { lines: 0 }, overpaid: { lines: 1, amount: "58.01" }, asExpected: { lines: 1 } },
      notCompared: [["paid_at_alternative", "", 3, "", [{ line: 2, detail: done.results[0]?.remarks }, {}, {}]]],
    });
  });

  it("stay underpaid in all totals when they were paid less, and name the published rate they were paid at", async () => {
    const flagged = "claim,npi,billing_code,modifier,child_patient,emergency_room,date_of_service,paid_amount";
    const of = (code: string, child: string, emergency: string, paid: string) =>
      `C,1000700140,${code},,${child},${emergency},2026-10-01,${paid}`;
    const done = await run(
      [
        of("27447", "", "", "297.84"),
        of("99213", "true", "", "24.00"),
        of("99213", "", "true", "24.00"),
        of("99213", "", "", "82.00"),
      ],
      {},
      flagged,
    );
    expect(done.results.map((row) => [row.outcome, row.expected_amount, row.difference, row.remark_codes])).toEqual([
      ["underpaid", "1489.20", "1191.36", "paid_at_alternative"],
      ["underpaid", "26.18", "2.18", "paid_at_alternative"],
      ["underpaid", "29.81", "5.81", "paid_at_alternative"],
      ["not_compared", "24.00", "", "paid_at_alternative"],
    ]);
    expect(done.results[0]?.remarks).toBe("Paid at the Assistant Surgeon rate, $297.84; the default rate is $1489.20.");
    // 1191.36 + 2.18 + 5.81 missing.
    expect(tallyOf(done)).toMatchObject({
      ...{ compared: 3, totalPaid: "345.84", totalDifference: "1199.35" },
      paidAtAlternative: { lines: 1, amount: "58.00" },
      verdicts: { underpaid: { lines: 3, amount: "1199.35" }, overpaid: { lines: 0 } },
    });
  });

  it("have no remark when they were paid at none of them, or nothing", async () => {
    const { results } = await run([line("81.00"), line("0.00"), line("20.00")]);
    expect(results.map(({ outcome, remarks }) => [outcome, remarks])).toEqual([
      ["overpaid", ""],
      ["underpaid", ""],
      ["underpaid", ""],
    ]);
  });

  it("are overpaid when a payer paid what was billed, which is no published rate", async () => {
    const { results } = await run([
      line("50.00", { billed: "50.00" }),
      line("82.00", { billed: "50.00" }),
      line("82.00", { billed: "82.00" }),
      line("110.00", { billed: "110.00", code: "90837" }),
    ]);
    expect(results.map(({ outcome, expected_amount }) => `${outcome} ${expected_amount}`)).toEqual([
      "overpaid 24.00",
      "overpaid 24.00",
      "not_compared 24.00",
      "overpaid 98.02",
    ]);
  });

  it("have no alternative to what the line itself says", async () => {
    const { results } = await run([
      line("82.00", { type: "Medicine" }),
      line("24.00", { type: "Targeted Rate Increase" }),
    ]);
    expect(results.map(({ outcome, difference }) => [outcome, difference])).toEqual([
      ["overpaid", "-58.00"],
      ["underpaid", "58.00"],
    ]);
  });

  it("have the other rate of their day", async () => {
    // 90791 as Targeted Rate Increase: $152.00 in 2025 and $159.00 since 2026.
    const of = (paid: string, day: string) => line(paid, { code: "90791", day });
    const days = [
      of("152.00", "2025-12-31"),
      of("152.00", "2026-01-01"),
      of("159.00", "2026-01-02"),
      of("159.00", "2025-12-30"),
    ];
    const { results } = await run(days);
    expect(results.map(({ outcome }) => outcome)).toEqual(["not_compared", "overpaid", "not_compared", "overpaid"]);
  });
});
