import { Database } from "../../src/nodes/database/database.ts";
import { freePort } from "../../src/serve/operations/port.ts";
import {
  killPostgres,
  pausePostgres,
  removePostgresNow,
  resumePostgres,
} from "../../test/support/postgres/processes.ts";
import { promote, startReplica } from "../../test/support/postgres/replica.ts";
import { type Postgres, startPostgres } from "../../test/support/postgres/server.ts";
import { Spans } from "./spans.ts";

/** A killed server keeps what it has confirmed, like every production server. */
const SETTINGS = ["synchronous_commit=on"];

/** How the database goes away; each returns how it comes back. */
export const OUTAGES = ["stopped", "killed", "paused"] as const;
export type Outage = (typeof OUTAGES)[number];

/** PostgreSQL as a team has it: one server, and a second place where a replica takes over. */
export class TrialDatabase {
  /** Names both places, as `serve --database` takes it. */
  readonly url: string;
  /** When nodes cannot be expected to reach it: from a fault until all of them say that they are connected again. */
  readonly disturbed = new Spans();
  #primary: Postgres;
  #replica: Postgres | null = null;
  #otherPort: number;

  private constructor(primary: Postgres, otherPort: number) {
    this.#primary = primary;
    this.#otherPort = otherPort;
    this.url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${otherPort}/postgres`;
  }

  static async start(): Promise<TrialDatabase> {
    const primary = await startPostgres(SETTINGS);
    return new TrialDatabase(primary, await freePort("127.0.0.1", 0));
  }

  /** Asks the server that is in charge now. */
  async ask<Answer>(question: (sql: Database["sql"]) => Promise<Answer>): Promise<Answer> {
    const database = new Database(this.#primary.url, { connections: 1, applicationName: "fire" });
    try {
      return await question(database.sql);
    } finally {
      await database.close();
    }
  }

  /** Has it go away; the returned function brings it back. */
  async away(how: Outage): Promise<() => Promise<void>> {
    const server = this.#primary;
    if (how === "paused") {
      pausePostgres(server);
      return async () => resumePostgres(server);
    }
    await (how === "stopped" ? server.stop() : killPostgres(server));
    return () => server.start();
  }

  /** Ends every session of the product in the middle of whatever it asks; how many there were. */
  async cut(): Promise<number> {
    const cut = await this.ask(
      (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'ratebook%'`,
    );
    return cut.length;
  }

  /** The server is lost for good, and a replica in the other place takes over. */
  async failOver(): Promise<void> {
    const lost = this.#primary;
    const replica = await startReplica(lost, this.#otherPort, SETTINGS);
    this.#replica = replica;
    await killPostgres(lost);
    await promote(replica);
    this.#primary = replica;
    this.#replica = null;
    this.#otherPort = lost.port;
    await lost.remove();
  }

  /** All that there is of it is gone with the next line. */
  remove(): void {
    removePostgresNow(this.#primary);
    if (this.#replica !== null) removePostgresNow(this.#replica);
  }
}
