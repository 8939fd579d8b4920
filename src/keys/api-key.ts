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

/** A key with what only its store knows of it; neither ever leaves the machine in an answer. */
export interface StoredKey {
  readonly key: ApiKey;
  /** SHA-256 of the token, which itself is nowhere. */
  readonly tokenHash: string;
  /** The ID of the key that took its place. */
  readonly replacedBy: string | null;
}

/** The keys of one place, as commands read and change them. Requests are answered from memory instead (`KeyRing`). */
export interface Keys {
  /** Where the keys are, as the end of a sentence: `this home`. */
  readonly place: string;
  /** Every key ever made, the oldest first; none is ever taken out. */
  list(): Promise<readonly StoredKey[]>;
  find(id: string): Promise<StoredKey | null>;
  /** Throws when one of them is there already. */
  add(keys: readonly StoredKey[]): Promise<void>;
  /** Writes keys over those with the same IDs; throws when one is not there. */
  change(keys: readonly StoredKey[]): Promise<void>;
  /**
   * Several changes as one: all of them happen or none, and no other process changes a key meanwhile. Inside, only the keys that are handed
   * over may be asked: the store itself waits until the transaction is over. Within a transaction, it is part of that one.
   */
  together<Outcome>(change: (keys: Keys) => Promise<Outcome>): Promise<Outcome>;
}

/** Where keys are kept: a SQLite file in the home (`SqliteKeyStore`), or a PostgreSQL that nodes share (`PostgresKeyStore`). */
export interface KeyStore extends Keys {
  close(): Promise<void>;
}
