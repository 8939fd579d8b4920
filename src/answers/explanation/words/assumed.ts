import type { Explanation } from "../explanation.ts";

/** A default that played a part, with each of the values that it had in the results. */
interface Assumed {
  readonly parameter: string;
  readonly values: string;
  readonly reason: string;
}

/** The defaults of all results: those of one parameter and reason stand together. */
export function assumedValues({ assumptions }: Explanation): readonly Assumed[] {
  const groups = Map.groupBy(assumptions, ({ parameter, reason }) => JSON.stringify([parameter, reason]));
  return [...groups.values()].map((group) => {
    const [{ parameter, reason }] = group as [(typeof group)[0] & object];
    return { parameter, values: group.map(({ value }) => value).join("; "), reason };
  });
}
