import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import type { ReleaseChange } from "../../src/diff/release-change.ts";
import {
  compareReleases,
  type ReleaseComparison,
  type ReleaseComparisonRequest,
} from "../../src/diff/release-comparison.ts";
import { csvPieces } from "../../src/diff/wire.ts";
import { buildRelease } from "../../src/release/build.ts";
import { openStored, type StoredRelease } from "../../src/release/stored-release.ts";
import { type Files, SOUND, temporaryFolder, testState, writeDataset } from "../release/test-state.ts";
import { runs } from "../support/property-runs.ts";

const FEES = "code,level,fee,effective_start_date,effective_end_date";

async function stored(changes: Files = {}): Promise<StoredRelease> {
  const out = join(temporaryFolder(), "release.db");
  const outcome = await buildRelease({ dataset: writeDataset(changes), out, states: [testState] });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return openStored(out, [testState]);
}

async function compared(
  before: Files,
  after: Files,
  request: Partial<ReleaseComparisonRequest> = {},
): Promise<ReleaseComparison> {
  const releases = [await stored(before), await stored(after)] as const;
  try {
    return await compareReleases(...releases, { on: null, states: null, ...request });
  } finally {
    for (const release of releases) release.close();
  }
}

function fees(...rows: string[]): Files {
  return { "zz/fees.csv": [FEES, ...rows, ""].join("\n") };
}

/** A release of fees alone, without its file: its rows as they are read from one, by ascending code. */
function held(...lines: readonly string[]): StoredRelease {
  const rows = lines.map((line) => line.split(",").map((cell) => (cell === "" ? null : cell)));
  const codes = [...new Set(rows.map(([code]) => code as string))].sort();
  const byCode = codes.map((key) => ({ key, rows: rows.filter(([code]) => code === key) }));
  return {
    file: "memory",
    description: { name: "", version: "", description: "", sources: [], contentHash: "", rowCounts: {} },
    states: [testState],
    rowsByKey: ({ name }) => (name === "fees" ? byCode : []),
    providers: () => ({ rowCount: 0, repeatedCells: [], readRow: () => "" }),
    refuseChanged: () => undefined,
    close: () => undefined,
  };
}

async function comparedFees(
  before: readonly string[],
  after: readonly string[],
  request: Partial<ReleaseComparisonRequest> = {},
): Promise<ReleaseComparison> {
  return await compareReleases(held(...before), held(...after), { on: null, states: null, ...request });
}

function changesIn({ tables }: ReleaseComparison, title: string): ReleaseChange[] {
  return [...(tables.find(({ table }) => table === title)?.changes.inOrder() ?? [])];
}

const short = ({ kind, key, from, figure }: ReleaseChange) =>
  `${kind} ${key.code} ${key.level ?? "-"} ${from} ${figure?.before ?? "none"} ${figure?.after ?? "none"} ${figure?.percent ?? ""}`;

describe("rate tables", () => {
  it("tells what was raised, cut, ended, added, extended and changed, the largest moves first", async () => {
    const before = fees(
      "A1,1,100,2025-01-01,",
      "A2,1,100,2025-01-01,",
      "A3,1,7,2025-01-01,",
      "A5,1,5,2025-01-01,2025-12-31",
      "A6,1,50,2025-01-01,2025-12-31",
      "B1,,5,2025-01-01,",
    );
    const after = fees(
      "A1,1,102.5,2025-01-01,",
      "A2,1,60,2025-01-01,",
      "A4,1,8,2025-01-01,",
      "A5,1,5.00,2025-01-01,",
      "A6,1,50,2025-01-01,2025-12-31",
      "A6,1,55,2026-01-01,",
      "B1,,5.0,2025-01-01,",
    );
    const comparison = await compared(before, after);
    expect(changesIn(comparison, "zz/fees").map(short)).toEqual([
      "cut A2 1 2025-01-01 100 60 -40.00",
      "raised A6 1 2026-01-01 50 55 10.00",
      "raised A1 1 2025-01-01 100 102.5 2.50",
      "ended A3 1 2025-01-01 7 none ",
      "added A4 1 2025-01-01 none 8 ",
      "extended A5 1 2026-01-01 none none ",
    ]);
    expect(comparison.tables.find(({ table }) => table === "zz/fees")).toMatchObject({
      state: "zz",
      rowsBefore: 6,
      rowsAfter: 7,
      counts: { raised: 2, cut: 1, lost: 0, ended: 1, gained: 0, added: 1, extended: 1, changed: 0 },
    });
  });

  it("keeps the largest rises and cuts, of weights and factors by percentage", async () => {
    const before = ["A1,1,100,2025-01-01,", "A2,1,100,2025-01-01,", "A3,1,10,2025-01-01,", "A4,1,10,2025-01-01,"];
    const after = ["A1,1,101,2025-01-01,", "A2,1,60,2025-01-01,", "A3,1,11,2025-01-01,"];
    const { tables } = await comparedFees(before, after);
    const [amounts, factors] = tables.find(({ table }) => table === "zz/fees")?.largest ?? [];
    expect([amounts?.group, [...(amounts?.raised.inOrder() ?? [])]]).toEqual(["rates", []]);
    const codes = (changes: Iterable<ReleaseChange> = []) => [...changes].map(({ key }) => key.code);
    expect(codes(factors?.raised.inOrder())).toEqual(["A3", "A1"]);
    expect(codes(factors?.cut.inOrder())).toEqual(["A2"]);
  });

  it("keeps rows of one lookup and several keys apart", async () => {
    const before = ["A1,1,10,2025-01-01,", "A1,2,20,2025-01-01,"];
    const after = ["A1,2,20,2025-01-01,", "A1,1,11,2025-01-01,"];
    expect(changesIn(await comparedFees(before, after), "zz/fees").map(short)).toEqual([
      "raised A1 1 2025-01-01 10 11 10.00",
    ]);
  });

  it("on a day compares what is in force then", async () => {
    const before = ["A1,1,10,2025-01-01,"];
    const after = ["A1,1,10,2025-01-01,2026-02-14", "A1,1,11,2026-02-15,"];
    const on = (day: string) => comparedFees(before, after, { on: day as Day });
    expect(changesIn(await on("2026-02-14"), "zz/fees")).toEqual([]);
    expect(changesIn(await on("2026-02-15"), "zz/fees").map(short)).toEqual(["raised A1 1 2026-02-15 10 11 10.00"]);
  });

  it("lists the largest and counts all where only some may be listed", async () => {
    const rows = (amount: (index: number) => number) =>
      Array.from({ length: 40 }, (_, index) => `C${index + 10},1,${amount(index)},2025-01-01,`);
    const comparison = await comparedFees(
      rows(() => 100),
      rows((index) => 101 + index),
      { listedMax: 3 },
    );
    expect(changesIn(comparison, "zz/fees").map(({ figure }) => figure?.percent)).toEqual(["40.00", "39.00", "38.00"]);
    expect(comparison.tables.find(({ table }) => table === "zz/fees")?.counts.raised).toBe(40);
  });
});

