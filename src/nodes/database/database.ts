import { setTimeout as wait } from "node:timers/promises";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
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
        throw this.failureFrom(error);
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
  failureFrom(error: unknown): unknown {
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

/** What the driver and we say of connections. */
const CONNECTION_CODES = [
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "CONNECTION_SILENT", "CONNECT_TIMEOUT"],
];
/** What the driver says of a server that it cannot come to terms with. */
const DRIVER_CODES = ["AUTH_TYPE_NOT_IMPLEMENTED", "SASL_SIGNATURE_MISMATCH", "57014"];
/** What the system says of the way there. What it says of files and disks is none of the database's. */
const NETWORK_CODES = [
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN"],
  ...["ENETUNREACH", "ENETDOWN", "ENETRESET", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EPROTO"],
];
/** What TLS says of a certificate. */
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_(GET|VERIFY)_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT)/;

const CODES: ReadonlySet<string> = new Set([...CONNECTION_CODES, ...DRIVER_CODES, ...NETWORK_CODES]);

/** Whether an error comes from PostgreSQL, its driver or the way there, and not from a disk or a mistake of ours in between. */
export function isOfDatabase(error: unknown): error is Error {
  if (error instanceof Error && error.name === "PostgresError") return true;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && (CODES.has(code) || CERTIFICATE.test(code));
}

/** insufficient_privilege, among the error codes of PostgreSQL. */
const MISSING_RIGHT = "42501";

/** Whether the database is there and a right is missing: that fixes itself no more than a fault of the program does. */
export function isMissingRight(error: unknown): boolean {
  return isOfDatabase(error) && (error as NodeJS.ErrnoException).code === MISSING_RIGHT;
}

/** A server that is started again, or fails over to another, is back within it; after a longer wait the caller gets the error. */
const AWAY_MILLISECONDS_MAX = 30_000;
const PAUSE_MILLISECONDS = 250;

/** Connections that PostgreSQL lost, cut (57P01, 57P02), cannot take yet (57P03) or has too many of (53300). */
const LOST_STATES = /^(08...|57P0[123]|53300)$/;
/** What the driver and the system say of them. One that we have ended ourselves is not lost. */
const LOST_CODES = /^(CONNECT_TIMEOUT|CONNECTION_CLOSED|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether nothing is known but that the connection is gone: the statement may have been carried out or not. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && (LOST_STATES.test(code) || LOST_CODES.test(code));
}

/**
 * Asks again when the connection was lost, until the database has been away for half a minute or the caller has given up. For what may be
 * carried out twice: an answer can be lost after all was done.
 */
export async function untilAnswered<Answer>(over: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isTooLong = performance.now() - startedAt > AWAY_MILLISECONDS_MAX;
      if (!isConnectionLost(error) || isTooLong || over.aborted) throw error;
    }
    await wait(PAUSE_MILLISECONDS, null, { signal: over }).catch(() => {});
  }
}
