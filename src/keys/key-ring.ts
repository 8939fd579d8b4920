import type { ApiKey, KeyLineage, KeyRing } from "./api-key.ts";
import { hasEnded, isSuccessor } from "./lineage.ts";
import { isWellFormedToken, tokenHash } from "./token.ts";
import { type StoreChanges, WatchedStore } from "./watched-store.ts";

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
