import type { ChangesPage } from "../../../diff/answers.ts";
import { FIGURE_GROUPS, LARGEST_MAX } from "../../../diff/release-comparison.ts";
import type { ReleaseDiff } from "../../../diff/wire.ts";
import type { ComparedPair, SizedChange } from "./comparison-thread.ts";

interface PageQuery {
  readonly state: string | null;
  readonly table: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page of changes: the comparison without its changes, and each change as its JSON. */
interface DiffPage extends ChangesPage {
  readonly head: Omit<ReleaseDiff, "changes" | "largest">;
  /** The JSON of `largest`. */
  readonly largest: string;
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
  return { head, changes, largest: largestJson(tables) };
}

/** The largest changes of several tables, group by group. */
function largestJson(tables: ComparedPair["tables"]): string {
  const groups = FIGURE_GROUPS.map((group) => {
    const ofGroup = tables.flatMap(({ largest }) => largest.filter((each) => each.group === group));
    const listOf = (kind: "raised" | "cut") => largestOf(ofGroup.flatMap((each) => each[kind])).join(",");
    return `{"group":"${group}","raised":[${listOf("raised")}],"cut":[${listOf("cut")}]}`;
  });
  return `[${groups.join(",")}]`;
}

/** Largest first; equal ones in the order of their tables. */
function largestOf(changes: readonly SizedChange[]): readonly string[] {
  return [...changes]
    .sort((one, other) => (one.size === other.size ? 0 : one.size > other.size ? -1 : 1))
    .slice(0, LARGEST_MAX)
    .map(({ json }) => json);
}

export function diffJson({ head, largest, changes }: DiffPage): string {
  return `${JSON.stringify(head).slice(0, -1)},"largest":${largest},"changes":[${changes.join(",")}]}`;
}
