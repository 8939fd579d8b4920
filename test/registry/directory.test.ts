import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { foldName } from "../../src/core/text/folding.ts";
import { Classes } from "../../src/registry/classes.ts";
import { NO_CLASS } from "../../src/registry/directory.ts";
import { storedZip, zipQuery } from "../../src/registry/filters.ts";
import { RepeatedProviders } from "../../src/registry/repeated-providers.ts";
import { runs } from "../support/property-runs.ts";
import { definition, type Provider, type Registry, registryOf } from "./test-registry.ts";

describe("by identifier", () => {
  const { directory } = registryOf([
    { name: "B", npi: "1", id: "x1" },
    { name: "A", npi: "1", id: "X2" },
    { name: "C", npi: "2", otherNpis: "1|3|2", id: "X1" },
    { name: "D" },
  ]);
  const find = (identifiers: Record<string, string>, name: string | null = null) =>
    directory.find(identifiers, name).map((row) => row.name);

  test("every row that has it is found, in result order and once", () => {
    expect(find({ npi: "1" })).toEqual(["A", "B", "C"]);
    expect(find({ npi: "2" })).toEqual(["C"]);
    expect(find({ npi: "9" })).toEqual([]);
  });

  test("both sides are folded as the identifier says", () => {
    expect(find({ id: "X1" })).toEqual(["B", "C"]);
    expect(find({ id: "x1" })).toEqual(["B", "C"]);
  });

  test("the same row must match all that is given", () => {
    expect(find({ npi: "1", id: "X1" })).toEqual(["B", "C"]);
    expect(find({ npi: "1", id: "X2" })).toEqual(["A"]);
    expect(find({ npi: "2", id: "X2" })).toEqual([]);
    expect(find({ npi: "1" }, "B")).toEqual(["B"]);
  });

  test("rows that are asked for a second time are kept, for the identifier that they were asked for by", () => {
    const { directory: other } = registryOf([
      { name: "A", npi: "1", id: "X1" },
      { name: "B", npi: "1", id: "X2" },
    ]);
    const first = other.find({ npi: "1" }, null);
    const second = other.find({ npi: "1" }, null);
    expect(second).not.toBe(first);
    expect(other.find({ npi: "1" }, null)).toBe(second);
    expect(other.find({ id: "X2" }, null).map((row) => row.name)).toEqual(["B"]);
    expect(other.find({ npi: "1", id: "X2" }, null).map((row) => row.name)).toEqual(["B"]);
    for (let time = 0; time < 3; time += 1) expect(other.find({ npi: "9" }, null)).toEqual([]);
  });

  test("the identifier itself must be one the registry knows", () => {
    expect(() => find({ opcert: "1" })).toThrow("Providers have no identifier opcert");
  });
});

