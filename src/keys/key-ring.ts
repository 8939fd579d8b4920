import type { ApiKey, KeyRing } from "./api-key.ts";
import type { KeyStore } from "./key-store.ts";
import { isWellFormedToken, tokenHash } from "./token.ts";

/** Changes must show within a second; looking costs microseconds. */
const LOOK_MILLISECONDS = 250;

/**
 * Looks out of turn, for tokens that are not known, between two regular ones: a key that was made a moment ago works at once.
 * A look costs some five microseconds, so that a flood of made-up tokens takes a fifth of a percent of a process's time;
 * whoever has a new key during one waits for the regular look.
 */
export const LOOKS_OUT_OF_TURN_MAX = 100;

/** Tokens whose key is known without hashing them again; far above the keys that are in use at once. */
const RECENT_TOKENS_MAX = 1_000;

interface Usable {
  readonly key: ApiKey;
  readonly expiresAtMilliseconds: number;
}

interface Watching {
  /** Told when the store could not be read; the keys known so far stay in use. */
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/** The keys of a store in memory, kept in step with what other processes do to it. */
export class WatchedKeyRing implements KeyRing {
  readonly #store: KeyStore;
  readonly #onFailure: (error: unknown) => void;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #recent = new Map<string, Usable>();
  #byHash: ReadonlyMap<string, Usable>;
  #version: number;
  #isFailing = false;
  #looksOutOfTurn = 0;

  constructor(store: KeyStore, { onFailure, now = Date.now }: Watching) {
    this.#store = store;
    this.#onFailure = onFailure;
    this.#now = now;
    this.#version = store.version;
    this.#byHash = usableKeys(store);
    this.#timer = setInterval(() => this.#lookInTurn(), LOOK_MILLISECONDS).unref();
  }

  authenticate(token: string): ApiKey | null {
    const usable = this.#recent.get(token) ?? this.#find(token);
    return usable !== null && this.#now() < usable.expiresAtMilliseconds ? usable.key : null;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#store.close();
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
    if (this.#looksOutOfTurn >= LOOKS_OUT_OF_TURN_MAX) return undefined;
    this.#looksOutOfTurn += 1;
    this.#look();
    return this.#byHash.get(hash);
  }

  #lookInTurn(): void {
    this.#looksOutOfTurn = 0;
    this.#look();
  }

  #look(): void {
    try {
      this.#catchUp();
      this.#isFailing = false;
    } catch (error) {
      // Said once, not four times a second until it is mended.
      if (!this.#isFailing) this.#onFailure(error);
      this.#isFailing = true;
    }
  }

  #catchUp(): void {
    const version = this.#store.version;
    if (version === this.#version) return;
    this.#byHash = usableKeys(this.#store);
    this.#version = version;
    this.#recent.clear();
  }
}

function usableKeys(store: KeyStore): ReadonlyMap<string, Usable> {
  const usable = new Map<string, Usable>();
  for (const [hash, key] of store.usable()) {
    const expiresAtMilliseconds = key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt);
    usable.set(hash, { key, expiresAtMilliseconds });
  }
  return usable;
}
