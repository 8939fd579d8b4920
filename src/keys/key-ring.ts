import { existsSync, statSync } from "node:fs";
import { failure } from "../core/runtime/failure.ts";
import {
  type ApiKey,
  isWellFormedToken,
  type KeyLineage,
  type KeyRing,
  type KeyStoreProblem,
  type StoredKey,
  type TokenRefusal,
  tokenHash,
} from "./api-key.ts";
import { isBusy, KeyFile, rightsRemedy } from "./key-file.ts";

/** Changes must show within a second; a check costs microseconds. */
const LOOK_MILLISECONDS = 250;

/**
 * Extra checks between two regular ones, for unknown tokens: a key that was just created works at once. A check costs some ten
 * microseconds, so a flood of made-up tokens takes half a percent of a process's time. A key that is created during a flood works after the
 * next regular check.
 */
export const LOOKS_OUT_OF_TURN_MAX = 100;

/** Cache of tokens whose key is known without hashing; far more than the keys in use at once. */
const RECENT_TOKENS_MAX = 1_000;

/** How long the known keys go on working without their store: enough to restore a copy, too short for a key that should be revoked. */
export const LOST_STORE_GRACE_MILLISECONDS = 10_000;

interface Usable {
  readonly key: ApiKey;
  readonly expiresAtMilliseconds: number;
}

interface Watching extends StoreChanges {
  readonly now?: () => number;
  /** A monotonic clock. */
  readonly elapsed?: () => number;
}

