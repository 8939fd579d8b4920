import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quarterOf } from "../../../src/core/calendar/period.ts";
import { amount, date } from "../../../src/imports/declaring/conversions.ts";
import { heading, optional } from "../../../src/imports/declaring/fields.ts";
import { type Publication, publication, section } from "../../../src/imports/declaring/publication.ts";
import { csv } from "../fixtures.ts";
import { feeSchedule, fees } from "../reef.ts";
import { type Imported, importing, snapshot } from "../support.ts";

type Fee = readonly [code: string, fee: string];

async function edition(
  asOf: string,
  list: readonly Fee[],
  into?: string,
  of: Publication = feeSchedule,
): Promise<Imported> {
  const file = { name: "fees.csv", content: csv(["Code", "Fee"], ...list) };
  // These editions are small: what they leave out is meant.
  return await importing(of, file, { asOf, acceptShrink: true, ...(into === undefined ? {} : { into }) });
}

function periods({ rows }: Imported): string[] {
  return rows("rf/fees").map(
    ({ code, fee, effective_start_date, effective_end_date }) =>
      `${code} ${fee} ${effective_start_date}..${effective_end_date}`,
  );
}

const JANUARY: readonly Fee[] = [
  ["00001", "1"],
  ["00002", "2"],
  ["00003", "3"],
];
const JULY: readonly Fee[] = [
  ["00001", "1"],
  ["00002", "2.5"],
  ["00004", "4"],
];
const BOTH = [
  "00001 1.00 2026-01-01..",
  "00002 2.00 2026-01-01..2026-06-30",
  "00002 2.50 2026-07-01..",
  "00003 3.00 2026-01-01..2026-06-30",
  "00004 4.00 2026-07-01..",
];

describe("a newer edition of a dated table", () => {
  it("leaves what is unchanged open, closes what changed or vanished the day before, adds what is new", async () => {
    const { dataset } = await edition("2026-01-01", JANUARY);
    const second = await edition("2026-07-01", JULY, dataset);
    expect(periods(second)).toEqual(BOTH);
    expect(second.report.tables).toEqual([
      {
        table: "rf/fees",
        taken: 3,
        unchanged: 1,
        unchangedOfOthers: 0,
        joined: 0,
        changed: 1,
        closed: 1,
        added: 1,
        removed: 0,
        own: 0,
        repeated: 0,
        waiting: [],
        rows: 5,
      },
    ]);
  });

  it("gives the same when the older one comes later", async () => {
    const { dataset } = await edition("2026-07-01", JULY);
    expect(periods(await edition("2026-01-01", JANUARY, dataset))).toEqual(BOTH);
  });

  it("changes nothing when it is imported again, and takes its own place when it was corrected", async () => {
    const { dataset } = await edition("2026-01-01", JANUARY);
    await edition("2026-07-01", JULY, dataset);
    const before = snapshot(dataset);
    const again = await edition("2026-07-01", JULY, dataset);
    expect(snapshot(dataset)).toEqual(before);
    expect(again.report.tables).toMatchObject([{ unchanged: 5, changed: 0, closed: 0, added: 0, removed: 0 }]);
    const corrected = await edition("2026-07-01", JANUARY, dataset);
    expect(periods(corrected)).toEqual([
      "00001 1.00 2026-01-01..",
      "00002 2.00 2026-01-01..",
      "00003 3.00 2026-01-01..",
    ]);
  });

  it("a price that comes back after a gap is two rows, and one that returns is a change each time", async () => {
    const { dataset } = await edition("2026-01-01", [["00001", "1"]]);
    await edition("2026-02-01", [["00002", "2"]], dataset);
    await edition("2026-03-01", [["00001", "1"]], dataset);
    expect(periods(await edition("2026-04-01", [["00001", "2"]], dataset))).toEqual([
      "00001 1.00 2026-01-01..2026-01-31",
      "00001 1.00 2026-03-01..2026-03-31",
      "00001 2.00 2026-04-01..",
      "00002 2.00 2026-02-01..2026-02-28",
    ]);
  });
});

describe("editions with an end", () => {
  const quarterly = { ...feeSchedule, period: quarterOf };

  it("end there; what goes on in the next quarter is one row, and a missing quarter is a gap", async () => {
    const { dataset } = await edition("2026-01-15", JANUARY, undefined, quarterly);
    await edition("2026-04-01", [["00001", "1"]], dataset, quarterly);
    expect(periods(await edition("2026-10-01", [["00001", "1"]], dataset, quarterly))).toEqual([
      "00001 1.00 2026-01-01..2026-06-30",
      "00001 1.00 2026-10-01..2026-12-31",
      "00002 2.00 2026-01-01..2026-03-31",
      "00003 3.00 2026-01-01..2026-03-31",
    ]);
  });
});

