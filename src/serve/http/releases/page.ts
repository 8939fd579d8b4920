import type { ReleaseDiff } from "../../../diff/wire.ts";
import type { ComparedPair } from "./compared.ts";

interface PageAsked {
  readonly state: string | null;
  readonly table: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page of changes: the comparison without its changes, and each change as its JSON. */
export interface DiffPage {
  readonly head: Omit<ReleaseDiff, "changes">;
  readonly changes: readonly string[];
}

/** A page of changes of the states that the key may ask about: tables that states share are everybody's. */
export function diffPage(
  pair: ComparedPair,
  { state, table, limit, offset }: PageAsked,
  states: readonly string[],
): DiffPage {
  const tables = pair.tables.filter(
    (each) =>
      (each.state === null ? state === null || table !== null : states.includes(each.state)) &&
      (state === null || each.state === state || each.state === null) &&
      (table === null || each.summary.table === table),
  );
  const ofKey = (codes: readonly string[]) => codes.filter((code) => states.includes(code));
  const head = {
    from: pair.from,
    to: pair.to,
    states_only_before: ofKey(pair.statesOnlyBefore),
    states_only_after: ofKey(pair.statesOnlyAfter),
    tables: tables.map(({ summary }) => summary),
    changes_listed: tables.reduce((sum, { changes }) => sum + changes.length, 0),
    offset,
  };
  const changes: string[] = [];
  let passed = 0;
  for (const each of tables) {
    const from = Math.max(0, offset - passed);
    changes.push(...each.changes.slice(from, from + limit - changes.length));
    passed += each.changes.length;
    if (changes.length === limit) break;
  }
  return { head, changes };
}

export function diffJson({ head, changes }: DiffPage): string {
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${changes.join(",")}]}`;
}
