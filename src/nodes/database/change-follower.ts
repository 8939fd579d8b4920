import { Backoff, Outage, RepeatedTask } from "../../core/runtime/repeated-task.ts";
import type { Database } from "./database.ts";
import { makeSchema } from "./schema.ts";

/** Followed tables of the database (`CHANGES` in schema.ts). */
export type Topic = "keys" | "releases";

/** The fallback for a notification that was lost with its connection. */
const POLL_MILLISECONDS = 1_000;

interface ChangeHandlers {
  /** Called with the first check, and after every change; a failed call is repeated at the next check. */
  readonly onChange: (topic: Topic) => Promise<void>;
  /** Called when the database cannot be reached, and when it is reached for the first time or again; each once. */
  readonly onLost: (error: unknown) => void;
  readonly onFound: () => void;
}

/**
 * Follows topics of a database: at once by its notifications (LISTEN/NOTIFY), and by polling every second. Brings its schema up to date
 * first. Goes on through outages until it is closed.
 */
export class ChangeFollower {
  readonly #database: Database;
  readonly #topics: readonly Topic[];
  readonly #onChange: ChangeHandlers["onChange"];
  readonly #outage: Outage;
  readonly #looks: RepeatedTask;
  readonly #seen = new Map<Topic, string>();
  #hasSchema = false;

  constructor(database: Database, topics: readonly Topic[], { onChange, onLost, onFound }: ChangeHandlers) {
    this.#database = database;
    this.#topics = topics;
    this.#onChange = onChange;
    this.#outage = new Outage({ onFailed: onLost, onWorking: onFound, reportsFirst: true });
    this.#looks = new RepeatedTask(() => this.#look(), {
      everyMilliseconds: POLL_MILLISECONDS,
      // A node without a release waits for its database.
      retry: new Backoff(POLL_MILLISECONDS),
      outage: this.#outage,
    });
  }

  get isConnected(): boolean {
    return this.#outage.isWorking;
  }

  /** Checks now. Resolves after the check, whether the database was reached or not; the first one starts the polling. */
  async look(): Promise<void> {
    await this.#looks.run();
  }

  close(): Promise<void> {
    return this.#looks.close();
  }

  async #look(): Promise<void> {
    try {
      if (!this.#hasSchema) await this.#makeSchema();
      await this.#passOnChanges();
    } catch (error) {
      // Another server may answer next, or this one after a restore: all topics are checked again.
      this.#seen.clear();
      throw error;
    }
  }

  async #makeSchema(): Promise<void> {
    await makeSchema(this.#database);
    this.#hasSchema = true;
    if (this.#looks.isClosed) return;
    this.#outage.works();
    this.#database.listen("ratebook", () => void this.look());
  }

  async #passOnChanges(): Promise<void> {
    const rows = await this.#database.sql<{ topic: Topic; change: string }[]>`
      SELECT topic, number || ' ' || token AS change FROM ratebook.changes WHERE topic IN ${this.#database.sql([...this.#topics])}`;
    const changes = new Map(rows.map(({ topic, change }) => [topic, change]));
    for (const topic of this.#topics) {
      const change = changes.get(topic) ?? "none";
      if (this.#seen.get(topic) === change) continue;
      await this.#onChange(topic);
      this.#seen.set(topic, change);
    }
  }
}
