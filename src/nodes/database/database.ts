import { setTimeout as wait } from "node:timers/promises";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import type { Outage } from "../../core/runtime/repeated-task.ts";
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
 * PostgreSQL is shared by the nodes of a team and may be away for a while. The caller gets an error soon, and decides whether to go on
 * without it.
 */

/** Our queries take milliseconds, a chunk of a release seconds: a longer one waits for a process that has stopped. */
const STATEMENT_SECONDS_MAX = 30;
/** Limit for the small queries of a node, which must notice soon that its database is away. */
export const NODE_STATEMENT_SECONDS_MAX = 5;
/** A running server has given up by itself before this is over. */
const ANSWER_SECONDS_MORE = 1;
/** Time for queries under way when the connections are closed. */
const CLOSING_SECONDS_MAX = 1;
const OLDEST_VERSION = 14;

/**
 * A connection to PostgreSQL. It is opened with the first query, and again after it was lost. Every query has a deadline. After one without
 * an answer all connections are dropped, and the next server of the URL is tried.
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

  /** Calls `look` for every notification of a channel, and when it listens again after it may have missed one, until it is closed. */
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
   * Several statements in order: all are committed or none. Each transaction has a separate connection, which is closed with it. The
   * driver's `begin` must not be used: when its connection is lost it writes to the closed socket, which ends the process, and statements
   * of the lost transaction may run on the next connection (postgres.js 3.4.9, its issues 1133, 1208 and 1216).
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
      // Also after a late answer: the server undoes its work with the connection.
      onSilence: () => {
        isLost = true;
        void end();
      },
      onFailure: (error) => {
        whyFailed ??= reasonOf(error);
      },
    });
    // After a lost connection the driver would open another one, without the transaction. A failing statement may be the first sign of
    // that. PostgreSQL runs nothing after a failed statement: the next one is not sent.
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
      // PostgreSQL commits nothing of a transaction with a failed statement, and reports no error.
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
   * This database over one separate connection, for session locks. If it is lost, the next query uses another connection, which holds no
   * lock. (The driver's `reserve` ends the process when a reserved connection is lost and then used.)
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

  /** An error of the driver or PostgreSQL as a failure that names the database; other errors are returned as they are. */
  failureFrom(error: unknown): unknown {
    if (!isOfDatabase(error)) return error;
    return failure(`The database ${this.shown} cannot be used (${reasonOf(error)}). Check --database and the server.`);
  }

  /** Ends the connections; queries under way get a moment. */
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

/** `why`: the error of the first failed statement, if known. */
function statementFailed(why: string | null): Error {
  const reason = why === null ? "" : ` (${why})`;
  return new Error(`a statement of the transaction failed${reason}, and nothing of the transaction was committed`);
}

function connectionLost(): Error {
  return Object.assign(new Error("the connection was lost in the middle of a transaction"), {
    code: "CONNECTION_CLOSED",
  });
}

/** Connection errors, of the driver and our own. */
const CONNECTION_CODES = [
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "CONNECTION_SILENT", "CONNECT_TIMEOUT"],
];
/** Driver errors for a server that it cannot work with. */
const DRIVER_CODES = ["AUTH_TYPE_NOT_IMPLEMENTED", "SASL_SIGNATURE_MISMATCH", "57014"];
/** Network errors of the system. Its errors for files and disks are not the database's. */
const NETWORK_CODES = [
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN"],
  ...["ENETUNREACH", "ENETDOWN", "ENETRESET", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EPROTO"],
];
/** TLS errors for a certificate. */
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_(GET|VERIFY)_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT)/;

const CODES: ReadonlySet<string> = new Set([...CONNECTION_CODES, ...DRIVER_CODES, ...NETWORK_CODES]);

/** Whether an error comes from PostgreSQL, its driver or the network, and not from a disk or a bug in between. */
export function isOfDatabase(error: unknown): error is Error {
  if (error instanceof Error && error.name === "PostgresError") return true;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && (CODES.has(code) || CERTIFICATE.test(code));
}

/** insufficient_privilege, among the error codes of PostgreSQL. */
const MISSING_RIGHT = "42501";

/** Whether the database works and a right is missing: a retry does not fix that. */
export function isMissingRight(error: unknown): boolean {
  return isOfDatabase(error) && (error as NodeJS.ErrnoException).code === MISSING_RIGHT;
}

/** A server that restarts or fails over is back within this; after a longer wait the caller gets the error. */
const AWAY_MILLISECONDS_MAX = 30_000;
const PAUSE_MILLISECONDS = 250;

/** PostgreSQL lost the connection, cut it (57P01, 57P02), cannot accept it yet (57P03) or has too many (53300). */
const LOST_STATES = /^(08...|57P0[123]|53300)$/;
/** Lost connections, as the driver and the system report them. One that we have ended ourselves is not lost. */
const LOST_CODES = /^(CONNECT_TIMEOUT|CONNECTION_CLOSED|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether the connection was lost: the statement may have run or not. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && (LOST_STATES.test(code) || LOST_CODES.test(code));
}

/**
 * Retries when the connection was lost, until the database has been away for half a minute or the caller has given up. For idempotent work
 * only: the answer may be lost after the work was done. `outage` reports the wait at once.
 */
export async function untilAnswered<Answer>(
  over: AbortSignal,
  query: () => Promise<Answer>,
  outage: Pick<Outage, "failed" | "works"> | null = null,
): Promise<Answer> {
  const startedAt = performance.now();
  for (;;) {
    try {
      const answer = await query();
      outage?.works();
      return answer;
    } catch (error) {
      if (isConnectionLost(error)) outage?.failed(error);
      const isTooLong = performance.now() - startedAt > AWAY_MILLISECONDS_MAX;
      if (!isConnectionLost(error) || isTooLong || over.aborted) throw error;
    }
    await wait(PAUSE_MILLISECONDS, null, { signal: over }).catch(() => {});
  }
}
