import type { ApiKey } from "./api-key.ts";

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
   * Several changes as one: all of them happen or none, and nobody else changes a key meanwhile. Inside, only the keys that are handed
   * over may be asked: the store itself waits until the transaction is over. Within a transaction, it is part of that one.
   */
  together<Outcome>(change: (keys: Keys) => Promise<Outcome>): Promise<Outcome>;
}

/** Where keys are kept: a SQLite file in the home (`SqliteKeyStore`), or a PostgreSQL that nodes share (`PostgresKeyStore`). */
export interface KeyStore extends Keys {
  close(): Promise<void>;
}