describe("classes and providers", () => {
  const { directory, store } = registryOf([
    { name: "C", npi: "1", type: "hospital", id: "H1" },
    { name: "A", npi: "2", type: "office" },
    { name: "B", npi: "1", type: "hospital", id: "H1" },
    { name: "D", npi: "3", type: null },
    { name: "E", npi: "3", type: "hospital", id: "H2" },
  ]);

  const inpatient = new Classes(store, "inpatient");
  const outpatient = new Classes(store, "outpatient");

  test("a class is represented by one of its rows, which is kept from the first time on", () => {
    for (const setting of ["outpatient", "inpatient"] as const) {
      const classes = setting === "outpatient" ? outpatient : inpatient;
      for (let classNumber = 1; classNumber <= classes.count; classNumber += 1) {
        const row = directory.representative(setting, classNumber);
        expect(row).toEqual(directory.row(classes.representative(classNumber)));
        expect(directory.representative(setting, classNumber)).toBe(row);
      }
    }
  });

  test("rows of one class share its number, and rows of none have NO_CLASS", async () => {
    const classes = await inpatient.ofRows();
    expect(classes).toHaveLength(5);
    expect(classes[0]).toBe(NO_CLASS);
    expect(classes[1]).toBe(classes[2]);
    expect(classes[3]).toBe(NO_CLASS);
    expect(classes[4]).not.toBe(classes[1]);
    expect(inpatient.count).toBe(2);
    expect(outpatient.count).toBe(2);
  });

  test("a class is represented by one of its rows", async () => {
    for (const [number, classNumber] of (await outpatient.ofRows()).entries()) {
      if (classNumber === NO_CLASS) continue;
      expect(directory.representative("outpatient", classNumber).type).toBe(directory.row(number).type);
    }
  });

  test("rows of one identity are one provider, wherever they stand", () => {
    const repeated = new RepeatedProviders(store);
    expect(repeated.rows.first(5)).toEqual([1, 2]);
    expect(repeated.of(1)).toBe(repeated.of(2));
    expect(repeated.countMax).toBe(1);
  });

  test("where every row is a provider of its own, nothing is stored about it", () => {
    const alone = registryOf([
      { name: "A", npi: "1" },
      { name: "B", npi: "2" },
    ]);
    expect(alone.store.indexBytes("repeated_providers")).toBe(0);
    expect(new RepeatedProviders(alone.store).countMax).toBe(0);
  });

  test("an absent part of an identity differs from every text", () => {
    const some = registryOf([
      { name: "A", npi: "1" },
      { name: "B", npi: "1", id: "" },
    ]);
    expect(new RepeatedProviders(some.store).countMax).toBe(0);
  });

  test("more than 65,535 classes keep their numbers", async () => {
    const { directory: many, store: manyStore } = registryOf(
      Array.from({ length: 66_000 }, (_, index) => ({
        name: "H",
        npi: String(index),
        type: "hospital",
        id: `I${index}`,
      })),
    );
    const classes = new Classes(manyStore, "inpatient");
    const classOfRows = await classes.ofRows();
    expect(classes.count).toBe(66_000);
    for (const number of [0, 255, 256, 65_535, 65_999]) {
      expect(many.representative("inpatient", classOfRows[number] as number).npi).toBe(many.row(number).npi);
    }
  });
});

