import type { DatasetDescription } from "../dataset/description.ts";
import type { LookupSource } from "../pricing/answer.ts";
import type { State } from "../pricing/state.ts";
import type { SharedIndexes } from "./provider-store.ts";

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
}

/** What a thread that has opened a release can give to another that opens it too. */
export interface SharedRelease {
  readonly file: string;
  readonly contentHash: string;
  readonly indexes: SharedIndexes;
}

/** An immutable, compiled dataset, open for reading. */
export interface Release {
  readonly file: string;
  readonly description: ReleaseDescription;
  /** By state code; only the states that the dataset holds. */
  readonly states: ReadonlyMap<string, StateInRelease>;
  readonly shared: SharedRelease;
  close(): void;
}
