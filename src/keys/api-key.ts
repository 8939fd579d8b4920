/** An API key as the service knows it: never the key itself, only its hash and last four characters. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** State codes that the key may ask about. */
  readonly states: readonly string[];
  readonly lastFour: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Lookups per minute; null: the server's default; 0: no limit. */
  readonly lookupsPerMinute: number | null;
}

/** Who may ask. Answers from memory; a new key works at once, other changes by another process show within a second. */
export interface KeyRing {
  /** The key that a bearer token stands for; null when it is unknown, expired or revoked. */
  authenticate(token: string): ApiKey | null;
  /** The key of an id, for sessions that stand for it; null when it is unknown, expired or revoked. */
  keyWithId(id: string): ApiKey | null;
  /** The store has been missing or unreadable for too long to trust what is known of it: nobody is to be answered. */
  readonly isLost: boolean;
}

/** What became of keys by rotation and revocation. Answers from memory, as `KeyRing` does. */
export interface KeyLineage {
  /** Whether a key took the place of another one, by one rotation or by several. */
  succeeds(id: string, earlier: string): boolean;
  /** Whether a key is known to have ended for good: it was revoked or has expired, and no key that works took its place. */
  hasEnded(id: string): boolean;
}
