import type { DatasetDescription } from "../dataset/description.ts";
import type { RateData, RowPlace, Table } from "../dataset/table.ts";
import type { LookupSource } from "../pricing/answer.ts";
import type { RowOrigins } from "../pricing/row-origins.ts";
import type { State } from "../pricing/state/state.ts";
import type { FileIdentity } from "./open-file.ts";
import type { SharedIndexes } from "./provider-store.ts";
import type { FileAtPath } from "./release-file.ts";
import type { Soundness } from "./soundness.ts";

/** What a release says about itself. */
export interface ReleaseDescription extends DatasetDescription {
  /** SHA-256 over the compiled content: the same dataset gives the same hash on every machine. */
  readonly contentHash: string;
  /** Rows by table, such as `ca/outpatient_rates`. */
  readonly rowCounts: Readonly<Record<string, number>>;
}

/** One state of an open release. */
export interface StateInRelease extends LookupSource {
  readonly state: State;
  /** Those of the release. */
  readonly origins: RowOrigins;
}

/** What a thread that has opened a release can give to another that opens it too. */
export interface SharedRelease {
  readonly file: string;
  readonly identity: FileIdentity;
  readonly contentHash: string;
  readonly indexes: SharedIndexes;
}

/** Watches over the file of an open release, in which bytes may rot or be overwritten. */
export interface ReleaseGuard {
  readonly soundness: Soundness;
  /** What the path leads to now. A file of another size is reported as damage; one that was touched is proved again. */
  look(): FileAtPath;
  /** Reads the next block of the file again, from the first when all were; one that is not as it was built is damage. */
  scrub(): Promise<void>;
  /** Hard-links the open file to another path; false when that is not possible. */
  linkAt(path: string): Promise<boolean>;
  /** Copies the open file to another path, whatever its own path leads to by now. Throws when the signal is aborted. */
  copyTo(path: string, end: AbortSignal): Promise<void>;
}

/** Whole tables, for answers about a release instead of a price. */
interface TableRows {
  /** All rows of a table that is not of providers: those that are read together at a time, each proved to be as it was stored. */
  groups(table: Table): Iterable<readonly RowPlace[]>;
}

/** An immutable, compiled dataset, open for reading. */
export interface Release {
  readonly file: string;
  readonly description: ReleaseDescription;
  /** By state code; only the states that the dataset holds. */
  readonly states: ReadonlyMap<string, StateInRelease>;
  /** The rate tables of its states, and those that states share. */
  readonly rates: RateData;
  /** Where its rows come from, for explanations. */
  readonly origins: RowOrigins;
  readonly tables: TableRows;
  readonly shared: SharedRelease;
  readonly guard: ReleaseGuard;
  close(): void;
}

/** As much of the content hash as distinguishes two releases. */
export const HASH_CHARACTERS = 12;

/** A version is free text of the dataset; headers hold printable ASCII. */
const UNPRINTABLE = /[^\x21-\x7e]+/g;

/** A release in a word or two: its version and the beginning of its content hash. */
export function releaseName({ version, contentHash }: Pick<ReleaseDescription, "version" | "contentHash">): string {
  return `${version.replace(UNPRINTABLE, "_")} ${contentHash.slice(0, HASH_CHARACTERS)}`;
}