describe("search", () => {
  const { directory } = registryOf([
    { name: "One", npi: "1", city: "San José", zipCode: "90001", type: "hospital" },
    { name: "Two", npi: "2", city: "SAN JOSE", zipCode: "90001-1234", type: "Office" },
    { name: "Three", npi: "3", city: "Los Angeles", zipCode: "900011234", type: null },
    { name: "Four", npi: "4", city: null, zipCode: "9000", type: "office" },
    { name: "Five", npi: "5", city: "---", zipCode: "90002-12", type: "office" },
  ]);
  const search = async (filters: Record<string, string>, identifiers = {}, name: string | null = null, limit = 10) => {
    const { total, rows } = await directory.search({ identifiers, name, filters }, limit);
    return { total, names: rows.map((row) => row.name) };
  };

  test("without parameters gives everybody, as many as asked for and all counted", async () => {
    expect(await search({}, {}, null, 2)).toEqual({ total: 5, names: ["Five", "Four"] });
  });

  test("by part of a city ignores case and accents", async () => {
    expect(await search({ city: "SAN JOSE" })).toEqual({ total: 2, names: ["One", "Two"] });
    expect(await search({ city: "S" })).toEqual({ total: 3, names: ["One", "Three", "Two"] });
    expect(await search({ city: "" })).toEqual({ total: 0, names: [] });
  });

  test("by part of a city finds those of many cities", async () => {
    const { directory: many, rows } = registryOf(
      Array.from({ length: 2_100 }, (_, index) => ({ name: "N", npi: String(index), city: `City ${index % 70}` })),
    );
    for (const city of ["CITY", "CITY 1", "CITY 69", "9", "6", "CITY 70"]) {
      const { total, rows: found } = await many.search({ identifiers: {}, name: null, filters: { city } }, 5_000);
      const expected = rows.filter((row) => row.city?.toUpperCase().includes(city));
      expect(total).toBe(expected.length);
      expect(found.map(({ npi }) => npi)).toEqual(expected.map(({ npi }) => npi));
    }
  });

  test("by whole value finds each of thousands of values, whatever characters it has", async () => {
    const types = Array.from({ length: 2_500 }, (_, index) => `Type ${index}\n"\u2028"`);
    const { directory: many } = registryOf(types.map((type, index) => ({ name: "N", npi: String(index), type })));
    for (const index of [0, 999, 1_000, 1_001, 2_000, 2_499]) {
      const filters = { type: types[index]?.toLowerCase() as string };
      const { total, rows } = await many.search({ identifiers: {}, name: null, filters }, 10);
      expect([total, rows[0]?.npi]).toEqual([1, String(index)]);
    }
  });

  test("by a value that no row has, where no row has any, finds nobody", async () => {
    const { directory: bare } = registryOf([{ name: "N", npi: "1" }]);
    const filters = { type: "office", city: "A", zipCode: "90001" };
    expect(await bare.search({ identifiers: {}, name: null, filters }, 10)).toEqual({ total: 0, rows: [] });
  });

  test("by whole value ignores case", async () => {
    expect(await search({ type: "OFFICE" })).toEqual({ total: 3, names: ["Five", "Four", "Two"] });
    expect(await search({ type: "offic" })).toEqual({ total: 0, names: [] });
  });

  test("by five digits of a ZIP code compares the first five", async () => {
    expect(await search({ zipCode: "90001" })).toEqual({ total: 3, names: ["One", "Three", "Two"] });
    expect(await search({ zipCode: "90002" })).toEqual({ total: 1, names: ["Five"] });
  });

  test("by nine digits, with or without a hyphen, compares all nine", async () => {
    expect(await search({ zipCode: "90001-1234" })).toEqual({ total: 2, names: ["Three", "Two"] });
    expect(await search({ zipCode: "900011234" })).toEqual({ total: 2, names: ["Three", "Two"] });
    expect(await search({ zipCode: "900011235" })).toEqual({ total: 0, names: [] });
  });

  test("by anything else in place of a ZIP code finds nobody", async () => {
    for (const zipCode of ["9000", "900010", "90001-", "90001 1234", "abcde", "９０００１"]) {
      expect(await search({ zipCode })).toEqual({ total: 0, names: [] });
    }
  });

  test("combines everything with AND", async () => {
    expect(await search({ city: "SAN", zipCode: "90001" }, {}, "TW")).toEqual({ total: 1, names: ["Two"] });
    expect(await search({ city: "SAN" }, { npi: "2" })).toEqual({ total: 1, names: ["Two"] });
    expect(await search({ city: "LOS" }, { npi: "2" })).toEqual({ total: 0, names: [] });
    expect(await search({}, { npi: "2" }, "ONE")).toEqual({ total: 0, names: [] });
  });
});

