import { compareReleases } from "../../../diff/release-comparison.ts";
import { changeJson, LISTED_MAX, type TableDiff, tableJson } from "../../../diff/wire.ts";
import { type NamedRelease, releaseJson } from "../../../pricing/state/release-json.ts";
import type { State } from "../../../pricing/state/state.ts";
import { ReleaseRefused } from "../../../release/soundness.ts";
import { openStored, type StoredRelease } from "../../../release/stored-release.ts";

/** A release file, and the content that it is expected to have. */
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
}

/** A comparison as it is kept for the pages that are asked for: plain data, handed over by a thread. */
export interface ComparedPair {
  readonly from: NamedRelease;
  readonly to: NamedRelease;
  readonly statesOnlyBefore: readonly string[];
  readonly statesOnlyAfter: readonly string[];
  readonly tables: readonly ComparedTable[];
}

export async function comparedPair({ from, to }: ReleasePair, states: readonly State[]): Promise<ComparedPair> {
  const opened: StoredRelease[] = [];
  try {
    for (const expected of [from, to]) opened.push(openExpected(expected, states));
    const [before, after] = opened as [StoredRelease, StoredRelease];
    const comparison = await compareReleases(before, after, { on: null, states: null, listedMax: LISTED_MAX });
    return {
      from: releaseJson(comparison.from),
      to: releaseJson(comparison.to),
      statesOnlyBefore: comparison.statesOnlyBefore,
      statesOnlyAfter: comparison.statesOnlyAfter,
      tables: comparison.tables.map((table) => ({
        state: table.state,
        summary: tableJson(table),
        changes: [...table.changes.inOrder()].map((change) => JSON.stringify(changeJson(change))),
      })),
    };
  } finally {
    for (const release of opened) release.close();
  }
}

/** The file may have been replaced since it was listed or taken into service. */
function openExpected({ file, contentHash }: ExpectedFile, states: readonly State[]): StoredRelease {
  const release = openStored(file, states);
  if (release.description.contentHash === contentHash) return release;
  release.close();
  throw new ReleaseRefused(file, "holds another release than the one that was asked for: it was replaced.");
}
