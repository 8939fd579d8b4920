import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import { failure } from "../../core/runtime/failure.ts";
import { quoted } from "../../core/text/refusal.ts";

export interface CataloguedRelease {
  /** SHA-256 over its compiled content; the identity of a release. */
  readonly contentHash: string;
  readonly name: string;
  readonly version: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly pushedAt: string;
  readonly pushedBy: string;
}

/** A file that was found to be a sound release. */
export type ReleaseToPush = Omit<CataloguedRelease, "pushedAt"> & { readonly file: string };

/** `renewed`: these bytes replaced other bytes of the same content, of an older format or damaged. */
export type PushOutcome = "pushed" | "renewed" | "already there";

export interface Activation {
  readonly contentHash: string;
  readonly version: string;
  readonly activatedAt: string;
  readonly activatedBy: string;
}

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

/** A larger file is no release: one of all states has some hundred megabytes. */
export const RELEASE_BYTES_MAX = 16 * 1024 ** 3;

/** More than a year of weekly activations. */
export const ACTIVATIONS_LISTED_MAX = 60;

/** The releases that nodes may serve, and the active one. Kept in the files of one home (embedded) or in a shared database (PostgreSQL). */
export interface ReleaseCatalogue {
  /** Stores a file: all of it or nothing, also when the pushing process ends. */
  push(release: ReleaseToPush, onBytes: (bytes: number) => void): Promise<PushOutcome>;
  /** Last pushed first. */
  list(): Promise<readonly CataloguedRelease[]>;
  active(): Promise<CataloguedRelease | null>;
  /** False when it was active already; throws a failure when it does not exist (any longer). */
  activate(contentHash: string, by: string): Promise<boolean>;
  /** Last first. */
  activations(): Promise<readonly Activation[]>;
  /** Removes all but the last `keep`, the active one and those that nodes serve; resolves to the removed ones. */
  prune(keep: number): Promise<readonly CataloguedRelease[]>;
  /** The bytes of a release in bounded pieces; throws a failure when one is not as it was pushed. */
  read(release: CataloguedRelease): AsyncIterable<Buffer>;
  nodes(): Promise<readonly ServingNode[]>;
  close(): Promise<void>;
}

/*
 * Rules of activating and pruning, for both kinds of catalogue. A catalogue reads and writes under a lock: a release that is being
 * activated is never pruned.
 */

/** The release to activate; null when it is active already. Throws a failure when it does not exist (any longer). */
export function toActivate(
  contentHash: string,
  known: CataloguedRelease | null,
  active: CataloguedRelease | null,
): CataloguedRelease | null {
  if (known === null) throw failure(`There is no release ${contentHash} any longer. Push it again.`);
  return active?.contentHash === contentHash ? null : known;
}

/** All but the last so many, the active one and those that nodes serve. */
export function toPrune(
  /** Last pushed first. */
  releases: readonly CataloguedRelease[],
  keep: number,
  active: CataloguedRelease | null,
  /** Content hashes. */
  served: readonly string[],
): readonly CataloguedRelease[] {
  const inUse = new Set([active?.contentHash, ...served]);
  return releases.slice(keep).filter(({ contentHash }) => !inUse.has(contentHash));
}

/** Enough of a hash to distinguish releases on a terminal. */
const SHORT_HASH_CHARACTERS = 12;

/** Fewer characters of a hash would be a guess. */
const PREFIX_CHARACTERS_MIN = 6;
const HASH_PREFIX = new RegExp(`^[0-9a-f]{${PREFIX_CHARACTERS_MIN},64}$`);

export function shortHash({ contentHash }: Pick<CataloguedRelease, "contentHash">): string {
  return contentHash.slice(0, SHORT_HASH_CHARACTERS);
}

/**
 * The release that a version or the beginning of a content hash names. Throws a failure when there is none or more than one: the release
 * decides prices, and is never guessed.
 */
export function namedRelease(releases: readonly CataloguedRelease[], name: string): CataloguedRelease {
  const isPrefix = HASH_PREFIX.test(name);
  const named = releases.filter(
    ({ version, contentHash }) => version === name || (isPrefix && contentHash.startsWith(name)),
  );
  const [only, ...others] = named;
  if (only === undefined) throw failure(`There is no release ${quoted(name)}. ${known(releases)}`);
  if (others.length === 0) return only;
  const hashes = named.map((release) => `${shortHash(release)} (${release.version}, pushed ${release.pushedAt})`);
  throw failure(`${quoted(name)} names ${named.length} releases. Name one by its hash: ${hashes.join(", ")}.`);
}

/** Enough for a misspelt version to be seen. */
const KNOWN_SHOWN_MAX = 5;

function known(releases: readonly CataloguedRelease[]): string {
  if (releases.length === 0) return 'None has been pushed: see "ratebook releases push".';
  const listed = releases.slice(0, KNOWN_SHOWN_MAX).map((release) => `${release.version} (${shortHash(release)})`);
  const more = releases.length > KNOWN_SHOWN_MAX ? ' and more, see "ratebook releases list"' : "";
  return `Known are ${listed.join(", ")}${more}.`;
}

/**
 * Releases are sent in chunks. Sender and receiver hold one chunk in memory, and its hexadecimal digits on the way to PostgreSQL. Larger
 * chunks measured no faster.
 */
export const CHUNK_BYTES = 1 << 20;

/** The chunks of a file, all of full size but the last. Each is valid until the next is read. */
export async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const bytes = await filled(file, buffer);
      if (bytes > 0) yield buffer.subarray(0, bytes);
      if (bytes < CHUNK_BYTES) return;
    }
  } finally {
    await file.close();
  }
}

/** A read may return less than requested before the end. */
async function filled(file: Awaited<ReturnType<typeof open>>, buffer: Buffer): Promise<number> {
  let bytes = 0;
  while (bytes < buffer.length) {
    const { bytesRead } = await file.read(buffer, bytes, buffer.length - bytes);
    if (bytesRead === 0) break;
    bytes += bytesRead;
  }
  return bytes;
}

/** Passes chunks on, and throws at the end unless together they are the expected file. */
export async function* wholeOf(
  chunks: AsyncIterable<Buffer>,
  expected: { readonly bytes: number; readonly sha256: string },
  otherwise: string,
): AsyncGenerator<Buffer> {
  const hash: Hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    // A file that grows while it is read would never end.
    if (bytes > expected.bytes) throw failure(otherwise);
    hash.update(chunk);
    yield chunk;
  }
  if (bytes !== expected.bytes || hash.digest("hex") !== expected.sha256) throw failure(otherwise);
}
