import type { Day } from "../calendar/day.ts";
import { nearestPeriod, onlyInForce, periodText } from "../calendar/period.ts";
import type { ParameterTable, ProgramParameters } from "../dataset/program-parameters.ts";
import type { RateData } from "../dataset/rate-data.ts";
import { type Factor, factor } from "../money/factor.ts";
import { NoRate } from "./no-rate.ts";

/** Reads the program-wide figures of a state on one day. */
export type Program<Name extends string> = (name: Name) => Factor | NoRate;

/**
 * The figures of a state on a day (conventions 7): a name that `parameters.csv` does not mention
 * has its built-in value; one that it mentions has only the file's rows.
 */
export function programOf<const Parameters extends ProgramParameters>(table: ParameterTable, parameters: Parameters) {
  type Name = keyof Parameters & string;
  const unmentioned = new Map<string, Factor | NoRate>();
  for (const [name, { builtIn, unpublished }] of Object.entries(parameters)) {
    const noRate = new NoRate(unpublished ?? `Parameter ${name} has no value.`);
    unmentioned.set(name, builtIn === null ? noRate : factor(builtIn));
  }

  return (data: RateData, day: Day): Program<Name> =>
    (name) => {
      const rows = data.rows(table, name);
      if (rows.length === 0) return unmentioned.get(name) as Factor | NoRate;
      const row = onlyInForce(rows, day);
      if (row !== undefined) return row.value;
      const nearest = periodText(nearestPeriod(rows, day));
      return new NoRate(`Parameter ${name} has no value on ${day}; the nearest published period is ${nearest}.`);
    };
}
