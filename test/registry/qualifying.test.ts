import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldName } from "../../src/core/text/folding.ts";
import { compareText } from "../../src/core/text/order.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import type { Qualifying } from "../../src/registry/directory.ts";
import { FurtherRows } from "../../src/registry/qualifying.ts";
import { Ranking } from "../../src/registry/ranking.ts";
import { RepeatedProviders } from "../../src/registry/repeated-providers.ts";
import { runs } from "../support/property-runs.ts";
import { definition, type Provider, type Registry, registryOf } from "./test-registry.ts";

const NO_DATA = { rows: () => [], hasRows: () => false, editions: () => [] };

describe("providers that can be priced", () => {
  const { directory } = registryOf([
    { name: "X A", npi: "1", type: "office" },
    { name: "X B", npi: "2", type: "hospital" },
    { name: "XC", npi: "1", type: "hospital" },
    { name: "XD", npi: "3", type: "office" },
    { name: "XE", npi: "4", type: null },
    { name: "XF", npi: "2", type: "office" },
  ]);
  const asked: string[] = [];
  const only = (type: string | null) => (classNumber: number) => {
    const own = directory.representative("outpatient", classNumber).type as string;
    asked.push(own);
    return type === null || own === type;
  };

  test("are counted once, however many rows they have", async () => {
    expect(await directory.countByName("outpatient", "X", only(null), 20)).toEqual({
      nameMatches: true,
      total: 3,
      rows: [0, 1, 2, 3, 5],
    });
  });

  test("are ordered by their first qualifying row, and only the first of them give rows", async () => {
    expect(await directory.countByName("outpatient", "X", only("office"), 2)).toMatchObject({ total: 3, rows: [0, 3] });
    expect(await directory.countByName("outpatient", "X", only("hospital"), 1)).toMatchObject({ total: 2, rows: [1] });
    expect(await directory.countByName("outpatient", "X B", only(null), 9)).toMatchObject({ total: 1, rows: [1] });
  });

  test("are none where the name matches nobody, or nobody who qualifies", async () => {
    expect(await directory.countByName("outpatient", "Q", only(null), 9)).toEqual({
      nameMatches: false,
      total: 0,
      rows: [],
    });
    expect(await directory.countByName("outpatient", "XE", only(null), 9)).toEqual({
      nameMatches: true,
      total: 0,
      rows: [],
    });
  });

  test("are asked about by class, once each, and only by classes that the name has", async () => {
    asked.length = 0;
    await directory.countByName("outpatient", "X", only(null), 20);
    expect(asked.toSorted()).toEqual(["hospital", "office"]);
    asked.length = 0;
    await directory.countByName("outpatient", "XD", only(null), 20);
    expect(asked).toEqual(["office"]);
  });
});

test.each([
  ["many classes", "inpatient", 200],
  ["classes that are kept as sets of rows", "outpatient", 40],
] as const)("others are let in while %s are asked about", async (_classes, setting, count) => {
  const { directory } = registryOf(
    Array.from({ length: count }, (_, index) => ({
      name: "N",
      npi: String(index),
      type: setting === "inpatient" ? "hospital" : `T${index}`,
      id: `I${index}`,
    })),
  );
  const slowly = () => {
    const until = performance.now() + 40 / count;
    while (performance.now() < until);
    return true;
  };
  // What is loaded for the first question has slices of its own.
  await directory.countByName(setting, "N", () => true, 9);
  let isCounted = false;
  const counting = directory.countByName(setting, "N", slowly, 9).finally(() => {
    isCounted = true;
  });
  let turns = 0;
  for (; !isCounted; turns += 1) await nextTurn();
  expect(await counting).toMatchObject({ total: count });
  expect(turns).toBeGreaterThan(5);
});

test("a registry without rows has nobody who can be priced", async () => {
  const { directory } = registryOf([]);
  for (const setting of ["outpatient", "inpatient"] as const) {
    const counted = await directory.countByName(setting, "A", () => true, 9);
    expect(counted).toEqual({ nameMatches: false, total: 0, rows: [] });
  }
});

test("providers with rows all over a registry are counted once, in few classes and in many", async () => {
  const PROVIDERS = 700;
  const registry = registryOf(
    Array.from({ length: 3 * PROVIDERS }, (_, index) => ({
      // Three rows of a provider stand far apart in result order; every seventh provider has one more right behind.
      name: `${index < PROVIDERS ? "A" : index < 2 * PROVIDERS ? "B" : "C"} N${String(index % PROVIDERS).padStart(4, "0")}`,
      npi: String(index % PROVIDERS),
      id: `I${index % 100}`,
      type: "hospital",
    })).flatMap((row, index) => (index % 7 === 0 ? [row, { ...row, name: `${row.name} X` }] : [row])),
  );
  for (const setting of ["outpatient", "inpatient"] as const) {
    const { total, rows } = await registry.directory.countByName(setting, "N", () => true, 2);
    expect(total).toBe(PROVIDERS);
    const npis = rows.map((row) => registry.rows[row]?.npi);
    expect(npis.slice(0, 4)).toEqual(["0", "0", "1", "0"]);
    expect(new Set(npis)).toEqual(new Set(["0", "1"]));
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    const last = await registry.directory.countByName(setting, "C", () => true, PROVIDERS);
    expect(last).toMatchObject({ total: PROVIDERS });
    expect(last.rows).toHaveLength(PROVIDERS + PROVIDERS / 7);
  }
});

