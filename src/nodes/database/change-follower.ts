import type { Database } from "./database.ts";

/** What tables of the database can be followed by (`changes` in migrations.ts). */
export type Topic = "keys" | "releases";

/** The fallback for a notification that was lost with its connection. */
const POLL_MILLISECONDS = 1_000;

interface ChangeHandlers {
  /** Called with the first look, and after every change; a call that fails is made again at the next look. */
  readonly onChange: (topic: Topic) => Promise<void>;
  /** Told when the database cannot be asked, and when it can again; each once. */
  readonly onLost: (error: unknown) => void;
  readonly onFound: () => void;
}

/**
 * Follows topics of a database: at once by its notifications (LISTEN/NOTIFY), and by asking for their last changes every second.
 * Goes on through outages until it is closed.
 */
export class ChangeFollower {
  readonly #database: Database;
  readonly #topics: readonly Topic[];
  readonly #handlers: ChangeHandlers;
  readonly #seen = new Map<Topic, string>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #isWanted = false;
  #isLost = false;
  #isOver = false;

  constructor(database: Database, topics: readonly Topic[], handlers: ChangeHandlers) {
    this.#database = database;
    this.#topics = topics;
    this.#handlers = handlers;
  }

  /** Resolves after the first look, whether the database could be asked or not. */
  async start(): Promise<void> {
    await this.look();
    this.#database.listen("ratebook", () => void this.look());
    this.#timer = setInterval(() => void this.look(), POLL_MILLISECONDS).unref();
  }

  /** Looks now; whoever comes during a look has another one made after it. */
  look(): Promise<void> {
    this.#isWanted = true;
    this.#looking ??= this.#lookWhileWanted().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isOver) {
      this.#isWanted = false;
      try {
        await this.#lookOnce();
        this.#found();
      } catch (error) {
        this.#lost(error);
      }
    }
  }

  async #lookOnce(): Promise<void> {
    const rows = await this.#database.sql<{ topic: Topic; change: string }[]>`
      SELECT topic, number || ' ' || token AS change FROM ratebook.changes WHERE topic IN ${this.#database.sql([...this.#topics])}`;
    const changes = new Map(rows.map(({ topic, change }) => [topic, change]));
    for (const topic of this.#topics) {
      const change = changes.get(topic) ?? "none";
      if (this.#seen.get(topic) === change) continue;
      await this.#handlers.onChange(topic);
      this.#seen.set(topic, change);
    }
  }

  #lost(error: unknown): void {
    if (this.#isOver) return;
    // Another server may answer next, or this one after it was restored: all is looked at again.
    this.#seen.clear();
    if (this.#isLost) return;
    this.#isLost = true;
    this.#handlers.onLost(error);
  }

  #found(): void {
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#handlers.onFound();
  }
}
