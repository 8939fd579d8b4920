import type { ChangesPage } from "../../../diff/answers.ts";
import type { ReleaseDiff } from "../../../diff/wire.ts";
import type { ComparedPair } from "./comparison-thread.ts";

interface PageQuery {
  readonly state: string | null;
  readonly table: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page of changes: the comparison without its changes, and each change as its JSON. */
interface DiffPage extends ChangesPage {
  readonly head: Omit<ReleaseDiff, "changes">;
}

/** A page of changes of the states that the key is enabled for. Tables that states share belong to every key. */
export function diffPage(
  { releases, tables: compared }: ComparedPair,
  { state, table, limit, offset }: PageQuery,
  states: readonly string[],
): DiffPage {
  const tables = compared.filter(
    (each) =>
      (each.state === null ? state === null || table !== null : states.includes(each.state)) &&
      (state === null || each.state === state || each.state === null) &&
      (table === null || each.summary.table === table),
  );
  const ofKey = (codes: readonly string[]) => codes.filter((code) => states.includes(code));
  const head = {
    ...releases,
    states_only_before: ofKey(releases.states_only_before),
    states_only_after: ofKey(releases.states_only_after),
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