describe("rows with dates of their own", () => {
  const dated = publication({
    ...feeSchedule,
    sections: [
      section({
        fields: { code: heading("Code"), fee: heading("Fee", amount), from: optional(heading("From", date)) },
        feeds: [fees],
        read: () => ({
          record: ({ code, fee, from }, intake) => intake.take(fees, { code, fee, effectiveStartDate: from }),
        }),
      }),
    ],
  });

  it("hold from their own day, before the edition too", async () => {
    const first = csv(["Code", "Fee", "From"], ["00001", "1", "1/1/2020"], ["00002", "2", ""]);
    const { dataset } = await importing(dated, { name: "fees.csv", content: first }, { asOf: "2026-01-01" });
    const second = csv(["Code", "Fee", "From"], ["00001", "1.5", "7/1/2025"], ["00002", "2", "9/1/2026"]);
    const result = await importing(dated, { name: "fees.csv", content: second }, { asOf: "2026-02-01", into: dataset });
    expect(periods(result)).toEqual([
      "00001 1.00 2020-01-01..2025-06-30",
      "00001 1.50 2025-07-01..",
      "00002 2.00 2026-01-01..2026-01-31",
      "00002 2.00 2026-09-01..",
    ]);
  });

  it("take over one from the other in a list of successive rates, in whatever order it has them", async () => {
    const list = csv(
      ["Code", "Fee", "From"],
      ["00001", "3", "7/1/2025"],
      ["00001", "1", "1/1/2020"],
      ["00001", "2", "1/1/2023"],
    );
    const result = await importing(dated, { name: "fees.csv", content: list }, { asOf: "2026-01-01" });
    expect(periods(result)).toEqual([
      "00001 1.00 2020-01-01..2022-12-31",
      "00001 2.00 2023-01-01..2025-06-30",
      "00001 3.00 2025-07-01..",
    ]);
    const unclear = csv(["Code", "Fee", "From"], ["00001", "1", "1/1/2020"], ["00001", "2", "1/1/2020"]);
    await expect(importing(dated, { name: "fees.csv", content: unclear }, { asOf: "2026-01-01" })).rejects.toThrow(
      "line 2 and line 3 of rf/fees say different things",
    );
  });
});

describe("rows written by hand", () => {
  it("are kept through editions, also where somebody changed an imported one", async () => {
    const { dataset } = await edition("2026-01-01", JANUARY);
    const file = join(dataset, "rf/fees.csv");
    const changed = readFileSync(file, "utf8").replace("00002,,2.00,2026-01-01,", "00002,,2.22,2026-01-01,2026-12-31");
    writeFileSync(file, `${changed}00009,,9.00,2020-01-01,\n`);
    const second = await edition("2026-07-01", JULY, dataset);
    const expected = [
      "00001 1.00 2026-01-01..",
      "00002 2.22 2026-01-01..2026-12-31",
      "00002 2.50 2027-01-01..",
      "00003 3.00 2026-01-01..2026-06-30",
      "00004 4.00 2026-07-01..",
      "00009 9.00 2020-01-01..",
    ];
    expect(periods(second)).toEqual(expected);
    expect(second.report.tables).toMatchObject([{ own: 2 }]);
    expect(second.origins("rf/fees").map(({ line }) => line)).toEqual(["2", "4", "5", "6"]);
    expect(periods(await edition("2026-07-01", JULY, dataset))).toEqual(expected);
  });

  it("go when they are deleted, and the imported ones hold again", async () => {
    const { dataset } = await edition("2026-01-01", JANUARY);
    const file = join(dataset, "rf/fees.csv");
    const imported = readFileSync(file, "utf8");
    writeFileSync(file, imported.replace("00002,,2.00,2026-01-01,", "00002,,2.22,2026-01-01,2026-12-31"));
    await edition("2026-01-01", JANUARY, dataset);
    const withOwn = readFileSync(file, "utf8");
    writeFileSync(file, withOwn.replace(/^00002,,2\.22.*\n/m, ""));
    await edition("2026-01-01", JANUARY, dataset);
    expect(readFileSync(file, "utf8")).toBe(imported);
  });
});
