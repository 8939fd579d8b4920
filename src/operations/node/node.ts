import type { Database } from "../../database/database.ts";
import type { DatabaseState } from "../configuration.ts";
import type { Log } from "../log.ts";
import type { Product } from "../product.ts";
import { NODE_CLOSING_MILLISECONDS_MAX } from "./closing-time.ts";
import type { DatabaseLink } from "./database-link.ts";
import type { KeyFollower } from "./key-follower.ts";
import { NodeReport } from "./node-report.ts";
import { startNotReadyServer } from "./not-ready-server.ts";
import type { FollowedServer, ReleaseFollower } from "./release-follower.ts";

/** What a node has of a database that it shares with others. */
interface Shared {
  readonly database: Database;
  readonly link: DatabaseLink;
  readonly keys: KeyFollower;
  readonly id: string;
  readonly log: Log;
}

/** What a node follows: a database, the releases of a catalogue, or both. */
interface Followed {
  /** Null: all that it needs is in its home. */
  readonly shared: Shared | null;
  /** Null: it serves the file that it was told. */
  readonly releases: ReleaseFollower | null;
  /** How often a catalogue that tells of no changes is looked at; null: it tells. */
  readonly lookMilliseconds: number | null;
  readonly closeCatalogue: () => Promise<void>;
}

const NO_KEYS = "The database is away, and no keys are on the disk of this node yet.";

/** A server that does not keep everything to itself: it follows what is decided elsewhere, and writes it to its home. */
export class Node {
  readonly #followed: Followed;
  #report: NodeReport | null = null;
  #timer: NodeJS.Timeout | null = null;
  #onState: (state: DatabaseState) => void = () => {};

  constructor(followed: Followed) {
    this.#followed = followed;
  }

  /** How many nodes share the database, as far as this one knows. */
  get nodes(): number {
    return this.#report?.nodes ?? 1;
  }

  /** Null: it has no database. */
  get databaseState(): DatabaseState | null {
    const { shared } = this.#followed;
    if (shared === null) return null;
    if (!shared.link.isConnected) return "away";
    return shared.keys.isFollowing ? "connected" : "keys not followed";
  }

  /** The database has gone or come back, or its keys can be followed no longer, or again. */
  noteState(): void {
    if (this.databaseState !== null) this.#onState(this.databaseState);
  }

  /** The database is back: what was missed meanwhile, and what failed because of it. */
  noteFound(): void {
    this.#followed.releases?.look();
  }

  /** Resolves to whether there is something to serve: it waits for it until it is told to stop. */
  async prepare(
    place: { readonly host: string; readonly port: number },
    notReadyAnswer: Product["notReadyAnswer"],
    stopped: Promise<unknown>,
  ): Promise<boolean> {
    const { shared, releases } = this.#followed;
    const closeNotReadyServer = await startNotReadyServer(place, () => notReadyAnswer(releases?.why ?? NO_KEYS));
    try {
      const isToStop = stopped.then(() => false);
      await Promise.race([shared?.link.start(), isToStop]);
      const isThere = Promise.all([shared?.keys.start(), releases?.start()]).then(() => true);
      return await Promise.race([isThere, isToStop]);
    } finally {
      await closeNotReadyServer();
    }
  }

  /** The server runs: it is told what changes from now on. */
  follow(server: FollowedServer, onState: (state: DatabaseState) => void): void {
    const { shared, releases, lookMilliseconds } = this.#followed;
    this.#onState = onState;
    if (shared !== null) {
      this.noteState();
      this.#report = new NodeReport(shared.database.sql, shared.id, server.status, shared.log);
      void this.#report.report();
    }
    releases?.follow(server);
    if (lookMilliseconds !== null)
      this.#timer = setInterval(() => void releases?.lookForChange(), lookMilliseconds).unref();
  }

  /** Tells the others that a release is in service here. */
  async reportNow(): Promise<void> {
    await this.#report?.report();
  }

  /** In time, whatever the database does: the process that ends takes the rest with it. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#onState = () => {};
    const late = Promise.withResolvers<void>();
    const deadline = setTimeout(late.resolve, NODE_CLOSING_MILLISECONDS_MAX);
    await Promise.race([this.#letGo(), late.promise]);
    clearTimeout(deadline);
  }

  async #letGo(): Promise<void> {
    const { shared, releases, closeCatalogue } = this.#followed;
    if (shared?.link.isConnected) await this.#report?.end();
    await shared?.link.close();
    await shared?.keys.close();
    await releases?.close();
    await closeCatalogue();
  }
}
