/** A session of the page: the key that it stands for, its own id, and when it expires. */
export interface PageSession {
  readonly keyId: string;
  readonly id: string;
  readonly expiresAtMilliseconds: number;
}

/** The ended sessions of one key, as processes send them to each other. */
export interface EndedOfKey {
  readonly keyId: string;
  /** Every session of the key that expires then or earlier has ended. */
  readonly allUntilMilliseconds: number;
  /** The others that have ended: the id of each, and when it expires. */
  readonly expiries: readonly (readonly [id: string, expiresAtMilliseconds: number])[];
}

/** Sessions of one key that are remembered one by one: a hundred people who share a key sign out twice a day. */
const SESSIONS_PER_KEY_MAX = 200;

const SWEEP_MILLISECONDS = 60_000;

/**
 * Sessions that a person has ended by signing out (a revocation list). Each one is remembered until it expires by itself.
 * The memory is bounded for each key. When a key has more than fit, those that expire first are replaced by one date:
 * all sessions of that key that expire by then count as ended. A person may have to sign in again, other keys notice
 * nothing, and an ended session never works again.
 */
export class EndedSessions {
  readonly #byKey = new Map<string, { allUntil: number; readonly expiries: Map<string, number> }>();
  readonly #now: () => number;
  #sweepAt = 0;

  /** `ended`: what another process knew when this one began. */
  constructor(ended: readonly EndedOfKey[] = [], now: () => number = Date.now) {
    this.#now = now;
    for (const { keyId, allUntilMilliseconds, expiries } of ended) {
      this.#byKey.set(keyId, { allUntil: allUntilMilliseconds, expiries: new Map(expiries) });
    }
  }

  add({ keyId, id, expiresAtMilliseconds }: PageSession): void {
    this.#sweep();
    const ended = this.#byKey.get(keyId) ?? { allUntil: 0, expiries: new Map() };
    this.#byKey.set(keyId, ended);
    if (expiresAtMilliseconds <= ended.allUntil) return;
    ended.expiries.set(id, expiresAtMilliseconds);
    if (ended.expiries.size <= SESSIONS_PER_KEY_MAX) return;
    ended.allUntil = Math.min(...ended.expiries.values());
    dropUntil(ended.expiries, ended.allUntil);
  }

  has({ keyId, id, expiresAtMilliseconds }: PageSession): boolean {
    const ended = this.#byKey.get(keyId);
    return ended !== undefined && (expiresAtMilliseconds <= ended.allUntil || ended.expiries.has(id));
  }

  /** All of them, for a process that starts later. */
  list(): readonly EndedOfKey[] {
    return [...this.#byKey].map(([keyId, { allUntil, expiries }]) => ({
      keyId,
      allUntilMilliseconds: allUntil,
      expiries: [...expiries],
    }));
  }

  #sweep(): void {
    const now = this.#now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_MILLISECONDS;
    for (const [keyId, { allUntil, expiries }] of this.#byKey) {
      dropUntil(expiries, now);
      if (expiries.size === 0 && allUntil <= now) this.#byKey.delete(keyId);
    }
  }
}

function dropUntil(expiries: Map<string, number>, milliseconds: number): void {
  for (const [id, expiresAt] of expiries) if (expiresAt <= milliseconds) expiries.delete(id);
}
