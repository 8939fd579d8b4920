import postgres from "postgres";
import { ARRAY_TYPES } from "./array-types.ts";

/* The one file that knows the driver: its types, how it is set up, and which of the servers it asks first. */

export type Sql = postgres.Sql;
/** A transaction, or a connection outside of one. */
export type AnySql = postgres.ISql;

/** A server that does not answer is away. */
const CONNECTING_SECONDS_MAX = 5;
/** A connection that a router has forgotten is found by its next keep-alive packet. */
const KEEP_ALIVE_SECONDS = 10;

/** How connections are made, and what is asked over them. */
export interface Connecting {
  /** Connections that are open at once at most; one more is opened by whoever listens. */
  readonly connections?: number;
  /** What the connections are called in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Takes a string for a JSON value as the JSON text that it is, which the queue's statements expect. */
  readonly jsonIsText?: boolean;
  readonly statementSeconds?: number;
  /** For locks that are held by a session: a connection is kept as long as it is used, and not made anew every hour. */
  readonly isKept?: boolean;
  readonly servers?: Servers;
}

/** The servers of the URL in another order: the one whose turn it is first. Empty: as the URL has them. */
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

/** The driver, which connects with the first question. */
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

/** The servers for the driver after one whose server is silent: it goes on by itself only from one that refuses. */
export function nextServers({ options: { host, port } }: Sql): Servers {
  if (host.length === 1) return {};
  const servers = host.map((name, place) => `${name}:${port[place]}`);
  return { host: [...servers.slice(1), ...servers.slice(0, 1)].join(",") };
}
