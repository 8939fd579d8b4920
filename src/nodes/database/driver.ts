import postgres from "postgres";

/* The one file that uses the driver: its types, its setup, and the order of the servers. */

export type Sql = postgres.Sql;
/** A transaction, or a connection outside of one. */
export type AnySql = postgres.ISql;

/** A server that does not answer is away. */
const CONNECTING_SECONDS_MAX = 5;
/** A connection that a router has forgotten is found by its next keep-alive packet. */
const KEEP_ALIVE_SECONDS = 10;

export interface Connecting {
  /** The most connections that are open at once; listening opens one more. */
  readonly connections?: number;
  /** What the connections are called in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Takes a string for a JSON value as the JSON text that it is, which the queue's statements expect. */
  readonly jsonIsText?: boolean;
  readonly statementSeconds?: number;
  /** For session locks: a connection is kept as long as it is used, and not replaced every hour. */
  readonly isKept?: boolean;
  readonly servers?: Servers;
}

/** The servers of the URL in another order, the next one first. Empty: as the URL has them. */
export interface Servers {
  readonly host?: string;
}

/** The driver's own kind of JSON, but for strings, which it would write as JSON strings. */
const JSON_TEXT = {
  to: 114,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
};

/** The driver, which connects with the first query. */
export function driverFor(
  url: string,
  { connections, applicationName, jsonIsText, statementSeconds, isKept, servers }: Required<Connecting>,
  onclose: () => void = () => {},
): Sql {
  return postgres(url, {
    ...servers,
    max: connections,
    onclose,
    ...(isKept ? { max_lifetime: null } : {}),
    connect_timeout: CONNECTING_SECONDS_MAX,
    keep_alive: KEEP_ALIVE_SECONDS,
    // Where the URL names several servers, the one that takes writes (failover).
    target_session_attrs: "read-write",
    connection: {
      application_name: applicationName,
      statement_timeout: statementSeconds * 1_000,
      search_path: "ratebook",
    },
    onnotice: () => {},
    fetch_types: false,
    types: { ...ARRAY_TYPES, ...(jsonIsText ? { json: JSON_TEXT } : {}) },
  });
}

/** The order of servers after a silent one: the driver itself moves on only after a refusal. */
export function nextServers({ options: { host, port } }: Sql): Servers {
  if (host.length === 1) return {};
  const servers = host.map((name, place) => `${name}:${port[place]}`);
  return { host: [...servers.slice(1), ...servers.slice(0, 1)].join(",") };
}

/** PostgreSQL's numbers for the one-level arrays of our statements and the queue's, with the types of their elements. */
const ARRAYS: readonly { readonly oid: number; readonly read: (text: string) => unknown }[] = [
  { oid: 1007, read: Number }, // integer[]
  { oid: 1016, read: String }, // bigint[], which may be larger than a number holds exactly
  { oid: 1009, read: String }, // text[]
  { oid: 1015, read: String }, // varchar[]
  { oid: 2951, read: String }, // uuid[]
  { oid: 1182, read: String }, // date[]
];

/**
 * Replaces the driver's query for array types. It runs with every connection. When the connection is cut meanwhile, its error has no
 * listener, which ends the process (postgres.js 3.4.9, `fetchArrayTypes`).
 */
const ARRAY_TYPES = Object.fromEntries(
  ARRAYS.map(({ oid, read }) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: arrayText, parse: (text: string) => elementsOf(text, read) },
  ]),
);

function arrayText(values: unknown): string {
  if (!Array.isArray(values)) return String(values);
  const elements = values.map((value: unknown) =>
    value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`,
  );
  return `{${elements.join(",")}}`;
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^",{}]+)/gs;

function elementsOf(text: string, read: (text: string) => unknown): unknown[] {
  return [...text.matchAll(ELEMENT)].map(([, quoted, plain = ""]) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, "$1"));
    return plain === "NULL" ? null : read(plain);
  });
}

interface Deadline {
  /** The driver with the connections that are used now. */
  readonly current: () => Sql;
  readonly milliseconds: number;
  /** Called with the client whose connections failed: they stayed silent, or could not be opened in time. */
  readonly onSilence: (driver: Sql) => void;
  /** Called with a failed query, before its caller gets the error. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * The driver's queries, each with our deadline. A server that hangs or has lost power closes no connection and keeps no statement limit:
 * only the caller can notice.
 */
export function withDeadline(deadline: Deadline): Sql {
  return new Proxy(deadline.current(), {
    apply: (_, self, given) => {
      const driver = deadline.current();
      return watched(Reflect.apply(driver, self, given), driver, deadline);
    },
    get: (_, name) => {
      const driver = deadline.current();
      const member: unknown = Reflect.get(driver, name);
      if (name !== "unsafe" || typeof member !== "function") return member;
      return (...given: unknown[]) => watched(Reflect.apply(member, driver, given), driver, deadline);
    },
  });
}

const WAITING = new Set<string | symbol>(["then", "catch", "finally"]);

/** A query is sent when its promise is awaited; until then it may be a part of another one, and is kept as is. */
function watched<Made>(made: Made, driver: Sql, deadline: Deadline): Made {
  if (!(made instanceof Promise)) return made;
  let answer: Promise<unknown> | null = null;
  return new Proxy(made, {
    get: (question, name) => {
      const member: unknown = Reflect.get(question, name);
      if (typeof member !== "function") return member;
      if (!WAITING.has(name)) return member.bind(question);
      return (...given: unknown[]) => {
        answer ??= inTime(question, driver, deadline);
        return Reflect.apply(Reflect.get(answer, name), answer, given);
      };
    },
  });
}

function inTime(
  question: Promise<unknown>,
  driver: Sql,
  { milliseconds, onSilence, onFailure }: Deadline,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(silence(milliseconds));
      withdraw(question);
      onSilence(driver);
    };
    // A process that was busy for so long reads a waiting answer first.
    let late: NodeJS.Immediate | null = null;
    const timer = setTimeout(() => {
      late = setImmediate(giveUp);
    }, milliseconds);
    const settle = () => {
      clearTimeout(timer);
      if (late !== null) clearImmediate(late);
    };
    question.then(
      (rows) => {
        settle();
        resolve(rows);
      },
      (error: unknown) => {
        settle();
        onFailure?.(error);
        reject(error);
        if ((error as NodeJS.ErrnoException | null)?.code === "CONNECT_TIMEOUT") onSilence(driver);
      },
    );
  });
}

/** An unsent query is never sent. A sent one ends with its connection. */
function withdraw(question: Promise<unknown>): void {
  const isSent = Reflect.get(question, "state") !== null;
  const cancel: unknown = Reflect.get(question, "cancel");
  if (!isSent && typeof cancel === "function") Reflect.apply(cancel, question, []);
}

function silence(milliseconds: number): Error {
  return Object.assign(new Error(`no answer for ${milliseconds / 1_000} seconds`), { code: "CONNECTION_SILENT" });
}
