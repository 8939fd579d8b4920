import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { isOfDatabase } from "./database-errors.ts";
import { shownUrl } from "./database-url.ts";
import {
  type AnySql,
  type Connecting,
  driverFor,
  nextServers,
  type Servers,
  type Sql,
  withDeadline,
} from "./driver.ts";

export { isMissingRight, isOfDatabase } from "./database-errors.ts";
export type { AnySql, Sql } from "./driver.ts";

/*
 * PostgreSQL is shared by the nodes of a team and may be away for a while: whoever asks is told soon, and decides whether to go on
 * without it.
 */

/** What we ask takes milliseconds, a chunk of a release seconds: whatever takes this long waits for somebody who has stopped. */
const STATEMENT_SECONDS_MAX = 30;
/** The same for the small questions of a node, which is to say soon that its database is away. */
export const NODE_STATEMENT_SECONDS_MAX = 5;
/** A server that is there has given up by itself when this is over too; one that has not is not there. */
const ANSWER_SECONDS_MORE = 1;
/** Questions under way when the connections are closed. */
const CLOSING_SECONDS_MAX = 1;
const OLDEST_VERSION = 14;

/**
 * A connection of our own to PostgreSQL. It is made with the first question, and again after it was lost. Every question has a deadline;
 * after one that had no answer all connections are dropped, and the next are tried with the next server of the URL.
 */
export class Database {
  readonly sql: Sql;
  readonly #url: string;
  readonly #connecting: Required<Connecting>;
  #driver: Sql;
  #servers: Servers;
  readonly #listening: { readonly channel: string; readonly look: () => void }[] = [];
  /** Ends sessions and transactions that are under way. */
  readonly #others = new Set<() => Promise<void>>();
  #isOver = false;
  #onClosed: () => void = () => {};

  constructor(url: string, connecting: Connecting = {}) {
    this.#url = url;
    this.#connecting = {
      connections: 4,
      applicationName: "ratebook",
      jsonIsText: false,
      statementSeconds: STATEMENT_SECONDS_MAX,
      isKept: false,
      servers: {},
      ...connecting,
    };
    this.#servers = this.#connecting.servers;
    this.#driver = driverFor(this.#url, this.#connecting);
    this.sql = withDeadline({
      current: () => this.#driver,
      milliseconds: answerMilliseconds(this.#connecting.statementSeconds),
      onSilence: (driver) => this.#drop(driver),
    });
  }

  /** Calls `look` for every notification of a channel, and whenever it listens again after it could have missed one. Until it is closed. */
  listen(channel: string, look: () => void): void {
    this.#listening.push({ channel, look });
    this.#listenTo(channel, look);
  }

