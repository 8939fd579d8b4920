import { reasonOf } from "../../../core/runtime/failure.ts";
import { answerParent } from "../../../core/runtime/thread.ts";
import {
  type ChangeList,
  compareReleases,
  dollarsOf,
  type FigureGroup,
  sizeOf,
} from "../../../diff/release-comparison.ts";
import {
  type ComparedReleases,
  changeJson,
  LISTED_MAX,
  releasesJson,
  type TableDiff,
  tableJson,
} from "../../../diff/wire.ts";
import type { State } from "../../../pricing/state/state.ts";
import { ReleaseDamaged, ReleaseRefused } from "../../../release/soundness.ts";
import { openStored, type StoredRelease } from "../../../release/stored-release.ts";

/** The calls of the thread: the comparison, or why a file cannot be compared. */
export type ComparisonCalls = {
  readonly compare: (pair: ReleasePair) => Promise<ComparedOrRefused>;
};

type ComparedOrRefused =
  | { readonly kind: "compared"; readonly pair: ComparedPair }
  | { readonly kind: "refused"; readonly reason: string };

/** The thread that compares pairs of releases. */
export function runComparisonThread(states: readonly State[]): void {
  const calls: ComparisonCalls = { compare: (pair) => compared(pair, states) };
  answerParent(calls);
}

async function compared(pair: ReleasePair, states: readonly State[]): Promise<ComparedOrRefused> {
  try {
    return { kind: "compared", pair: await comparedPair(pair, states) };
  } catch (error) {
    if (!(error instanceof ReleaseRefused || error instanceof ReleaseDamaged)) throw error;
    return { kind: "refused", reason: reasonOf(error) };
  }
}

interface ExpectedFile {
  readonly file: string;
  readonly contentHash: string;
}

export interface ReleasePair {
  readonly from: ExpectedFile;
  readonly to: ExpectedFile;
}

/** The changes of one table, each as the JSON that is sent. */
interface ComparedTable {
  /** The state's code; null for a table that states share. */
  readonly state: string | null;
  readonly summary: TableDiff;
  readonly changes: readonly string[];
  readonly largest: readonly LargestOfTable[];
}

/** A change, and the size that it is ordered by among those of other tables. */
export interface SizedChange {
  readonly size: number;
  readonly json: string;
}

interface LargestOfTable {
  readonly group: FigureGroup;
  readonly raised: readonly SizedChange[];
  readonly cut: readonly SizedChange[];
}

/** A comparison as it is cached for its pages: plain data, which the thread transfers. */
export interface ComparedPair {
  readonly releases: ComparedReleases;
  readonly tables: readonly ComparedTable[];
}

async function comparedPair({ from, to }: ReleasePair, states: readonly State[]): Promise<ComparedPair> {
  const opened: StoredRelease[] = [];
  try {
    for (const expected of [from, to]) opened.push(openExpected(expected, states));
    const [before, after] = opened as [StoredRelease, StoredRelease];
    const comparison = await compareReleases(before, after, { on: null, states: null, listedMax: LISTED_MAX });
    return {
      releases: releasesJson(comparison),
      tables: comparison.tables.map((table) => ({
        state: table.state,
        summary: tableJson(table),
        changes: [...table.changes.inOrder()].map((change) => JSON.stringify(changeJson(change))),
        largest: table.largest.map(({ group, raised, cut }) => ({
          group,
          raised: sizedChanges(raised, group),
          cut: sizedChanges(cut, group),
        })),
      })),
    };
  } finally {
    for (const release of opened) release.close();
  }
}

function sizedChanges(changes: ChangeList, group: FigureGroup): readonly SizedChange[] {
  const size = group === "factors" ? sizeOf : dollarsOf;
  return [...changes.inOrder()].map((change) => ({ size: size(change), json: JSON.stringify(changeJson(change)) }));
}

/** The file may have been replaced since it was listed or put into service. */
function openExpected({ file, contentHash }: ExpectedFile, states: readonly State[]): StoredRelease {
  const release = openStored(file, states);
  if (release.description.contentHash === contentHash) return release;
  release.close();
  throw new ReleaseRefused(file, "holds another release than the one that was asked for: it was replaced.");
}