describe("random registries", () => {
  /** Conventions 3.3, row by row. */
  function naive(
    { rows }: Registry,
    setting: CareSetting,
    folded: string,
    isWanted: (row: Provider) => boolean,
  ): Qualifying {
    const providerOf = (row: Provider) => JSON.stringify(definition.identity(row));
    const qualifying = [...rows.entries()].filter(
      ([, row]) =>
        foldName(row.name).includes(folded) && definition.classes[setting]?.(row, NO_DATA) !== null && isWanted(row),
    );
    const providers = [...new Set(qualifying.map(([, row]) => providerOf(row)))];
    const first = providers.slice(0, 3);
    return {
      total: providers.length,
      rows: qualifying.filter(([, row]) => first.includes(providerOf(row))).map(([number]) => number),
    };
  }

  const rows = fc.array(
    fc.record({
      name: fc.constantFrom("A", "B", "A B", "AB", "BA C"),
      npi: fc.nat({ max: 3 }).map(String),
      id: fc.nat({ max: 150 }).map((number) => `I${number}`),
      type: fc.constantFrom("hospital", "hospital", "office", null),
    }),
    { maxLength: 400 },
  );

  test("are counted as conventions 3.3 says, with few classes and with many", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 2, max: 5 }), async (described, divisor) => {
        const registry = registryOf(described);
        const { directory } = registry;
        for (const setting of ["outpatient", "inpatient"] as const) {
          const isWanted = (row: Provider) =>
            setting === "outpatient" ? row.type === "hospital" : Number(row.id?.slice(1)) % divisor === 0;
          for (const folded of ["A", "B", "A B", "C", "C A"]) {
            const counted = await directory.countByName(
              setting,
              folded,
              (classNumber) => isWanted(directory.representative(setting, classNumber)),
              3,
            );
            expect(counted).toMatchObject({ ...naive(registry, setting, folded, isWanted) });
          }
        }
      }),
      runs(20),
    );
  });
});

describe("further rows", () => {
  /** Rows 0 to 5 of three providers with two rows each: their first rows are 0, 1 and 2, their further ones 3, 4 and 5. */
  function furtherRows(providersMax: number): FurtherRows {
    const { store } = registryOf(["1", "2", "3", "1", "2", "3"].map((npi, index) => ({ name: `N${index}`, npi })));
    const further = new FurtherRows(new RepeatedProviders(store), providersMax);
    for (let row = 0; row < 6; row += 1) further.add(row);
    return further;
  }

  test("all further rows are counted, and those of the first providers are returned with the first", () => {
    const { count, ofFirstProviders } = furtherRows(2);
    expect(count).toBe(3);
    expect(ofFirstProviders).toEqual([
      { row: 3, first: 0 },
      { row: 4, first: 1 },
    ]);
  });

  test("those of every provider are returned where more are requested than there are", () => {
    expect(furtherRows(4).ofFirstProviders.map(({ row }) => row)).toEqual([3, 4, 5]);
  });
});

describe("ranking", () => {
  type Key = readonly (string | null)[];

  function order(keys: readonly Key[]): number[] {
    const ranking = new Ranking();
    for (const key of keys) ranking.add(key);
    return [...ranking.ranks().order];
  }

  function compareKeys(a: Key, b: Key): number {
    for (const [index, part] of a.entries()) {
      const gap = compareText(part, b[index] ?? null);
      if (gap !== 0) return gap;
    }
    return 0;
  }

  function expectedOrder(keys: readonly Key[]): number[] {
    return keys.map((_, index) => index).sort((a, b) => compareKeys(keys[a] as Key, keys[b] as Key) || a - b);
  }

  test("text compares by code point, null first, a shorter text before its continuation", () => {
    const names = ["b", "a", null, "ab", "", "\u{1f600}", "\uff21", "B"];
    const sorted = order(names.map((name) => [name])).map((index) => names[index]);
    expect(sorted).toEqual([null, "", "B", "a", "ab", "b", "\uff21", "\u{1f600}"]);
  });

  test("later parts decide between equal earlier ones, and equal keys keep their order", () => {
    expect(
      order([
        ["x", "2", null],
        ["x", "10", null],
        ["x", null, "z"],
        ["x", "10", null],
        ["w", "9", "9"],
      ]),
    ).toEqual([4, 2, 1, 3, 0]);
  });

  test("any keys come in the order that comparing them gives", () => {
    const part = fc.option(fc.string({ unit: fc.constantFrom("a", "b", "é", "\uff21", "𝐀"), maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part), { maxLength: 200 }), (keys) => {
        expect(order(keys)).toEqual(expectedOrder(keys));
      }),
      runs(),
    );
  });

  test("thousands of names with long common beginnings are ordered", () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => [
      `PROVIDER OF CARE NUMBER ${(index * 7919) % 1_000}`,
      index % 3 === 0 ? null : String((index * 31) % 100),
    ]);
    expect(order(keys)).toEqual(expectedOrder(keys));
  });
});
