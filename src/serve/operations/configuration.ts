import { homedir } from "node:os";
import { join } from "node:path";
import { failure } from "../../core/runtime/failure.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { EndedOfKey } from "../../keys/ended-sessions.ts";
import { readDatabaseUrl, shownUrl } from "../../nodes/database/database-url.ts";
import { STALE_AFTER_MONTHS } from "../../pricing/state/freshness.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import {
  type OperatorSetting,
  readChoice,
  readHost,
  readHostNames,
  readMonths,
  readPath,
  readRate,
  readSwitch,
  readTimeZone,
  readWhole,
  refusedValue,
  type SettingsFor,
} from "./setting.ts";

/** Everything that an operator can set. */
export interface ServerChoices {
  /** Null: the active release of the catalogue, of the database or of the home. */
  readonly release: string | null;
  /** The database that several nodes share; null: none. */
  readonly database: string | null;
  readonly home: string;
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  /** Lookups per minute of a key without its own limit; 0: no limit. */
  readonly rate: number;
  /** Null: the host's. */
  readonly timeZone: string | null;
  readonly logLevel: LogLevel;
  /** Null: beside the API. */
  readonly metricsPort: number | null;
  /** Names that the server answers to besides localhost; see `http/request-checks.ts`. */
  readonly allowedHost: readonly string[];
  /** Months after which an edition is called stale; 0: never. */
  readonly staleAfter: number;
  /** Seconds for which a server goes on answering after a stop signal. */
  readonly drain: number;
  /** Whether agents are answered at /mcp. */
  readonly mcp: boolean;
}

/** The key that the page may use, and the secret that a browser sends for it: `ratebook start` prints an address with it. */
export interface DemoAccess {
  readonly keyId: string;
  readonly secret: string;
}

interface PageAccess {
  readonly sessionSecret: string;
  /** Sessions that had ended when the process was started. */
  readonly endedSessions: readonly EndedOfKey[];
  /** Null, except for a sample on loopback. */
  readonly demo: DemoAccess | null;
}

/** Whether a node reaches its database, and if so whether it can have the keys as they are there. */
export type DatabaseState = "connected" | "away" | "keys not followed";

/** What a server runs with: its settings, and what it was started with. Its processes know only the state of a database. */
export interface ServerConfiguration extends Omit<ServerChoices, "release" | "database"> {
  readonly release: string;
  /** Null: no database. */
  readonly databaseState: DatabaseState | null;
  /** Why the last reload was refused, for a worker that starts later; null: it was not. */
  readonly reloadRefusal: string | null;
  readonly pageAccess: PageAccess;
}

const PORT_MAX = 65_535;
const WORKERS_MAX = 64;
/** Load balancers check every few seconds, the slowest every half a minute. */
const DRAIN_SECONDS_MAX = 300;

function readPort(text: string): number | Refusal {
  const port = readWhole(text, 0, PORT_MAX);
  if (!(port instanceof Refusal && text.startsWith("tcp://"))) return port;
  // A Service named ratebook sets RATEBOOK_PORT in the pods of its namespace, and ratebook-metrics sets RATEBOOK_METRICS_PORT.
  const remedy = "set enableServiceLinks: false in the pod, or rename the Service";
  return new Refusal(`${port.expected}. Kubernetes sets such a value for a Service of that name: ${remedy}`);
}

/** The release that a command or a server answers from. */
export function optionalRelease(fallbackText = "none"): OperatorSetting<string | null> {
  return {
    flags: "--release <file>",
    variable: "RATEBOOK_RELEASE",
    description: 'the release to answer from, made with "ratebook build"',
    fallbackText,
    read: readPath,
  };
}

/** The folder that a server and its commands share. */
export const homeSetting: OperatorSetting<string> = {
  flags: "--home <folder>",
  variable: "RATEBOOK_HOME",
  description: "the folder that holds the keys; serve and keys create make it when it is missing",
  fallback: join(homedir(), ".ratebook"),
  fallbackText: "~/.ratebook",
  read: readPath,
};

/** The database that several nodes share; without one, a server keeps everything in its home. */
export const databaseSetting: OperatorSetting<string | null> = {
  flags: "--database <url>",
  variable: "RATEBOOK_DATABASE_URL",
  description: "the PostgreSQL that several nodes share (14 or newer), such as postgres://ratebook@db.example/ratebook",
  withoutPassword: shownUrl,
  read: readDatabaseUrl,
};

