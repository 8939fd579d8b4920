import type { Day } from "../core/calendar/day.ts";
import { nearestPeriod, onlyEffective, type Period, periodText } from "../core/calendar/period.ts";
import { type Factor, factor } from "../core/money/factor.ts";
import type { ParameterTable, ProgramParameters } from "../dataset/common-tables.ts";
import type { RowOf } from "../dataset/table.ts";
import type { NoRateCode } from "./no-rate.ts";

/** The program-wide figures of a state (conventions 7). */
export interface ProgramTable<Name extends string> {
  readonly table: ParameterTable;
  /** The value of a name that `parameters.csv` does not have. A function, so that a misspelt name does not compile. */
  readonly unmentioned: (name: Name) => Factor | Unpublished;
}

interface Unpublished {
  readonly code: NoRateCode;
  readonly message: string;
  readonly nearest: Period | null;
}

export function programOf<const Parameters extends ProgramParameters>(
  table: ParameterTable,
  parameters: Parameters,
): ProgramTable<keyof Parameters & string> {
  const known = new Map<string, Factor | Unpublished>();
  for (const [name, { builtIn, unpublished }] of Object.entries(parameters)) {
    const message = unpublished ?? `Parameter ${name} has no value.`;
    known.set(name, builtIn === null ? { code: "missing_information", message, nearest: null } : factor(builtIn));
  }
  return { table, unmentioned: (name) => known.get(name) as Factor | Unpublished };
}

type ParameterRow = RowOf<ParameterTable>;

/** A figure with its row (null: built in), or why there is none. */
type FoundParameter = { readonly value: Factor; readonly row: ParameterRow | null } | Unpublished;

/**
 * A figure on a day. A name that `parameters.csv` does not have uses its built-in value; otherwise only the file's rows
 * count.
 */
export function parameterOn<Name extends string>(
  { unmentioned }: ProgramTable<Name>,
  name: Name,
  rows: readonly ParameterRow[],
  day: Day,
): FoundParameter {
  if (rows.length === 0) {
    const known = unmentioned(name);
    return "message" in known ? known : { value: known, row: null };
  }
  const row = onlyEffective(rows, day);
  if (row !== undefined) return { value: row.value, row };
  const nearest = nearestPeriod(rows, day);
  const message = `Parameter ${name} has no value on ${day}; the nearest published period is ${periodText(nearest)}.`;
  return { code: "not_in_force", message, nearest };
}
