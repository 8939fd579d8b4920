import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldName } from "../../src/names/folding.ts";
import type { Setting } from "../../src/providers/definition.ts";
import type { Qualifying } from "../../src/providers/directory.ts";
import { definition, type Provider, type Registry, registryOf } from "./test-registry.ts";

const NO_DATA = { rows: () => [], hasRows: () => false };

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

describe("random registries", () => {
  /** Conventions 3.3, row by row. */
  function naive(
    { rows }: Registry,
    setting: Setting,
    folded: string,
    isWanted: (row: Provider) => boolean,
  ): Qualifying {
    const providerOf = (row: Provider) => JSON.stringify(definition.identity(row));
    const qualifying = [...rows.entries()].filter(
      ([, row]) =>
        foldName(row.name).includes(folded) && definition.classes[setting](row, NO_DATA) !== null && isWanted(row),
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
      npi: fc.nat({ max: 300 }).map(String),
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
          for (const folded of ["A", "B", "A B", "C", ""]) {
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
      { numRuns: 40 },
    );
  });
});