describe("providers", () => {
  const changed = SOUND["zz/providers.csv"]
    .replace("1000000003,S1,,Smith Clinic,,", "1000000003,S1,,Zebra Clinic,office,")
    .replace("1000000002,H2,,General Hospital,hospital,Oakland,900021234", "1000000004,H2,,New Hospital,hospital,,");

  it("are found by their key although their names order them, and an empty cell is what it stands for", async () => {
    const changes = changesIn(await compared({}, { "zz/providers.csv": changed }), "zz/providers");
    expect(changes.map(({ kind, key }) => `${kind} ${key.npi} ${key.state_provider_id}`)).toEqual([
      "ended 1000000002 H2",
      "added 1000000004 H2",
      "changed 1000000003 S1",
    ]);
    expect(changes.at(-1)?.cells.map(({ column, before, after }) => [column, before, after])).toEqual([
      ["provider_name", "Smith Clinic", "Zebra Clinic"],
    ]);
  });
});

it("a CSV has a line for each cell that differs", async () => {
  const comparison = await compared(fees("A1,1,10,2025-01-01,"), fees("A1,1,11,2025-01-01,"));
  expect([...csvPieces(comparison)].join("")).toBe(
    [
      "table,kind,key,from,to,before_until,column,before,after,difference,percent,is_leading",
      'zz/fees,raised,"code A1, level 1",2025-01-01,,,fee,10,11,1,10.00,true',
      "",
    ].join("\n"),
  );
});

describe("any two releases", () => {
  const row = fc.record({
    code: fc.constantFrom("A1", "A2", "B1"),
    level: fc.constantFrom(null, "1", "2"),
    fee: fc.integer({ min: 1, max: 4 }),
    year: fc.integer({ min: 2020, max: 2023 }),
  });
  const table = fc.uniqueArray(row, { maxLength: 12, selector: ({ code, level, year }) => `${code} ${level} ${year}` });
  type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

  const linesOf = (rows: readonly Row[]) =>
    rows.map(({ code, level, fee, year }) => `${code},${level ?? ""},${fee},${year}-01-01,${year}-12-31`);

  const between = async (one: readonly Row[], other: readonly Row[], on: Day | null) =>
    changesIn(await comparedFees(linesOf(one), linesOf(other), { on }), "zz/fees");

  it("differ in nothing when they hold the same, in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect(await between(rows, [...rows].reverse(), null)).toEqual([]);
      }),
      runs(40),
    );
  });

  it("differ there and back in the same", async () => {
    const opposite: Readonly<Record<string, string>> = { raised: "cut", cut: "raised", added: "ended", ended: "added" };
    const day = "2021-06-01" as Day;
    await fc.assert(
      fc.asyncProperty(table, table, async (one, other) => {
        const there = await between(one, other, day);
        const back = await between(other, one, day);
        expect(there.map(({ kind, key }) => `${opposite[kind]} ${key.code} ${key.level}`).sort()).toEqual(
          back.map(({ kind, key }) => `${kind} ${key.code} ${key.level}`).sort(),
        );
      }),
      runs(40),
    );
  });

  it("are the same once the changes were carried out", async () => {
    const day = "2021-06-01" as Day;
    const effective = (rows: readonly Row[]) =>
      new Map(
        rows.filter(({ year }) => year === 2021).map(({ code, level, fee }) => [`${code} ${level}`, String(fee)]),
      );
    await fc.assert(
      fc.asyncProperty(table, table, async (one, other) => {
        const result = effective(one);
        for (const { key, figure } of await between(one, other, day)) {
          const name = `${key.code} ${key.level}`;
          expect(figure?.before ?? undefined).toBe(result.get(name));
          if (figure?.after == null) result.delete(name);
          else result.set(name, figure.after);
        }
        expect(result).toEqual(effective(other));
      }),
      runs(40),
    );
  });
});
