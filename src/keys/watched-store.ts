import { statSync } from "node:fs";
import { failure } from "../runtime/failure.ts";
import type { ApiKey } from "./api-key.ts";
import { KeyFile } from "./key-file.ts";
import { fatesOf, type KeyFates } from "./lineage.ts";
import { isBusy } from "./store-file.ts";

/** At the start, somebody who is changing the keys is waited for this long. */
const FIRST_BUSY_MILLISECONDS_MAX = 1_000;
/** Later, requests wait meanwhile: a change takes a few milliseconds, and there is a next look. */
const REOPENING_BUSY_MILLISECONDS_MAX = 20;

/** What is told about the store while it is watched, each once and not at every look. */
export interface StoreChanges {
  /** There is no file any more; the keys known so far stay in use for a while (key-ring.ts). */
  readonly onMissing: (error: Error) => void;
  /** The file cannot be read; likewise. */
  readonly onUnreadable: (error: unknown) => void;
  /** Another file is in its place, or it can be read again: its keys count from now on. The place tells files apart. */
  readonly onReopened: (place: string) => void;
}

/** What the system says about a file: which one it is, and whether it was written to. */
interface FileSeen {
  readonly place: string;
  readonly stamp: string;
}

/**
 * The store of a home as a server follows it: the file may be changed, replaced by another, removed and put back. A look
 * compares what the system says about the file at the path, and what SQLite says about its content.
 */
export class WatchedStore {
  readonly #file: string;
  readonly #changes: StoreChanges;
  #store: KeyFile;
  #seen: FileSeen;
  #version: number;
  #keys: ReadonlyMap<string, ApiKey>;
  /** Of every key of the store, revoked ones too: none is ever taken out. */
  #fates: KeyFates;
  #failing: "missing" | "unreadable" | null = null;

  /** Makes the store when it is missing; throws a failure when it cannot be used. */
  constructor(file: string, changes: StoreChanges) {
    this.#file = file;
    this.#changes = changes;
    if (seenAt(file) === null) new KeyFile(file).close();
    // Asked before the file is opened: one that is put in its place in between is another one at the next look.
    this.#seen = seenAt(file) ?? { place: "", stamp: "" };
    this.#store = new KeyFile(file, { busyMilliseconds: FIRST_BUSY_MILLISECONDS_MAX, mustExist: true });
    this.#version = this.#store.version;
    this.#keys = usableIn(this.#store);
    this.#fates = fatesOf(this.#store.list());
    this.#store.stopWaiting();
  }

  /** Keys by the hash of their token, as last read. */
  get keys(): ReadonlyMap<string, ApiKey> {
    return this.#keys;
  }

  /** What became of every key, as last read. */
  get fates(): KeyFates {
    return this.#fates;
  }

  get isFailing(): boolean {
    return this.#failing !== null;
  }

  /** Whether the keys were read anew. Never throws: a store that cannot be read is told, and looked for again. */
  look(): boolean {
    try {
      const seen = seenAt(this.#file);
      if (seen !== null) return this.#catchUp(seen);
      if (this.#isNews("missing")) this.#changes.onMissing(missing(this.#file));
    } catch (error) {
      // The store is busy while somebody changes it: until that is done, nothing has changed.
      if (!isBusy(error) && this.#isNews("unreadable")) this.#changes.onUnreadable(error);
    }
    return false;
  }

  close(): void {
    this.#store.close();
  }

  #catchUp(seen: FileSeen): boolean {
    if (seen.place !== this.#seen.place || this.#failing !== null) {
      this.#reopen(seen);
      this.#failing = null;
      this.#changes.onReopened(seen.place);
      return true;
    }
    const { version } = this.#store;
    const before = this.#fates;
    if (version !== this.#version) this.#readAgain(seen, version);
    // Written to by something else than SQLite, such as a copy of a backup.
    else if (seen.stamp !== this.#seen.stamp) this.#reopen(seen);
    else return false;
    // Another store was copied over this one.
    if ([...before.keys()].some((id) => !this.#fates.has(id))) this.#changes.onReopened(seen.place);
    return true;
  }

  /** Needs no file descriptor, of which there may be none left. */
  #readAgain(seen: FileSeen, version: number): void {
    this.#store.refuseDamage();
    this.#keys = usableIn(this.#store);
    this.#fates = fatesOf(this.#store.list());
    this.#version = version;
    this.#seen = seen;
  }

  #reopen(seen: FileSeen): void {
    const store = new KeyFile(this.#file, { busyMilliseconds: REOPENING_BUSY_MILLISECONDS_MAX, mustExist: true });
    try {
      const { version } = store;
      this.#keys = usableIn(store);
      this.#fates = fatesOf(store.list());
      this.#version = version;
      store.stopWaiting();
    } catch (error) {
      store.close();
      throw error;
    }
    this.#store.close();
    this.#store = store;
    this.#seen = seen;
  }

  #isNews(failing: "missing" | "unreadable"): boolean {
    const isNews = failing !== this.#failing;
    this.#failing = failing;
    return isNews;
  }
}

/** Keys by the hash of their token, those that are revoked left out. */
function usableIn(store: KeyFile): ReadonlyMap<string, ApiKey> {
  const usable = store.list().filter(({ key }) => key.revokedAt === null);
  return new Map(usable.map(({ key, tokenHash }) => [tokenHash, key]));
}

/** Null when there is no file. */
function seenAt(file: string): FileSeen | null {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  return { place: `${stats.dev}:${stats.ino}`, stamp: `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}` };
}

function missing(file: string): Error {
  return failure(`${file} is gone. Put it or a copy of it back: without it, requests are soon refused.`);
}
