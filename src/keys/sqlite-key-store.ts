import { setTimeout as wait } from "node:timers/promises";
import type { KeyStore, Keys, StoredKey } from "./api-key.ts";
import { BUSY_MILLISECONDS_MAX, isBusy, KeyFile } from "./key-file.ts";

/** The keys of one home folder, in a SQLite file that several processes may use at once. */
export class SqliteKeyStore implements KeyStore {
  readonly place = "this home";
  readonly #file: KeyFile;
  /** One connection has one transaction at a time: other callers wait until it has ended. */
  #turn: Promise<unknown> = Promise.resolve();

  /** Makes the file when it is missing; throws a failure when it cannot be used. */
  constructor(path: string) {
    this.#file = new KeyFile(path);
  }

  /** Whether a node mirrors the keys of a database here (`merge-keys.ts`). */
  get isMirror(): boolean {
    return this.#file.isMirror;
  }

  list(): Promise<readonly StoredKey[]> {
    return this.#inTurn(() => this.#file.list());
  }

  find(id: string): Promise<StoredKey | null> {
    return this.#inTurn(() => this.#file.find(id));
  }

  add(keys: readonly StoredKey[]): Promise<void> {
    return this.exclusively((file) => file.add(keys));
  }

  change(keys: readonly StoredKey[]): Promise<void> {
    return this.exclusively((file) => file.change(keys));
  }

  together<Outcome>(change: (keys: Keys) => Promise<Outcome>): Promise<Outcome> {
    return this.exclusively((file) => change(new KeysInTransaction(file, this.place)));
  }

  /** Works on the file itself, in a transaction. */
  exclusively<Outcome>(work: (file: KeyFile) => Outcome | Promise<Outcome>): Promise<Outcome> {
    return this.#inTurn(async () => {
      await begin(this.#file);
      try {
        const outcome = await work(this.#file);
        this.#file.commit();
        return outcome;
      } catch (error) {
        this.#file.rollBack();
        throw error;
      }
    });
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#file.close());
  }

  #inTurn<Outcome>(work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

/** How long until the next try; a change takes a few milliseconds. */
const RETRY_MILLISECONDS = 5;

/** SQLite's own waiting would block this process, which may itself have to end a transaction first. */
async function begin(file: KeyFile): Promise<void> {
  const start = performance.now();
  for (;;) {
    try {
      file.begin();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > BUSY_MILLISECONDS_MAX) throw error;
    }
    await wait(RETRY_MILLISECONDS);
  }
}

class KeysInTransaction implements Keys {
  readonly place: string;
  readonly #file: KeyFile;

  constructor(file: KeyFile, place: string) {
    this.#file = file;
    this.place = place;
  }

  async list(): Promise<readonly StoredKey[]> {
    return this.#file.list();
  }

  async find(id: string): Promise<StoredKey | null> {
    return this.#file.find(id);
  }

  async add(keys: readonly StoredKey[]): Promise<void> {
    this.#file.add(keys);
  }

  async change(keys: readonly StoredKey[]): Promise<void> {
    this.#file.change(keys);
  }

  together<Outcome>(change: (keys: Keys) => Promise<Outcome>): Promise<Outcome> {
    return change(this);
  }
}
