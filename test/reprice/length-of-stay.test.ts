import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedFile } from "../../src/release/open.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { repriced } from "./support/repriced.ts";

/* Tables of stays with an admission and a discharge date. A table with the same lengths in a column must have the same prices. */

const folder = temporaryFolder();
const file = join(folder.path, "sample.db");
let contentHash = "";

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  ({ contentHash } = describedFile(file));
});
afterAll(() => folder.remove());

async function stays(code: string, lines: readonly string[], more: Partial<Repricing> = {}) {
  const state = states.find((each) => each.code === code);
  if (state === undefined) throw new Error(code);
  const done = await repriced(mkdtempSync(join(folder.path, "run-")), `${lines.join("\n")}\n`, {
    state,
    setting: "inpatient",
    release: { file, contentHash },
    fields: ["payment_rate", "calculation_method"],
    ...more,
  });
  if (done.outcome.kind !== "complete") throw new Error(done.outcome.kind);
  return { ...done, noted: new Map(done.outcome.tally.noted) };
}

const STATUS = { decided: new Map([["Disch Status", "transfer_claim"]]) };

describe("The length of stay", () => {
  it.each([
    ["ca", "1000100028,560-2", "transfer_claim", "admit_date"],
    ["fl", "1000800015,139-2", "transfer_claim", "discharge_date"],
    ["ny", "1100010002,139-2", "transfer_out", "discharge_date"],
  ])("is counted from the dates of a transfer in %s", async (code, stay, transfer, day) => {
    const decided = new Map([["Disch Status", transfer]]);
    const dated = await stays(
      code,
      [
        "NPI,DRG,Admit,Disch Date,Disch Status",
        `${stay},9/28/2026,9/29/2026,02`,
        `${stay},9/28/2026,9/28/2026,02`,
        `${stay},9/27/2026,9/29/2026,02`,
      ],
      { decided },
    );
    const days = day === "admit_date" ? ["28", "28", "27"] : ["29", "28", "29"];
    const counted = await stays(code, [
      `NPI,DRG,${day},LOS,${transfer}`,
      ...["1", "1", "2"].map((length, at) => `${stay},2026-09-${days[at]},${length},true`),
    ]);
    expect(counted.results.map(({ payment_rate }) => Number(payment_rate) > 0)).toEqual([true, true, true]);
    const prices = (run: typeof dated) => run.results.map((row) => [row.payment_rate, row.calculation_method]);
    expect(prices(dated)).toEqual(prices(counted));
    expect(dated.results[0]?.lookup).toContain("length_of_stay=1");
    expect(dated.noted.get("daysOfStay")).toBe(3);
    expect(dated.notices.join("\n")).toContain("Length of stay, from Admit and Disch Date.");
  });

  it("is that of its own column, where the table has one", async () => {
    const { results, noted, notices } = await stays(
      "ca",
      ["NPI,DRG,Admit,Disch Date,LOS,Disch Status", "1000100028,560-2,9/28/2026,10/4/2026,1,02"],
      STATUS,
    );
    expect(results[0]?.lookup).toContain("length_of_stay=1");
    expect(noted.has("daysOfStay")).toBe(false);
    expect(notices.join("\n")).toContain("Passed through: Disch Date.");
  });

  it("is not counted in Georgia, where it means covered days", async () => {
    const { results, notices } = await stays("ga", [
      "NPI,DRG,Admit,Disch Date",
      "1200010019,139-2,9/28/2026,9/29/2026",
    ]);
    expect(results[0]?.lookup).not.toContain("length_of_stay");
    expect(notices.join("\n")).toContain("Passed through: Disch Date.");
  });

  it("is not counted from one date alone, nor from a column without dates", async () => {
    const alone = await stays("ca", ["NPI,DRG,Disch Date", "1000100028,560-2,10/4/2026"]);
    expect(alone.notices.join("\n")).toContain("Passed through: Disch Date.");
    const statuses = await stays("ca", ["NPI,DRG,Admit,Discharge", "1000100028,560-2,9/28/2026,02"]);
    expect(statuses.notices.join("\n")).toContain("Passed through: Discharge.");
    expect(statuses.faults).toEqual([]);
  });

  it("is absent where the discharge date is empty", async () => {
    const { results } = await stays("ca", ["NPI,DRG,Admit,Disch Date", "1000100028,560-2,9/28/2026,"]);
    expect(results[0]?.lookup).not.toContain("length_of_stay");
  });

  it.each([
    [
      "9/28/2026,9/20/2026,02",
      'Disch Date (discharge date) "9/20/2026" is before Admit (admit date) "9/28/2026": correct one of them.',
    ],
    [
      "9/28/2026,2026-10,02",
      'Disch Date (discharge date) "2026-10" cannot be used. Enter a day and not a month alone: the length of stay is counted by it.',
    ],
    [
      "9/28/2026,soon,02",
      'Disch Date (discharge date) "soon" cannot be used. Enter a day such as 2026-10-01, 10/1/2026 or 20261001.',
    ],
    [
      "9/28/2026,10/4/2026,30",
      'Disch Date (discharge date) "10/4/2026" is beside discharge status 30 or an interim claim, whose patient is still there: the days of the bill are not known. Add a column length of stay with them.',
    ],
  ])("rejects a line that it cannot be counted for: %s", async (dates, reason) => {
    const { results, faults } = await stays(
      "ca",
      ["NPI,DRG,Admit,Disch Date,Disch Status", `1000100028,560-2,${dates}`],
      STATUS,
    );
    expect(results).toEqual([]);
    expect(faults.map(({ fault_reasons }) => fault_reasons)).toEqual([reason]);
  });
});