describe("random registries", () => {
  const short = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 3 });
  const described = fc.record({
    name: short("A", "b", " ", "é"),
    npi: fc.option(fc.constantFrom("1", "2", "3", "4")),
    otherNpis: fc.option(fc.constantFrom("1|2", "3", "4|4")),
    id: fc.option(fc.constantFrom("x", "X", "y")),
    type: fc.option(fc.constantFrom("hospital", "HOSPITAL", "office")),
    city: fc.option(short("A", "á", "-", "B")),
    zipCode: fc.option(fc.constantFrom("90001", "90001-1234", "900011234", "90002", "9", "9-0-0-0-1")),
  });
  const query = fc.record({
    identifiers: fc.record(
      { npi: fc.constantFrom("1", "2", "3", "9"), id: fc.constantFrom("x", "Y", "z") },
      { requiredKeys: [] },
    ),
    name: fc.option(short("A", "B", "E", " ").map(foldName)),
    filters: fc.record(
      {
        city: fc.constantFrom("A", "B", "AB"),
        type: fc.constantFrom("Hospital", "office", "other"),
        zipCode: fc.constantFrom("90001", "90001-1234", "900011234", "90002", "9"),
      },
      { requiredKeys: [] },
    ),
  });

  type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

  function isMatch(row: Provider, { identifiers, name, filters }: Query): boolean {
    const digits = row.zipCode?.replace(/\D/g, "") ?? "";
    const sought = filters.zipCode?.replace("-", "");
    return (
      Object.entries(identifiers).every(([key, value]) => {
        const identifier = definition.identifiers[key];
        return identifier?.of(row).some((own) => own !== null && identifier.fold(own) === identifier.fold(value));
      }) &&
      (name === null || (name !== "" && foldName(row.name).includes(name))) &&
      (filters.city === undefined || (row.city !== null && foldName(row.city).includes(filters.city))) &&
      (filters.type === undefined || row.type?.toUpperCase() === filters.type.toUpperCase()) &&
      (sought === undefined ||
        (sought.length === 5 && digits.slice(0, 5) === sought) ||
        (sought.length === 9 && digits === sought))
    );
  }

  async function expectNaive(registry: Registry, asked: Query): Promise<void> {
    const expected = registry.rows.filter((row) => isMatch(row, asked)).map(({ line }) => line);
    const { total, rows } = await registry.directory.search(asked as never, 3);
    expect(total).toBe(expected.length);
    expect(rows.map(({ line }) => line)).toEqual(expected.slice(0, 3));
    if (Object.keys(asked.identifiers).length > 0) {
      const found = registry.directory.find(asked.identifiers as Record<string, string>, asked.name);
      const identified = registry.rows.filter((row) => isMatch(row, { ...asked, filters: {} }));
      expect(found.map(({ line }) => line)).toEqual(identified.map(({ line }) => line));
    }
  }

  test("are searched exactly as a filter over all rows would", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(described, { maxLength: 30 }),
        fc.array(query, { maxLength: 20 }),
        async (all, queries) => {
          const registry = registryOf(all);
          for (const asked of queries) await expectNaive(registry, asked);
        },
      ),
      runs(20),
    );
  });
});

describe("repeated providers", () => {
  test("exactly the rows of providers with several rows are theirs, and each leads to its provider", () => {
    const npis = fc.array(fc.nat({ max: 60 }).map(String), { maxLength: 150 });
    fc.assert(
      fc.property(npis, (described) => {
        const { store, rows } = registryOf(described.map((npi, index) => ({ name: `N${index}`, npi })));
        const repeated = new RepeatedProviders(store);
        const numbers = new Map<string, number>();
        for (const [number, { npi }] of rows.entries()) {
          const isRepeated = rows.filter((other) => other.npi === npi).length > 1;
          expect(repeated.rows.has(number)).toBe(isRepeated);
          if (!isRepeated) continue;
          const known = numbers.get(npi as string) ?? repeated.of(number);
          expect(repeated.of(number)).toBe(known);
          numbers.set(npi as string, known);
        }
        expect(new Set(numbers.values()).size).toBe(numbers.size);
        expect(numbers.size).toBeLessThanOrEqual(repeated.countMax);
      }),
      runs(20),
    );
  });

  test("a registry without rows has none", () => {
    const { store } = registryOf([]);
    expect(new RepeatedProviders(store).countMax).toBe(0);
  });
});

describe("zip code", () => {
  it("a ZIP code is searched by five digits, or by nine with or without a hyphen", () => {
    expect(zipQuery("90210")).toEqual({ five: "90210", plusFour: null });
    expect(zipQuery("90210-1234")).toEqual({ five: "90210", plusFour: "1234" });
    expect(zipQuery("902101234")).toEqual({ five: "90210", plusFour: "1234" });
    for (const value of ["9021", "902101", "90210-123", "90210-12345", "9021A", " 90210", ""]) {
      expect(zipQuery(value)).toBeNull();
    }
  });

  it("a stored ZIP code has its first five digits, and its last four when there are nine", () => {
    expect(storedZip("90210-1234")).toEqual({ five: "90210", plusFour: "1234" });
    expect(storedZip("90210 1234")).toEqual({ five: "90210", plusFour: "1234" });
    expect(storedZip("902 10")).toEqual({ five: "90210", plusFour: null });
    expect(storedZip("90210-123")).toEqual({ five: "90210", plusFour: null });
    expect(storedZip("90210-12345")).toEqual({ five: "90210", plusFour: null });
    expect(storedZip("9021-")).toBeNull();
    expect(storedZip("")).toBeNull();
  });
});
