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

  async function run(lines: readonly string[], options: Partial<Repricing> = {}): Promise<Repriced> {
    const path = mkdtempSync(join(folder.path, "run-"));
    return await repriced(path, `${[HEADINGS, ...lines].join("\n")}\n`, { ...asked, ...options });
  }

  function tallyOf({ outcome }: Repriced): TallyRecord {
    if (outcome.kind !== "complete") throw new Error("the run was not complete");
    return outcome.tally;
  }

  it("are neither under- nor overpaid when they were paid at one of them to the cent, and have a count of their own", async () => {
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
      "Paid at the Targeted Rate Increase, $82.00; the standard rate is $24.00.",
      "Paid at the Targeted Rate Increase, $164.00; the standard rate is $48.00 (for 2 units).",
      "Paid at the PRIMARY CARE II - CHILD rate, $26.18; the standard rate is $24.00.",
    ]);
    // 58.00 + 116.00 + 2.18 above the standard rate; the compared lines are the other two.
    expect(tallyOf(done)).toMatchObject({
      ...{ lookups: 5, priced: 5, compared: 2, totalPaid: "106.01", totalDifference: "-58.01" },
      paidAboveStandard: { lines: 3, amount: "176.18" },
      paidBelowStandard: { lines: 0, amount: "0.00" },
      verdicts: { underpaid: { lines: 0 }, overpaid: { lines: 1, amount: "58.01" }, asExpected: { lines: 1 } },
      notCompared: [["paid_at_alternative", "", 3, "", [{ line: 2, detail: done.results[0]?.remarks }, {}, {}]]],
    });
  });

  it("name both prices when they were paid at neither, the nearest first; a denied line names none", async () => {
    const { results } = await run([line("81.00"), line("0.00"), line("20.00")], { compare: null });
    expect(results.map(({ outcome, remarks, remark_codes }) => [outcome, remarks, remark_codes])).toEqual([
      [
        "overpaid",
        "The payment is neither the standard rate, $24.00, nor another published rate: Targeted Rate Increase, $82.00; MEDICINE EMERGENCY, $29.81; PRIMARY CARE II - CHILD, $26.18.",
        "alternative_published",
      ],
      ["underpaid", "", ""],
      [
        "underpaid",
        "The payment is neither the standard rate, $24.00, nor another published rate: PRIMARY CARE II - CHILD, $26.18; MEDICINE EMERGENCY, $29.81; Targeted Rate Increase, $82.00.",
        "alternative_published",
      ],
    ]);
  });

  it("are paid at most what was billed at the other rate too", async () => {
    const { results } = await run([line("50.00", { billed: "50.00" }), line("82.00", { billed: "50.00" })]);
    expect(results.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
      "not_compared paid_at_alternative",
      "overpaid ",
    ]);
    expect(results[0]?.remarks).toBe(
      "Paid at the Targeted Rate Increase, limited to the billed $50.00; the standard rate is $24.00.",
    );
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
