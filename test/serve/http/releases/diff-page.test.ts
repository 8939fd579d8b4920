import { expect, test } from "vitest";
import type { ReleaseDiff } from "../../../../src/diff/wire.ts";
import { diffJson, diffPage } from "../../../../src/serve/http/releases/endpoints.ts";

type Pair = Parameters<typeof diffPage>[0];

const RELEASE = { name: "r", version: "1", content_hash: "0" };
const RELEASES = { from: RELEASE, to: RELEASE, states_only_before: [], states_only_after: [] };

/** A table whose rises have these sizes. */
function table(state: string, name: string, group: "codes" | "rates" | "factors", sizes: readonly number[]) {
  const raised = sizes.map((size) => ({ size, json: JSON.stringify({ table: name, size }) }));
  return { state, summary: { table: name }, changes: [], largest: [{ group, raised, cut: [] }] };
}

function largestOf(tables: readonly object[], query: object = {}, states = ["ca", "fl"]): ReleaseDiff["largest"] {
  const all = { state: null, table: null, limit: 1, offset: 0, ...query };
  const page = diffPage({ releases: RELEASES, tables } as unknown as Pair, all, states);
  return (JSON.parse(diffJson(page)) as ReleaseDiff).largest;
}

const raisedIn = (largest: ReleaseDiff["largest"], group: string) =>
  largest.find((each) => each.group === group)?.raised as unknown as { table: string; size: number }[];

test("the largest changes are those of all tables, group by group, at most ten of each", () => {
  const many = Array.from({ length: 10 }, (_, place) => 100 - place);
  const largest = largestOf([table("ca", "ca/a", "codes", many), table("fl", "fl/b", "codes", [95.5, 2])]);
  expect(largest.map(({ group }) => group)).toEqual(["codes", "rates", "factors"]);
  expect(raisedIn(largest, "codes").map(({ size }) => size)).toEqual([100, 99, 98, 97, 96, 95.5, 95, 94, 93, 92]);
  expect(raisedIn(largest, "rates")).toEqual([]);
});

test("the largest changes are of the tables that were requested and that the key may see", () => {
  const tables = [
    table("ca", "ca/a", "rates", [1]),
    table("ny", "ny/b", "rates", [9]),
    table("fl", "fl/c", "rates", [5]),
  ];
  const names = (largest: ReleaseDiff["largest"]) => raisedIn(largest, "rates").map(({ table }) => table);
  expect(names(largestOf(tables))).toEqual(["fl/c", "ca/a"]);
  expect(names(largestOf(tables, { state: "ca" }))).toEqual(["ca/a"]);
  expect(names(largestOf(tables, { table: "fl/c" }))).toEqual(["fl/c"]);
});
