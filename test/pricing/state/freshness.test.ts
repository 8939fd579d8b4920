import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import type { Source } from "../../../src/dataset/description.ts";
import { datedTable, type Table } from "../../../src/dataset/table.ts";
import { editionsInUse, Freshness } from "../../../src/pricing/state/freshness.ts";
import type { State } from "../../../src/pricing/state/state.ts";
import { states } from "../../../src/states/index.ts";

const FEES = datedTable({ folder: "zz", name: "fees", columns: {}, key: [] }) as Table;
const WEIGHTS = datedTable({ folder: "zz", name: "weights", columns: {}, key: [] }) as Table;

type Edition = readonly [table: string, importer: string | null, edition: string | null];

function source([table, importer, edition]: Edition): Source {
  const nothing = { publisher: null, retrieved: null, url: null, sha256: null, file: null };
  return { table, edition, published: "2001-01-01", publication: "Rates", importer, ...nothing };
}

/** Line 2 + n comes from the nth edition; line 99 from any of its table; others from none. */
function freshness(editions: readonly Edition[], limitMonths: number | null = 18) {
  const sources = editions.map(source);
  let asked = 0;
  const origins = {
    sourcesOf: ({ folder, name }: Table, line: number) => {
      asked += 1;
      if (line === 99) return sources.filter(({ table }) => table === `${folder}/${name}`);
      return sources.slice(line - 2, line - 1);
    },
  };
  const it = new Freshness([FEES, WEIGHTS], sources, limitMonths, origins);
  return {
    stale: (line: number, day: string, table = FEES) => it.staleOn(table, line, day as Day),
    isFreshOn: (day: string) => it.isFreshOn(day as Day),
    get asked() {
      return asked;
    },
  };
}

describe("a row of a publication with two editions", () => {
  const fees = () =>
    freshness([
      ["zz/fees", "zz/list", "2023-01-15"],
      ["zz/fees", "zz/list", "2024-10-01"],
    ]);

  it.each([
    ["before the first edition", 2, "2020-01-01", null],
    ["the last day within 18 months", 2, "2024-07-15", null],
    ["the day after", 2, "2024-07-16", "2023-01-15"],
    ["the last day before the next edition", 2, "2024-09-30", "2023-01-15"],
    ["the day of the next, which did not bring the row but did not take it away", 2, "2024-10-01", null],
    ["18 months after that", 2, "2026-04-01", null],
    ["and a day", 2, "2026-04-02", "2024-10-01"],
    ["a row that the later edition brought for days before it", 3, "2024-09-30", null],
    ["the same long after it", 3, "2026-04-02", "2024-10-01"],
    ["a row that no import brought", 50, "2099-01-01", null],
    ["a row of either edition, on a day before the later one", 99, "2024-09-30", null],
    ["the same after both", 99, "2026-04-02", "2024-10-01"],
  ])("%s", (_, line, day, stale) => {
    expect(fees().stale(line, day)).toBe(stale);
  });
});

describe("a table that two publications feed", () => {
  const fees = () =>
    freshness([
      ["zz/fees", "zz/practitioner", "2019-01-01"],
      ["zz/fees", "zz/laboratory", "2026-01-01"],
      ["zz/fees", null, null],
    ]);

  it("has rows that are stale beside rows that are not", () => {
    expect([2, 3, 4].map((line) => fees().stale(line, "2026-03-01"))).toEqual(["2019-01-01", null, null]);
    expect([2, 3, 4].map((line) => fees().stale(line, "2027-07-02"))).toEqual(["2019-01-01", "2026-01-01", null]);
  });

  it("calls a row that may come from either stale when both are, by the newer edition in any order", () => {
    expect(fees().stale(99, "2026-03-01")).toBeNull();
    expect(fees().stale(99, "2027-07-02")).toBe("2026-01-01");
    const newestFirst = freshness([
      ["zz/fees", "zz/laboratory", "2026-01-01"],
      ["zz/fees", "zz/practitioner", "2019-01-01"],
    ]);
    expect(newestFirst.stale(99, "2027-07-02")).toBe("2026-01-01");
  });

  it("is asked where a row comes from once, and only where something is stale", () => {
    const asked = fees();
    asked.stale(2, "2020-01-01");
    expect(asked.asked).toBe(0);
    for (const day of ["2026-03-01", "2026-03-02"]) asked.stale(2, day);
    expect(asked.asked).toBe(1);
  });
});

