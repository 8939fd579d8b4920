import { reasonOf } from "../../../core/runtime/failure.ts";
import { ChangeFollower, type Topic } from "../../../nodes/database/change-follower.ts";
import type { Database } from "../../../nodes/database/database.ts";
import { migrate } from "../../../nodes/database/migrate.ts";
import type { Log } from "../log.ts";

/** How often a database that has not been reached since the start is tried again. */
const RETRY_MILLISECONDS = 1_000;

interface Means {
  readonly log: Log;
  /** Called for every topic once it is reached, and after each change; called again when it throws. */
  readonly onChange: (topic: Topic) => Promise<void>;
  readonly onState: () => void;
  /** It is there, for the first time or again. */
  readonly onFound: () => void;
}

/** The link of a node to its database: brings the schema up to date, follows what changes there, and knows whether it is there. */
export class DatabaseLink {
  readonly #database: Database;
  readonly #topics: readonly Topic[];
  readonly #means: Means;
  #isConnected = false;
  #isTold = false;
  #follower: ChangeFollower | null = null;
  #beginning: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  constructor(database: Database, topics: readonly Topic[], means: Means) {
    this.#database = database;
    this.#topics = topics;
    this.#means = means;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Resolves after the first look, whether the database could be reached or not; goes on by itself. */
  start(): Promise<void> {
    this.#beginning = this.#begin();
    return this.#beginning;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    // Questions under way end with the connections.
    await this.#database.close();
    await this.#beginning;
    await this.#follower?.close();
  }

  async #begin(): Promise<void> {
    try {
      await migrate(this.#database);
    } catch (error) {
      this.#lost(error);
      if (!this.#isOver) this.#timer = setTimeout(() => void this.start(), RETRY_MILLISECONDS);
      return;
    }
    if (this.#isOver) return;
    this.#follower = new ChangeFollower(this.#database, this.#topics, {
      onChange: this.#means.onChange,
      onLost: (error) => this.#lost(error),
      onFound: () => this.#found(),
    });
    this.#found();
    await this.#follower.start();
  }

  /** Told once until it is back; a node that has not reached it yet says so as well. */
  #lost(error: unknown): void {
    if (this.#isOver || (this.#isTold && !this.#isConnected)) return;
    this.#isTold = true;
    this.#isConnected = false;
    this.#means.log.error("database_lost", { reason: reasonOf(this.#database.told(error)) });
    this.#means.onState();
  }

  #found(): void {
    if (this.#isOver || this.#isConnected) return;
    this.#isTold = true;
    this.#isConnected = true;
    this.#means.log.info("database_found");
    this.#means.onState();
    this.#means.onFound();
  }
}
