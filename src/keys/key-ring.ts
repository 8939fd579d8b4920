import type { ApiKey, KeyRing } from "./api-key.ts";
import type { KeyStore } from "./key-store.ts";
import { isWellFormedToken, tokenHash } from "./token.ts";

/** Changes must show within a second; looking costs microseconds. */
const LOOK_MILLISECONDS = 250;

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

  constructor(store: KeyStore, { onFailure, now = Date.now }: Watching) {
    this.#store = store;
    this.#onFailure = onFailure;
    this.#now = now;
    this.#version = store.version;
    this.#byHash = usableKeys(store);
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS).unref();
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
    const usable = this.#byHash.get(tokenHash(token));
    if (usable === undefined) return null;
    // Only tokens of real keys are remembered, so guesses cannot push anything out.
    if (this.#recent.size >= RECENT_TOKENS_MAX) this.#recent.clear();
    this.#recent.set(token, usable);
    return usable;
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
