import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { describedFile } from "../../src/release/open.ts";
import { RepricingTally, type TallyRecord } from "../../src/reprice/pricing/tally.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { type Repriced, repriced } from "./support/repriced.ts";

/* 99213 of 1000700140 is paid at $24.00. */

const HEADINGS = "claim,npi,billing_code,modifier,date_of_service,units,billed_amount,paid_amount,not_owed";
const line = (claim: string, paid: string, notOwed: string, { units = "1", billed = "100.00", modifier = "" } = {}) =>
  `${claim},1000700140,99213,${modifier},2026-10-01,${units},${billed},${paid},${notOwed}`;

describe("Lines that were not owed", () => {
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

  it("are priced and not compared: neither underpaid nor in any total, and the reason is the code", async () => {
    const done = await run([
      line("1", "20.00", ""),
      line("2", "0.00", "denied (CO-29)"),
      line("3", "0.00", "covered_by_plan"),
      line("4", "3.00", "other_payer (CO-23)"),
      line("5", "0.00", "covered_by_plan"),
    ]);
    expect(
      done.results.map(({ outcome, reason, amount_at_rate, expected_amount, difference }) =>
        [outcome, reason, amount_at_rate, expected_amount, difference].join(),
      ),
    ).toEqual([
      "underpaid,,24.00,24.00,4.00",
      // A column adds up to what is owed; the rate stays beside it.
      "not_compared,denied,24.00,,",
      "not_compared,covered_by_plan,24.00,,",
      "not_compared,other_payer,24.00,,",
      "not_compared,covered_by_plan,24.00,,",
    ]);
    expect(done.results[1]).toMatchObject({
      remarks: "Not owed, denied (CO-29: sent after the filing limit): not compared.",
      remark_codes: "not_owed",
    });
    const tally = tallyOf(done);
    expect(tally).toMatchObject({
      priced: 5,
      compared: 1,
      // Of the first line alone.
      total: "24.00",
      totalDifference: "4.00",
      verdicts: { underpaid: { lines: 1, amount: "4.00" } },
      paidNothing: { lines: 0 },
    });
    expect(tally.notOwed).toEqual([
      { code: "covered_by_plan", lines: 2, priced: 2, paid: "0.00", expected: "48.00" },
      { code: "denied", lines: 1, priced: 1, paid: "0.00", expected: "24.00" },
      { code: "other_payer", lines: 1, priced: 1, paid: "3.00", expected: "24.00" },
    ]);
    expect(tally.notCompared.map(([code, , lines]) => [code, lines])).toEqual([
      ["denied", 1],
      ["covered_by_plan", 2],
      ["other_payer", 1],
    ]);
  });

  it("are counted alike when the file is priced in parts", async () => {
    const parts = await Promise.all([
      run([line("1", "0.00", "denied"), line("2", "1.50", "other_payer")]),
      run([line("3", "2.25", "other_payer"), line("4", "-5.00", "reversal")]),
    ]);
    const whole = new RepricingTally();
    for (const part of parts) whole.add(tallyOf(part));
    expect(whole.record().notOwed).toEqual([
      { code: "other_payer", lines: 2, priced: 2, paid: "3.75", expected: "48.00" },
      { code: "denied", lines: 1, priced: 1, paid: "0.00", expected: "24.00" },
      { code: "reversal", lines: 1, priced: 1, paid: "-5.00", expected: "24.00" },
    ]);
  });

  it("take back what they reverse once: a reversal is no takeback besides, and its minus signs are no errors", async () => {
    const done = await run([
      line("1", "-24.00", "reversal", { units: "-1", billed: "-100.00" }),
      // The reversal of a line that was paid nothing.
      line("2", "0.00", "reversal", { units: "-1", billed: "-100.00" }),
      line("3", "-24.00", ""),
    ]);
    expect(done.faults).toEqual([]);
    expect(done.results.map(({ reason, expected_amount }) => [reason, expected_amount])).toEqual([
      ["reversal", ""],
      ["reversal", ""],
      ["money_taken_back", ""],
    ]);
    expect(tallyOf(done).takenBack).toEqual({ lines: 1, amount: "24.00" });
    expect(tallyOf(done).notOwed).toEqual([
      { code: "reversal", lines: 2, priced: 2, paid: "-24.00", expected: "48.00" },
    ]);
    expect(tallyOf(done).doubtful).toBe(0);
  });

  it("count what was paid, also where the allowed amount is compared, and say nothing of an empty allowed amount", async () => {
    const headings = HEADINGS.replace("paid_amount", "paid_amount,allowed_amount");
    const allowed = line("1", "7.00,", "denied");
    const done = await run([allowed], {}, headings);
    expect(done.results[0]).toMatchObject({ reason: "denied", remark_codes: "not_owed" });
    expect(tallyOf(done).notOwed).toMatchObject([{ code: "denied", paid: "7.00" }]);
  });

  it("have their reason before a modifier that is not priced", async () => {
    const done = await run([line("1", "0.00", "denied", { modifier: "82" })]);
    expect(done.results[0]).toMatchObject({ outcome: "not_compared", reason: "denied", expected_amount: "" });
    expect(done.results[0]?.remark_codes).toBe("not_owed|modifier_not_priced");
    expect(tallyOf(done).notOwed).toMatchObject([{ code: "denied", lines: 1, priced: 1, expected: "0.00" }]);
  });

  it("are counted without a price too, and keep the reason for it", async () => {
    const done = await run([line("1", "0.00", "denied").replace("99213", "ZZZZZ")]);
    expect(done.results[0]).toMatchObject({
      outcome: "not_priced",
      reason: "code_not_listed",
      remark_codes: "not_owed",
    });
    expect(tallyOf(done).notOwed).toMatchObject([{ code: "denied", lines: 1, priced: 0, expected: "0.00" }]);
  });

  it("have a reason in a file without payments, and are in no total of it", async () => {
    const headings = HEADINGS.replace("paid_amount", "Patient Name");
    const done = await run([line("1", "", "denied"), line("2", "", "")], {}, headings);
    expect(done.results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["priced", "denied"],
      ["priced", ""],
    ]);
    expect(tallyOf(done).total).toBe("24.00");
  });

  it("of another setting are listed without a lookup, whatever they lack", async () => {
    const done = await run(["1,,,,,1,100.00,55.00,other_setting (stay)", line("2", "24.00", "")], { explains: true });
    expect(done.faults).toEqual([]);
    expect(done.results[0]).toMatchObject({
      outcome: "not_priced",
      reason: "other_setting",
      remarks: "A claim of another setting (stay): not priced.",
      remark_codes: "other_setting",
      lookup: "",
      explain_command: "",
    });
    expect(done.results[1]?.outcome).toBe("as_expected");
    const tally = tallyOf(done);
    expect(tally).toMatchObject({ lookups: 2, priced: 1, faulty: 0 });
    expect(tally.notPriced.map(([code, , lines]) => [code, lines])).toEqual([["other_setting", 1]]);
    expect(tally.notOwed).toMatchObject([{ code: "other_setting", lines: 1, priced: 0, paid: "55.00" }]);
  });

  it("are no faults where they cannot be looked up: listed without a price, and counted", async () => {
    const unread = line("1", "0.00", "denied").replace("1000700140", "12");
    const done = await run([unread, line("2", "0.00", "").replace("1000700140", "12")]);
    expect(done.faults.map(({ claim }) => claim)).toEqual(["2"]);
    expect(done.results).toMatchObject([
      { claim: "1", outcome: "not_priced", reason: "denied", remark_codes: "not_owed" },
    ]);
    const tally = tallyOf(done);
    expect(tally.notPriced.map(([code, reason]) => [code, reason])).toEqual([
      ["denied", "The payer denied the line. Not looked up: npi missing or not readable."],
    ]);
    expect(tally.notOwed).toMatchObject([{ code: "denied", lines: 1, priced: 0 }]);
  });

  it("add up with all others to what was paid, but for the rejected", async () => {
    const done = await run([
      line("1", "20.00", ""),
      line("2", "1.25", "other_payer"),
      line("3", "-4.00", "reversal"),
      line("4", "-2.00", ""),
      line("5", "50.00", "").replace("99213", "ZZZZZ"),
      "6,,,,,1,100.00,7.00,other_setting",
      line("7", "1000.00", "plan"),
    ]);
    // 20.00 + 1.25 - 4.00 - 2.00 + 50.00 + 7.00.
    expect(tallyOf(done).paidInAll).toBe("72.25");
  });

  it("with an unknown code are rejected, with the value and the codes that there are", async () => {
    const done = await run([line("1", "0.00", "plan"), line("2", "24.00", "")]);
    expect(done.results.map(({ claim }) => claim)).toEqual(["2"]);
    expect(done.faults).toMatchObject([{ fault_line: "2", fault_columns: "not_owed", claim: "1" }]);
    expect(done.faults[0]?.fault_reasons).toContain(
      'not_owed "plan" cannot be used. Enter one of denied, covered by plan',
    );
  });

  describe("are known by a column", () => {
    const named = (heading: string) => HEADINGS.replace("not_owed", heading);

    it("called not_owed alone: another spelling is a question", async () => {
      await expect(run([line("1", "0.00", "")], {}, named("Not Owed"))).rejects.toThrow(
        'The column "Not Owed" looks like not_owed. Say so with --columns "Not Owed=not_owed"',
      );
      const passed = await run([line("1", "0.00", "whatever")], { passThrough: ["Not Owed"] }, named("Not Owed"));
      expect(passed.results[0]?.outcome).toBe("underpaid");
    });

    it("that --columns names, whatever its heading", async () => {
      const done = await run([line("1", "0.00", "denied")], { decided: new Map([["Why", "not_owed"]]) }, named("Why"));
      expect(done.results[0]).toMatchObject({ outcome: "not_compared", reason: "denied" });
      expect(done.notices.join("\n")).toContain("Why = not_owed");
    });
  });
});