export const timeZoneSetting: OperatorSetting<string | null> = {
  flags: "--time-zone <zone>",
  variable: "RATEBOOK_TIME_ZONE",
  description: "the time zone of today for requests without a date, such as America/Los_Angeles",
  fallbackText: "the host's",
  read: readTimeZone,
};

export const staleAfterSetting: OperatorSetting<number> = {
  flags: "--stale-after <months>",
  variable: "RATEBOOK_STALE_AFTER",
  description: "how much older than the date of a claim an edition may be before it is called stale; off for never",
  fallback: STALE_AFTER_MONTHS,
  fallbackText: `${STALE_AFTER_MONTHS}m`,
  read: readMonths,
};

export const serverSettings: SettingsFor<ServerChoices> = {
  release: optionalRelease('the active one of the catalogue; see "ratebook releases"'),
  database: databaseSetting,
  home: homeSetting,
  host: {
    flags: "--host <address>",
    variable: "RATEBOOK_HOST",
    description: "the address to listen on; 0.0.0.0 for all",
    fallback: "127.0.0.1",
    read: readHost,
  },
  port: {
    flags: "--port <number>",
    variable: "RATEBOOK_PORT",
    description: "the port to listen on; 0 for any free one",
    fallback: 8080,
    read: readPort,
  },
  workers: {
    flags: "--workers <number>",
    variable: "RATEBOOK_WORKERS",
    description: "processes that answer requests; one per core is best",
    fallback: 1,
    read: (text) => readWhole(text, 1, WORKERS_MAX),
  },
  rate: {
    flags: "--rate <lookups>",
    variable: "RATEBOOK_RATE",
    description: "lookups per minute of a key without its own limit; off for none",
    fallback: 600_000,
    read: readRate,
  },
  timeZone: timeZoneSetting,
  logLevel: {
    flags: "--log-level <level>",
    variable: "RATEBOOK_LOG_LEVEL",
    description: `what to log: ${LOG_LEVELS.join(", ")}; debug adds the probes that succeed`,
    fallback: "info",
    read: (text) => readChoice(text, LOG_LEVELS),
  },
  metricsPort: {
    flags: "--metrics-port <number>",
    variable: "RATEBOOK_METRICS_PORT",
    description: "a separate port for /metrics",
    fallbackText: "beside the API",
    read: readPort,
  },
  allowedHost: {
    flags: "--allowed-host <names>",
    variable: "RATEBOOK_ALLOWED_HOST",
    description: "names that clients may call the server by, besides localhost, such as rates.example,10.0.0.7",
    fallback: [],
    fallbackText: "any; on a loopback address none",
    read: readHostNames,
  },
  staleAfter: staleAfterSetting,
  drain: {
    flags: "--drain <seconds>",
    variable: "RATEBOOK_DRAIN",
    description: "how long a server continues to answer after a stop signal, so that proxies notice; 0 for not at all",
    fallback: 5,
    read: (text) => readWhole(text, 0, DRAIN_SECONDS_MAX),
  },
  mcp: {
    flags: "--mcp [on|off]",
    variable: "RATEBOOK_MCP",
    description: "answer agents (Model Context Protocol) at /mcp, with the same API keys",
    fallback: false,
    fallbackText: "off",
    read: readSwitch,
  },
};

/** Why two ports cannot be used together; null when they can. Port 0 is a free one each time. */
export function portConflict({ port, metricsPort }: Pick<ServerChoices, "port" | "metricsPort">): string | null {
  if (port === 0 || port !== metricsPort) return null;
  return `The port of the metrics is ${metricsPort}, and so is the port of the API. Set --metrics-port (RATEBOOK_METRICS_PORT) to another, or leave it out.`;
}

/** Reads settings by the names of their variables, for a server whose settings no command line has. */
export function configurationFrom<Configuration>(
  settings: SettingsFor<Configuration>,
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const configuration: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings) as [string, OperatorSetting<unknown>][]) {
    const text = environment[setting.variable] ?? "";
    configuration[name] = text === "" ? (setting.fallback ?? null) : readValue(setting, text);
  }
  return configuration as Configuration;
}

function readValue(setting: OperatorSetting<unknown>, text: string): unknown {
  const value = setting.read(text);
  if (!(value instanceof Refusal)) return value;
  throw failure(`${setting.variable} ${refusedValue(setting, quoted(text), value)}`);
}
