import { statSync } from "node:fs";
import { failure } from "../core/runtime/failure.ts";
import { type ApiKey, isWellFormedToken, type KeyLineage, type KeyRing, type StoredKey, tokenHash } from "./api-key.ts";
import { isBusy, KeyFile } from "./key-file.ts";

/** Changes must show within a second; looking costs microseconds. */
const LOOK_MILLISECONDS = 250;

/**
 * Looks out of turn, for tokens that are not known, between two regular ones: a key that was made a moment ago works at once.
 * A look costs some ten microseconds, so that a flood of made-up tokens takes half a percent of a process's time;
 * whoever has a new key during one waits for the regular look.
 */
export const LOOKS_OUT_OF_TURN_MAX = 100;

/** Tokens whose key is known without hashing them again; far above the keys that are in use at once. */
const RECENT_TOKENS_MAX = 1_000;

/**
 * How long the keys known so far go on working without their store: long enough to put a copy in its place, far too short for
 * a key that was to be revoked by it.
 */
export const LOST_STORE_GRACE_MILLISECONDS = 10_000;

interface Usable {
  readonly key: ApiKey;
  readonly expiresAtMilliseconds: number;
}

interface Watching extends StoreChanges {
  readonly now?: () => number;
  /** A clock that nobody sets. */
  readonly elapsed?: () => number;
}

/** The keys of a store in memory, kept in step with what other processes do to it by polling. */
export class WatchedKeyRing implements KeyRing, KeyLineage {
  readonly #store: WatchedStore;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #recent = new Map<string, Usable>();
  #byHash: ReadonlyMap<string, Usable>;
  #byId: ReadonlyMap<string, Usable>;
  #looksOutOfTurn = 0;
  #seenAt: number;

  constructor(file: string, { now = Date.now, elapsed = () => performance.now(), ...changes }: Watching) {
    this.#store = new WatchedStore(file, changes);
    this.#now = now;
    this.#elapsed = elapsed;
    this.#seenAt = elapsed();
    this.#byHash = usableKeys(this.#store.keys);
    this.#byId = byId(this.#byHash);
    this.#timer = setInterval(() => this.#lookInTurn(), LOOK_MILLISECONDS).unref();
  }

  authenticate(token: string): ApiKey | null {
    return this.#unexpired(this.#recent.get(token) ?? this.#find(token));
  }

  keyWithId(id: string): ApiKey | null {
    return this.#unexpired(this.#byId.get(id) ?? null);
  }

  succeeds(id: string, earlier: string): boolean {
    return isSuccessor(id, earlier, this.#store.fates);
  }

  hasEnded(id: string): boolean {
    return hasEnded(id, this.#store.fates, this.#now());
  }

  get isLost(): boolean {
    return this.#store.isFailing && this.#elapsed() - this.#seenAt >= LOST_STORE_GRACE_MILLISECONDS;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#store.close();
  }

  #unexpired(usable: Usable | null): ApiKey | null {
    return usable !== null && this.#now() < usable.expiresAtMilliseconds ? usable.key : null;
  }

  #find(token: string): Usable | null {
    if (!isWellFormedToken(token)) return null;
    const hash = tokenHash(token);
    const usable = this.#byHash.get(hash) ?? this.#findOutOfTurn(hash);
    if (usable === undefined) return null;
    // Only tokens of real keys are remembered, so guesses cannot push anything out.
    if (this.#recent.size >= RECENT_TOKENS_MAX) this.#recent.clear();
    this.#recent.set(token, usable);
    return usable;
  }

  /** Looks once more at the store before a token is said to be unknown. */
  #findOutOfTurn(hash: string): Usable | undefined {
    // Opening a store anew that fails costs too much to do it for every made-up token.
    if (this.#looksOutOfTurn >= LOOKS_OUT_OF_TURN_MAX || this.#store.isFailing) return undefined;
    this.#looksOutOfTurn += 1;
    this.#look();
    return this.#byHash.get(hash);
  }

  #lookInTurn(): void {
    this.#looksOutOfTurn = 0;
    this.#look();
  }

