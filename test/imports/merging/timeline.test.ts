import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quarterOf } from "../../../src/core/calendar/period.ts";
import { amount, date } from "../../../src/imports/declaring/conversions.ts";
import { heading, optional } from "../../../src/imports/declaring/fields.ts";
import { type Publication, publication, section } from "../../../src/imports/declaring/publication.ts";
import { csv } from "../fixtures.ts";
import { counties, enrolled, feeSchedule, fees, licensed, reefPublications, registry } from "../reef.ts";
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
    const same = csv(["Code", "Fee", "From"], ["00001", "1", "1/1/2020"], ["00001", "1", "1/1/2023"]);
    const joined = await importing(dated, { name: "fees.csv", content: same }, { asOf: "2026-01-01" });
    expect(periods(joined)).toEqual(["00001 1.00 2020-01-01.."]);
    expect(joined.report.tables).toMatchObject([{ taken: 2, joined: 1 }]);
    const unclear = csv(["Code", "Fee", "From"], ["00001", "1", "1/1/2020"], ["00001", "2", "1/1/2020"]);
    await expect(importing(dated, { name: "fees.csv", content: unclear }, { asOf: "2026-01-01" })).rejects.toThrow(
      "line 2 and line 3 of rf/fees say different things",
    );
  });
});

describe("rows written by hand", () => {
  it("are kept through editions, also where an imported one was edited", async () => {
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

type Row = readonly string[];

const list = (...rows: readonly Row[]) => ({
  name: "list.csv",
  content: csv(["NPI", "Name", "Kind", "City"], ...rows),
});

function into(dataset: string, asOf = "2026-01-01") {
  return { asOf, into: dataset, others: reefPublications };
}

const first = { asOf: "2026-01-01", others: reefPublications };

describe("an undated table", () => {
  it("has the newest edition of a publication, which alone is kept", async () => {
    const { dataset } = await importing(enrolled, list(["1000000001", "Nemo", "fish", ""]), first);
    const newer = await importing(enrolled, list(["1000000002", "Dory", "fish", ""]), into(dataset, "2026-02-01"));
    expect(newer.rows("rf/providers")).toMatchObject([{ npi: "1000000002" }]);
    expect(newer.report.tables).toMatchObject([{ added: 1, removed: 1, unchanged: 0 }]);
    expect(Object.keys(snapshot(dataset)).filter((file) => file.startsWith("editions/rf"))).toEqual([
      "editions/rf/enrolled/2026-02-01/edition.json",
      "editions/rf/enrolled/2026-02-01/rf.providers.csv",
    ]);
    const before = snapshot(dataset);
    const older = await importing(enrolled, list(["1000000003", "Old", "crab", ""]), into(dataset, "2025-01-01"));
    expect(older.report.outdated).toEqual(["rf/providers"]);
    expect(snapshot(dataset)).toEqual(before);
  });

  it("joins the rows of one key; the publication declared first wins, the others fill its empty cells", async () => {
    const { dataset } = await importing(licensed, list(["1000000001", "NEMO INC", "crab", "Deep City"]), first);
    const { rows, origins } = await importing(enrolled, list(["1000000001", "Nemo", "fish", ""]), into(dataset));
    expect(rows("rf/providers")).toEqual([
      { npi: "1000000001", provider_name: "Nemo", kind: "fish", city: "Deep City", county: "" },
    ]);
    expect(origins("rf/providers")).toEqual([
      { line: "2", publication: "rf/enrolled", edition: "2026-01-01", place: "line 2" },
      { line: "2", publication: "rf/licensed", edition: "2026-01-01", place: "line 2" },
    ]);
  });

  it("keeps the first of several rows of one key where the feed says so, and counts the others", async () => {
    const file = list(["1000000001", "Nemo", "fish", ""], ["1000000001", "Nemo", "fish", "x"]);
    const { report, rows } = await importing(enrolled, file, first);
    expect(rows("rf/providers")).toHaveLength(1);
    expect(report.tables).toMatchObject([{ taken: 2, repeated: 1, added: 1 }]);
    await expect(importing(licensed, file, first)).rejects.toThrow("line 2 and line 3 of rf/licensed");
  });

  it("has its empty cells filled by what matches, also from what was filled before", async () => {
    const { dataset } = await importing(enrolled, list(["1000000001", "Nemo", "fish", ""]), first);
    await importing(
      counties,
      { name: "c.csv", content: csv(["City", "County"], ["DEEP CITY", "North"]) },
      into(dataset),
    );
    const filling = list(["1000000001", "Other", "crab", "Deep City"], ["1000000009", "Added", "crab", "deep city"]);
    const { rows } = await importing(registry, filling, into(dataset));
    expect(rows("rf/providers")).toEqual([
      { npi: "1000000001", provider_name: "Nemo", kind: "fish", city: "Deep City", county: "North" },
      { npi: "1000000009", provider_name: "Added", kind: "crab", city: "deep city", county: "North" },
    ]);
  });

  it("lets a row wait that is not complete, until another publication completes it", async () => {
    const { dataset, report, rows } = await importing(enrolled, list(["1000000001", "Nemo", "", ""]), first);
    expect(rows("rf/providers")).toEqual([]);
    expect(report.tables).toMatchObject([
      { taken: 1, added: 0, waiting: [{ reason: "kind: expected a value", count: 1, examples: ["npi 1000000001"] }] },
    ]);
    const completed = await importing(registry, list(["1000000001", "Other", "fish", ""]), into(dataset));
    expect(completed.rows("rf/providers")).toMatchObject([{ provider_name: "Nemo", kind: "fish" }]);
  });

  it("leaves rows written by hand as they are", async () => {
    const files = { "rf/providers.csv": "npi,provider_name,kind\n1000000001,Mine,crab\n" };
    const { rows, report } = await importing(registry, list(["1000000001", "Other", "fish", "Deep City"]), {
      ...first,
      files,
    });
    expect(rows("rf/providers")).toEqual([
      { npi: "1000000001", provider_name: "Mine", kind: "crab", city: "", county: "" },
    ]);
    expect(report.tables).toMatchObject([{ own: 1, unchanged: 1, added: 0 }]);
  });
});
