import { closestName } from "../../../core/text/closest.ts";
import { quoted } from "../../../core/text/refusal.ts";
import { commonTables } from "../../../dataset/common-tables.ts";
import { titleOf } from "../../../dataset/table.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import type { State } from "../../../pricing/state/state.ts";
import { stateNotEnabled } from "../access.ts";
import { type Problem, problemOfFaults } from "../problem.ts";

/** Whose each table is, by the name that it is asked for with; null for a table that states share. */
export function tableOwners(states: readonly State[]): ReadonlyMap<string, string | null> {
  return new Map([
    ...states.flatMap(({ code, tables }) => tables.map((table) => [titleOf(table), code] as const)),
    ...commonTables.map((table) => [titleOf(table), null] as const),
  ]);
}

interface Asked {
  readonly table: string | null;
  readonly state: string | null;
}

/** Why a table cannot be asked for; null when it can. An empty answer would read as "nothing changed". */
export function refusedTable(
  { table, state }: Asked,
  owners: ReadonlyMap<string, string | null>,
  key: ApiKey,
): Problem | null {
  if (table === null) return null;
  const owner = owners.get(table);
  if (owner === undefined) {
    const closest = closestName(table, [...owners.keys()]);
    return notValid(
      table,
      `a table such as ca/outpatient_rates${closest === null ? "" : `; did you mean ${closest}?`}`,
    );
  }
  if (owner !== null && !key.states.includes(owner)) return stateNotEnabled(owner, key);
  if (owner === null || state === null || owner === state) return null;
  return notValid(table, `a table of ${state}, which is the state that is asked for`);
}

function notValid(table: string, expected: string): Problem {
  const message = `table ${quoted(table)} is not valid: expected ${expected}`;
  return problemOfFaults([{ field: "table", code: "invalid_parameter", message }]);
}