/** The keys of a store in memory. Polling keeps them in step with changes by other processes. */
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

  /** Why a token is not authenticated. Refused requests only have the time for another hash. */
  refusalOf(token: string): TokenRefusal {
    if (!isWellFormedToken(token)) return "unknown";
    const hash = tokenHash(token);
    if (this.#store.revokedHashes.has(hash)) return "revoked";
    return this.#byHash.has(hash) ? "expired" : "unknown";
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

  /** Milliseconds until each key expires: keys that work, that expire, and that no other working key replaces. */
  get millisecondsToExpiry(): readonly number[] {
    const now = this.#now();
    const { fates } = this.#store;
    return [...this.#byHash.values()]
      .filter(
        ({ key, expiresAtMilliseconds: at }) => Number.isFinite(at) && now < at && !isReplaced(key.id, fates, now),
      )
      .map(({ expiresAtMilliseconds }) => expiresAtMilliseconds - now);
  }

  /** What is wrong with the store now; null when it can be read. The known keys work until `isLost`. */
  get storeProblem(): KeyStoreProblem | null {
    return this.#store.problem;
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
    // Only tokens of real keys are cached, so guesses cannot push anything out.
    if (this.#recent.size >= RECENT_TOKENS_MAX) this.#recent.clear();
    this.#recent.set(token, usable);
    return usable;
  }

  /** Checks the store once more before a token counts as unknown. */
  #findOutOfTurn(hash: string): Usable | undefined {
    // Reopening a store that fails costs too much to do for every made-up token.
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

/** At the start, the longest wait for a process that is changing the keys. */
const FIRST_BUSY_MILLISECONDS_MAX = 1_000;
/** Later, requests wait meanwhile: a change takes a few milliseconds, and the next check comes soon. */
const REOPENING_BUSY_MILLISECONDS_MAX = 20;

/** Events of a watched store, each reported once. */
interface StoreChanges {
  /** There is no file any more; the keys known so far stay in use for a while (key-ring.ts). */
  readonly onMissing: (error: Error) => void;
  readonly onUnreadable: (error: unknown) => void;
  /** Another file is in its place, or it can be read again: its keys count from now on. `place` distinguishes files. */
  readonly onReopened: (place: string) => void;
}

/** File identity and modification stamp. */
interface FileSeen {
  readonly place: string;
  readonly stamp: string;
}

/**
 * The store of a home as a server follows it: the file may be changed, replaced, removed and restored. A check compares the file at the
 * path and the version that SQLite reports.
 */
class WatchedStore {
  readonly #file: string;
  readonly #changes: StoreChanges;
  #store: KeyFile;
  #seen: FileSeen;
  #version: number;
  #known: KnownKeys;
  #failing: KeyStoreProblem | null = null;

  /** Makes the store when it is missing; throws a failure when it cannot be used. */
  constructor(file: string, changes: StoreChanges) {
    this.#file = file;
    this.#changes = changes;
    // Makes a missing file; throws a failure with its remedy where the folder may not be entered.
    if (!existsSync(file)) new KeyFile(file).close();
    // Read before the file is opened: a file that replaces it in between is noticed at the next check.
    this.#seen = seenAt(file) ?? { place: "", stamp: "" };
    this.#store = new KeyFile(file, { busyMilliseconds: FIRST_BUSY_MILLISECONDS_MAX, mustExist: true });
    this.#version = this.#store.version;
    this.#known = knownIn(this.#store);
    this.#store.stopWaiting();
  }

  get keys(): ReadonlyMap<string, ApiKey> {
    return this.#known.keys;
  }

  get revokedHashes(): ReadonlySet<string> {
    return this.#known.revokedHashes;
  }

  get fates(): KeyFates {
    return this.#known.fates;
  }

  get isFailing(): boolean {
    return this.#failing !== null;
  }

  get problem(): KeyStoreProblem | null {
    return this.#failing;
  }

  /** Whether the keys were read again. Never throws: an unreadable store is reported, and tried again. */
  look(): boolean {
    try {
      const seen = seenAt(this.#file);
      if (seen !== null) return this.#catchUp(seen);
      if (this.#isNews("missing")) this.#changes.onMissing(missing(this.#file));
    } catch (error) {
      // The store is busy while another process changes it: nothing has changed yet.
      if (isBusy(error)) return false;
      const failing = rightsRemedy(this.#file, error) === null ? "unreadable" : "forbidden";
      if (this.#isNews(failing)) this.#changes.onUnreadable(error);
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
    const before = this.#known.fates;
    if (version !== this.#version) this.#readAgain(seen, version);
    // Written by another program than SQLite, such as a copy of a backup.
    else if (seen.stamp !== this.#seen.stamp) this.#reopen(seen);
    else return false;
    // Another store was copied over this one.
    if ([...before.keys()].some((id) => !this.#known.fates.has(id))) this.#changes.onReopened(seen.place);
    return true;
  }

  /** Needs no file descriptor, of which there may be none left. */
  #readAgain(seen: FileSeen, version: number): void {
    this.#store.refuseDamage();
    this.#known = knownIn(this.#store);
    this.#version = version;
    this.#seen = seen;
  }

  #reopen(seen: FileSeen): void {
    const store = new KeyFile(this.#file, { busyMilliseconds: REOPENING_BUSY_MILLISECONDS_MAX, mustExist: true });
    try {
      const { version } = store;
      this.#known = knownIn(store);
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

  #isNews(failing: KeyStoreProblem): boolean {
    const isNews = failing !== this.#failing;
    this.#failing = failing;
    return isNews;
  }
}

interface KnownKeys {
  /** Keys by the hash of their token, without the revoked ones. */
  readonly keys: ReadonlyMap<string, ApiKey>;
  readonly revokedHashes: ReadonlySet<string>;
  /** Every key of the store, revoked ones included: keys are never deleted. */
  readonly fates: KeyFates;
}

function knownIn(store: KeyFile): KnownKeys {
  const stored = store.list();
  const [usable, revoked] = [stored.filter(isUsable), stored.filter((each) => !isUsable(each))];
  return {
    keys: new Map(usable.map(({ key, tokenHash }) => [tokenHash, key])),
    revokedHashes: new Set(revoked.map(({ tokenHash }) => tokenHash)),
    fates: fatesOf(stored),
  };
}

function isUsable({ key }: StoredKey): boolean {
  return key.revokedAt === null;
}

function seenAt(file: string): FileSeen | null {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return null;
  return { place: `${stats.dev}:${stats.ino}`, stamp: `${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}` };
}

function missing(file: string): Error {
  return failure(
    `${file} is gone. Run "ratebook keys import" with an export: without the file, requests are soon refused.`,
  );
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

function isSuccessor(id: string, earlier: string, fates: KeyFates): boolean {
  // Called for every job: most keys were never replaced.
  return fates.get(earlier)?.replacedBy != null && successorsOf(earlier, fates).includes(id);
}

function isReplaced(id: string, fates: KeyFates, now: number): boolean {
  return successorsOf(id, fates).some((next) => !isOver(fates.get(next) as KeyFate, now));
}

/**
 * Whether a key was revoked or has expired, and no working key replaced it. A replacement inherits what belonged to the old key, also when
 * the old one is revoked later. An unknown key has not ended: it may be new.
 */
function hasEnded(id: string, fates: KeyFates, now: number): boolean {
  if (!fates.has(id)) return false;
  return [id, ...successorsOf(id, fates)].every((each) => isOver(fates.get(each) as KeyFate, now));
}

function isOver({ isRevoked, expiresAt }: KeyFate, now: number): boolean {
  return isRevoked || now >= expiresAt;
}

/** The known successors, the next one first. Each once: a store that was edited by hand may contain a circle. */
function successorsOf(id: string, fates: KeyFates): readonly string[] {
  const found = new Set<string>();
  for (let next = fates.get(id)?.replacedBy; next && fates.has(next) && !found.has(next); ) {
    found.add(next);
    next = fates.get(next)?.replacedBy;
  }
  return [...found];
}
