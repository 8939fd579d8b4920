import { describe, expect, it } from "vitest";
import type { Day } from "../../src/calendar/day.ts";
import type { Source } from "../../src/dataset/description.ts";
import { datedTable, type Table } from "../../src/dataset/table.ts";
import { Freshness } from "../../src/pricing/freshness.ts";

const FEES = datedTable({ folder: "zz", name: "fees", columns: {}, key: [] }) as Table;
const WEIGHTS = datedTable({ folder: "zz", name: "weights", columns: {}, key: [] }) as Table;

function source(table: string, edition: string | null): Source {
  const nothing = { publication: null, publisher: null, retrieved: null, url: null, sha256: null, file: null };
  return { table, edition, published: "2001-01-01", importer: null, ...nothing };
}

function freshness(
  editions: readonly (readonly [string, string | null])[],
  limitMonths: number | null = 18,
): Freshness {
  return new Freshness(
    [FEES, WEIGHTS],
    editions.map(([table, edition]) => source(table, edition)),
    limitMonths,
  );
}

const day = (text: string) => text as Day;

describe("the edition that a day is priced from", () => {
  const fees = freshness([
    ["zz/fees", "2024-07-01"],
    ["zz/fees", "2023-01-15"],
  ]);

  it.each([
    ["2023-01-14", null],
    ["2023-01-15", { edition: "2023-01-15", months: 0 }],
    ["2024-06-30", { edition: "2023-01-15", months: 17 }],
    ["2024-07-01", { edition: "2024-07-01", months: 0 }],
    ["2026-11-15", { edition: "2024-07-01", months: 28 }],
  ])("is the newest that is not after it: %s", (text, age) => {
    expect(fees.ageOn("zz/fees", day(text))).toEqual(age);
  });

  it.each([
    ["the last day within 18 months", "2026-01-01", null],
    ["the day after", "2026-01-02", { edition: "2024-07-01", months: 18 }],
    ["before the first edition", "2020-01-01", null],
  ])("is stale when the day is later by more than the limit: %s", (_, text, stale) => {
    expect(fees.staleOn("zz/fees", day(text))).toEqual(stale);
  });

  it("is not known of a table that was written by hand, which is never stale", () => {
    const byHand = freshness([
      ["zz/weights", null],
      ["zz/fees", "no day"],
    ]);
    for (const table of ["zz/weights", "zz/fees"]) expect(byHand.ageOn(table, day("2099-01-01"))).toBeNull();
    expect(byHand.isFreshOn(day("2099-01-01"))).toBe(true);
  });

  it("is never stale without a limit", () => {
    const unlimited = freshness([["zz/fees", "2001-01-01"]], null);
    expect(unlimited.staleOn("zz/fees", day("2026-11-15"))).toBeNull();
    expect(unlimited.isFreshOn(day("2026-11-15"))).toBe(true);
  });
});

/** What lookups ask first may send them to look at tables in vain, and never keep them from one that is stale. */
describe("days on which no table is stale", () => {
  const late = freshness([
    ["zz/fees", "2018-01-01"],
    ["zz/fees", "2020-01-01"],
    ["zz/fees", "2021-01-01"],
    ["zz/weights", "2020-10-01"],
  ]);

  it.each([
    // The edition of 2018 is stale from 2019-07-02 until the next one takes its place.
    ["2019-07-01", false, false],
    ["2019-07-02", false, true],
    ["2019-12-31", false, true],
    ["2020-01-01", true, false],
    // The weights are the first to be stale.
    ["2022-04-01", true, false],
    ["2022-04-02", false, true],
  ])("%s", (text, isFresh, isSomethingStale) => {
    expect(late.isFreshOn(day(text))).toBe(isFresh);
    expect(["zz/fees", "zz/weights"].some((table) => late.staleOn(table, day(text)) !== null)).toBe(isSomethingStale);
  });

  it("an edition on the very day after the limit leaves no day stale", () => {
    const followed = freshness([
      ["zz/fees", "2020-01-01"],
      ["zz/fees", "2021-07-02"],
    ]);
    expect(followed.isFreshOn(day("2021-07-01"))).toBe(true);
    expect(followed.isFreshOn(day("2019-01-01"))).toBe(true);
    const aDayLater = freshness([
      ["zz/fees", "2020-01-01"],
      ["zz/fees", "2021-07-03"],
    ]);
    expect(aDayLater.isFreshOn(day("2021-07-02"))).toBe(false);
    expect(aDayLater.staleOn("zz/fees", day("2021-07-02"))).not.toBeNull();
  });
});
