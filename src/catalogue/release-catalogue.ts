/** A release as its catalogue knows it. */
export interface CataloguedRelease {
  /** SHA-256 over its compiled content; what a release is known by. */
  readonly contentHash: string;
  readonly name: string;
  readonly version: string;
  readonly bytes: number;
  /** SHA-256 of its file. */
  readonly sha256: string;
  readonly pushedAt: string;
  readonly pushedBy: string;
}

/** A file that was found to be a sound release. */
export type ReleaseToPush = Omit<CataloguedRelease, "pushedAt"> & { readonly file: string };

/** `renewed`: the same content was there in other bytes, of an older format or damaged, and these took their place. */
export type PushOutcome = "pushed" | "renewed" | "already there";

export interface Activation {
  readonly contentHash: string;
  readonly version: string;
  readonly activatedAt: string;
  readonly activatedBy: string;
}

/** A server as others see it. */
export interface ServingNode {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly productVersion: string;
  readonly releaseHash: string;
  readonly releaseVersion: string;
  readonly startedAt: string;
  readonly seenAt: string;
}

/** More would be no release: one of all states is some hundred megabytes. */
export const RELEASE_BYTES_MAX = 16 * 1024 ** 3;

/** Activations that are told; more than a year of weekly ones. */
export const ACTIVATIONS_TOLD = 60;

/**
 * The releases that nodes may serve, and the one that they should. Behind it stand the files of one home (embedded) or a database that
 * several nodes share (PostgreSQL).
 */
export interface ReleaseCatalogue {
  /** Takes in a file. It is there as a whole or not at all, whatever happens to whoever pushes it. */
  push(release: ReleaseToPush, onBytes: (bytes: number) => void): Promise<PushOutcome>;
  /** The last one that was pushed comes first. */
  list(): Promise<readonly CataloguedRelease[]>;
  active(): Promise<CataloguedRelease | null>;
  /** False when it was active already; throws a failure when it is not there (any longer). */
  activate(contentHash: string, by: string): Promise<boolean>;
  /** The last one comes first. */
  activations(): Promise<readonly Activation[]>;
  /** Removes all but the last so many, the active one and those that nodes serve; resolves to what was removed. */
  prune(keep: number): Promise<readonly CataloguedRelease[]>;
  /** The bytes of a release, a bounded piece at a time; throws a failure when one is not as it was pushed. */
  read(release: CataloguedRelease): AsyncIterable<Buffer>;
  /** Those that run now. */
  nodes(): Promise<readonly ServingNode[]>;
  close(): Promise<void>;
}
