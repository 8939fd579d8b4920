import type { RowPlace } from "../../dataset/table.ts";
import type { ProviderResult } from "../../pricing/result.ts";

/** The places of a result before and after; null where it is gone or new. */
type Pair = readonly [before: number | null, after: number | null];

/**
 * Which result of one day is which of another. A result belongs to a row of the provider registry; where a row has several, such
 * as one for each severity or modifier, each assumes something else of the request, which identifies it.
 */
export function matched(before: readonly ProviderResult[], after: readonly ProviderResult[]): readonly Pair[] {
  const names = new Set([...assumedDifferently(before), ...assumedDifferently(after)]);
  const left = Map.groupBy(before.keys(), (place) => identityOf(before[place] as ProviderResult, names));
  const pairs = after.map((each, place): Pair => [left.get(identityOf(each, names))?.shift() ?? null, place]);
  return [...pairs, ...[...left.values()].flat().map((old): Pair => [old, null])];
}

/** The parameters that results of one row of the registry assume differently. */
function assumedDifferently(results: readonly ProviderResult[]): readonly string[] {
  const byRow = Map.groupBy(results, lineOf);
  return [...byRow.values()].flatMap((ofRow) => {
    const values = Map.groupBy(
      ofRow.flatMap(({ outcome }) => outcome.sheet.assumptions),
      ({ parameter }) => parameter,
    );
    const differing = [...values].filter(([, assumed]) => new Set(assumed.map(({ value }) => value)).size > 1);
    return differing.map(([parameter]) => parameter);
  });
}

function identityOf(each: ProviderResult, names: ReadonlySet<string>): string {
  const assumed = each.outcome.sheet.assumptions.filter(({ parameter }) => names.has(parameter));
  return JSON.stringify([lineOf(each), assumed.map(({ parameter, value }) => [parameter, value])]);
}

/** The line of its row in the provider registry. */
function lineOf({ row }: ProviderResult): number | null {
  return (row as RowPlace | null)?.line ?? null;
}