  /** The driver listens again by itself where a connection is lost or cannot be made. */
  #listenTo(channel: string, look: () => void): void {
    this.#driver.listen(channel, look, look).catch(() => {});
  }

  #drop(driver: Sql): void {
    if (driver !== this.#driver || this.#isOver) return;
    this.#servers = nextServers(driver);
    this.#driver = driverFor(this.#url, { ...this.#connecting, servers: this.#servers });
    for (const { channel, look } of this.#listening) this.#listenTo(channel, look);
    void driver.end({ timeout: 0 });
  }

  /**
   * Several statements as one, one after the other: all of them count or none. It has a connection of its own, which is thrown away with it. The driver's
   * `begin` must not be used: when its connection is lost it writes to the closed socket, which ends the process, and statements of the
   * lost transaction may be carried out on the next connection (postgres.js 3.4.9, its issues 1133, 1208 and 1216).
   */
  async transaction<Outcome>(work: (sql: AnySql) => Promise<Outcome>): Promise<Outcome> {
    let isBegun = false;
    let isLost = false;
    let whyFailed: string | null = null;
    const own = {
      ...this.#connecting,
      connections: 1,
      statementSeconds: STATEMENT_SECONDS_MAX,
      isKept: true,
      servers: this.#servers,
    };
    const driver = driverFor(this.#url, own, () => {
      isLost ||= isBegun;
    });
    const end = () => driver.end({ timeout: 0 });
    const sql = withDeadline({
      current: () => driver,
      milliseconds: answerMilliseconds(own.statementSeconds),
      // Also where the answer was only late: what the server has done meanwhile is undone with the connection.
      onSilence: () => {
        isLost = true;
        void end();
      },
      onFailure: (error) => {
        whyFailed ??= reasonOf(error);
      },
    });
    // Once the connection is lost the driver would make another one, where nothing has begun. A statement that fails may be the first to be told
    // of it, and PostgreSQL carries out nothing after one that has failed: the next is not asked.
    const refuseIfOver = () => {
      if (isLost) throw connectionLost();
      if (whyFailed !== null) throw statementFailed(whyFailed);
    };
    const guarded = new Proxy(sql, {
      apply: (target, self, given) => {
        refuseIfOver();
        return Reflect.apply(target, self, given);
      },
      get: (target, name) => {
        refuseIfOver();
        return Reflect.get(target, name);
      },
    });
    this.#others.add(end);
    try {
      if (this.#isOver) await end();
      await sql.unsafe("BEGIN");
      isBegun = true;
      const outcome = await work(guarded);
      const { command } = await guarded.unsafe("COMMIT");
      // PostgreSQL commits nothing of a transaction in which a statement has failed, and calls that no error.
      if (command !== "COMMIT") throw statementFailed(whyFailed);
      return outcome;
    } finally {
      // Whatever has not been committed ends with its connection.
      await end();
      this.#others.delete(end);
    }
  }

  /** Throws a failure when it cannot be reached or is too old. */
  async refuseUnusable(): Promise<void> {
    const [row] = await this.sql<[{ number: number; text: string }]>`
      SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS text`.catch(
      (error: unknown) => {
        throw this.told(error);
      },
    );
    if (row.number >= OLDEST_VERSION * 10_000) return;
    throw failure(`${this.shown} is PostgreSQL ${row.text}; ${OLDEST_VERSION} or newer is needed.`);
  }

  /**
   * The same database over one connection of its own, for locks that are held by a session. Should that be lost, the next question is asked over
   * another, which holds nothing. (The driver's `reserve` ends the process when a reserved connection is lost and then used.)
   */
  session(): Database {
    const { applicationName } = this.#connecting;
    // Beginning with the server that answers here.
    const own = new Database(this.#url, { connections: 1, applicationName, isKept: true, servers: this.#servers });
    const end = () => own.close();
    if (this.#isOver) void end();
    this.#others.add(end);
    own.#onClosed = () => this.#others.delete(end);
    return own;
  }

  /** The address without its password. */
  get shown(): string {
    return shownUrl(this.#url);
  }

  /** What the driver or PostgreSQL says, as a failure that names the database; other errors as they are. */
  told(error: unknown): unknown {
    if (!isOfDatabase(error)) return error;
    return failure(`The database ${this.shown} cannot be used (${reasonOf(error)}). Check --database and the server.`);
  }

  /** Ends the connections; questions under way are given a moment. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#onClosed();
    const others = [...this.#others].map((end) => end());
    await Promise.all([this.#driver.end({ timeout: CLOSING_SECONDS_MAX }), ...others]);
  }
}

function answerMilliseconds(statementSeconds: number): number {
  return (statementSeconds + ANSWER_SECONDS_MORE) * 1_000;
}

/** `why` is what the first statement that failed said; null where that is not known. */
function statementFailed(why: string | null): Error {
  const reason = why === null ? "" : ` (${why})`;
  return new Error(`a statement of the transaction failed${reason}, and nothing of the transaction was committed`);
}

function connectionLost(): Error {
  return Object.assign(new Error("the connection was lost in the middle of a transaction"), {
    code: "CONNECTION_CLOSED",
  });
}