  #look(): void {
    if (this.#store.look()) {
      this.#byHash = usableKeys(this.#store.keys);
      this.#byId = byId(this.#byHash);
      this.#recent.clear();
    }
    if (!this.#store.isFailing) this.#seenAt = this.#elapsed();
  }
}

function usableKeys(keys: ReadonlyMap<string, ApiKey>): ReadonlyMap<string, Usable> {
  const usable = new Map<string, Usable>();
  for (const [hash, key] of keys) {
    const expiresAtMilliseconds = key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt);
    usable.set(hash, { key, expiresAtMilliseconds });
  }
  return usable;
}

function byId(keys: ReadonlyMap<string, Usable>): ReadonlyMap<string, Usable> {
  return new Map([...keys.values()].map((usable) => [usable.key.id, usable]));
}

/** The start waits this long for a process that is changing the keys. */
const FIRST_BUSY_MILLISECONDS_MAX = 1_000;
/** Later, requests wait meanwhile: a change takes a few milliseconds, and there is a next look. */
const REOPENING_BUSY_MILLISECONDS_MAX = 20;

/** What is reported about the store while it is watched, each once and not at every look. */
interface StoreChanges {
  /** There is no file any more; the keys known so far stay in use for a while (key-ring.ts). */
  readonly onMissing: (error: Error) => void;
  /** The file cannot be read; likewise. */
  readonly onUnreadable: (error: unknown) => void;
  /** Another file is in its place, or it can be read again: its keys count from now on. The place distinguishes files. */
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
class WatchedStore {
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

  /** Whether the keys were read again. Never throws: a store that cannot be read is reported, and tried again. */
  look(): boolean {
    try {
      const seen = seenAt(this.#file);
      if (seen !== null) return this.#catchUp(seen);
      if (this.#isNews("missing")) this.#changes.onMissing(missing(this.#file));
    } catch (error) {
      // The store is busy while another process changes it: until that is done, nothing has changed.
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

/** How a key of a store ended, or will. */
interface KeyFate {
  readonly isRevoked: boolean;
  /** In milliseconds; infinite for a key that does not expire. */
  readonly expiresAt: number;
  readonly replacedBy: string | null;
}

type KeyFates = ReadonlyMap<string, KeyFate>;

function fatesOf(stored: readonly StoredKey[]): KeyFates {
  return new Map(
    stored.map(({ key, replacedBy }) => {
      const expiresAt = key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt);
      return [key.id, { isRevoked: key.revokedAt !== null, expiresAt, replacedBy }];
    }),
  );
}

/** Whether a key took the place of another one, by one rotation or by several. */
function isSuccessor(id: string, earlier: string, fates: KeyFates): boolean {
  // Asked of every job: most keys were never replaced.
  return fates.get(earlier)?.replacedBy != null && successorsOf(earlier, fates).includes(id);
}

/**
 * Whether a key was revoked or has expired, and no key that works took its place: what belonged to it belongs to that one, also when the old key is
 * revoked once all clients have the new one. A key that is not known has not ended: it may be new.
 */
function hasEnded(id: string, fates: KeyFates, now: number): boolean {
  if (!fates.has(id)) return false;
  return [id, ...successorsOf(id, fates)].every((each) => {
    const { isRevoked, expiresAt } = fates.get(each) as KeyFate;
    return isRevoked || now >= expiresAt;
  });
}

/** Those that are known, the next one first. Each once: a store that was edited by hand may lead in a circle. */
function successorsOf(id: string, fates: KeyFates): readonly string[] {
  const found = new Set<string>();
  for (let next = fates.get(id)?.replacedBy; next && fates.has(next) && !found.has(next); ) {
    found.add(next);
    next = fates.get(next)?.replacedBy;
  }
  return [...found];
}