it("what was written by hand, or has no day for an edition, is never stale; nor is anything without a limit", () => {
  const byHand = freshness([
    ["zz/weights", null, null],
    ["zz/fees", "zz/list", "no day"],
  ]);
  expect([byHand.stale(2, "2099-01-01", WEIGHTS), byHand.stale(3, "2099-01-01")]).toEqual([null, null]);
  expect(byHand.isFreshOn("2099-01-01")).toBe(true);
  const unlimited = freshness([["zz/fees", "zz/list", "2001-01-01"]], null);
  expect(unlimited.stale(2, "2026-11-15")).toBeNull();
  expect(unlimited.isFreshOn("2026-11-15")).toBe(true);
});

/** What lookups ask first may send them to look at rows in vain, and never keep them from one that is stale. */
describe("days on which no row is stale", () => {
  const late = freshness([
    ["zz/fees", "zz/list", "2018-01-01"],
    ["zz/fees", "zz/list", "2020-01-01"],
    ["zz/fees", "zz/list", "2021-01-01"],
    // Another publication of the same table is the first to be stale.
    ["zz/fees", "zz/others", "2020-10-01"],
    ["zz/weights", "zz/list", "2021-01-01"],
  ]);
  const isSomethingStale = (day: string) =>
    [2, 3, 4, 5].some((line) => late.stale(line, day) !== null) || late.stale(6, day, WEIGHTS) !== null;

  it.each([
    // The edition of 2018 is stale from 2019-07-02 until the next one takes its place.
    ["2019-07-01", false, false],
    ["2019-07-02", false, true],
    ["2019-12-31", false, true],
    ["2020-01-01", true, false],
    ["2022-04-01", true, false],
    ["2022-04-02", false, true],
  ])("%s", (day, isFresh, stale) => {
    expect(late.isFreshOn(day)).toBe(isFresh);
    expect(isSomethingStale(day)).toBe(stale);
  });

  it("an edition on the very day after the limit leaves no day stale", () => {
    const editions = (next: string) =>
      freshness([
        ["zz/fees", "zz/list", "2020-01-01"],
        ["zz/fees", "zz/list", next],
      ]);
    const followed = editions("2021-07-02");
    expect(["2019-01-01", "2021-07-01"].map(followed.isFreshOn)).toEqual([true, true]);
    const aDayLater = editions("2021-07-03");
    expect(aDayLater.isFreshOn("2021-07-02")).toBe(false);
    expect(aDayLater.stale(2, "2021-07-02")).toBe("2020-01-01");
  });
});

describe("the editions of a state that are in use", () => {
  const california = states.find(({ code }) => code === "ca") as State;
  const edition = (table: string, importer: string, day: string) => source([table, importer, day]);
  const inUse = (sources: readonly Source[]) => editionsInUse(california, sources, "2026-11-15" as Day);

  it("are the newest of all, and the oldest among the newest of each publication", () => {
    const sources = [
      edition("ca/outpatient_rates", "ca/rates", "2024-01-01"),
      edition("ca/outpatient_rates", "ca/rates", "2026-03-01"),
      edition("ca/drg_weights", "ca/weights", "2025-07-01"),
    ];
    expect(inUse(sources)).toEqual({ newest: "2026-03-01", oldest: "2025-07-01" });
  });

  it("leave out other states, providers, made-up figures and days to come", () => {
    const sources = [
      edition("ca/outpatient_rates", "ca/rates", "2024-01-01"),
      edition("fl/fee_schedule", "fl/fees", "2026-10-01"),
      edition("ca/providers", "ca/list", "2026-10-02"),
      { ...edition("ca/drg_weights", "ca/weights", "2026-10-03"), importer: null, synthetic: true as const },
      edition("ca/outpatient_rates", "ca/rates", "2027-01-01"),
    ];
    expect(inUse(sources)).toEqual({ newest: "2024-01-01", oldest: "2024-01-01" });
    expect(inUse([])).toEqual({ newest: null, oldest: null });
  });
});
