import fc from "fast-check";
import { expect, test } from "vitest";
import { RepeatedProviders } from "../../src/registry/repeated-providers.ts";
import { registryOf } from "./test-registry.ts";

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
    { numRuns: 60 },
  );
});

test("a registry without rows has none", () => {
  const { store } = registryOf([]);
  expect(new RepeatedProviders(store).countMax).toBe(0);
});
