import { expect, test } from "vitest";
import { FurtherRows } from "../../src/registry/qualifying.ts";
import { RepeatedProviders } from "../../src/registry/repeated-providers.ts";
import { registryOf } from "./test-registry.ts";

/** Rows 0 to 5 of three providers with two rows each: their first rows are 0, 1 and 2, their further ones 3, 4 and 5. */
function furtherRows(providersMax: number): FurtherRows {
  const { store } = registryOf(["1", "2", "3", "1", "2", "3"].map((npi, index) => ({ name: `N${index}`, npi })));
  const further = new FurtherRows(new RepeatedProviders(store), providersMax);
  for (let row = 0; row < 6; row += 1) further.add(row);
  return further;
}

test("all further rows are counted, and those of the first providers are told with the first", () => {
  const { count, ofFirstProviders } = furtherRows(2);
  expect(count).toBe(3);
  expect(ofFirstProviders).toEqual([
    { row: 3, first: 0 },
    { row: 4, first: 1 },
  ]);
});

test("those of every provider are told where more are asked for than there are", () => {
  expect(furtherRows(4).ofFirstProviders.map(({ row }) => row)).toEqual([3, 4, 5]);
});
