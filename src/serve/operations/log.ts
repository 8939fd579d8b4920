import { isFailure } from "../../core/runtime/failure.ts";
import { TOKEN_REFUSALS } from "../../keys/api-key.ts";
import { PROBES } from "./address.ts";
import type { LineWriter } from "./line-writer.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "off"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/* The fields that an event may have: the log takes no others. `file` is one of the server, such as its release. */
const TEXTS = ["release", "version", "hash", "file", "table", "host", "signal", "reason"] as const;
const NUMBERS = ["port", "pid", "workers", "exited_worker", "exit_code", "wait_ms"] as const;

export type EventFields = { readonly [Name in (typeof TEXTS)[number]]?: string } & {
  readonly [Name in (typeof NUMBERS)[number]]?: number;
};

/** A line of the log. Fields that are undefined are left out. */
interface LogRecord {
  readonly time: string;
  readonly level: Exclude<LogLevel, "off">;
  readonly event: string;
}

const SEVERITY: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, off: 4 };

/** Probes that succeed would fill a log that few other requests reach. */
const QUIET_ROUTES: ReadonlySet<string> = new Set(Object.values(PROBES));

/** Deeper frames add nothing. */
const STACK_FRAMES_MAX = 12;

interface LogOptions {
  readonly level: LogLevel;
  /** Absent in a server of one process, and in the primary. */
  readonly worker?: number | undefined;
}

/** One event per line, as JSON. Only the fields named in this file can appear. */
export class Log {
  readonly #writer: LineWriter;
  readonly #lowest: number;
  readonly #worker: number | undefined;

  constructor(writer: LineWriter, { level, worker }: LogOptions) {
    this.#writer = writer;
    this.#lowest = SEVERITY[level];
    this.#worker = worker;
  }

  /** `isStopping`: the server has received a stop signal, and its readiness check fails on purpose. */
  request(request: ServedRequest, isStopping = false): void {
    const level = levelOf(request, isStopping);
    if (SEVERITY[level] < this.#lowest) return;
    this.#write({
      time: timeText(),
      level,
      event: "request",
      worker: this.#worker,
      request_id: request.requestId,
      method: request.method,
      route: request.route,
      status: request.status,
      state: request.state ?? undefined,
      setting: request.setting ?? undefined,
      code: request.problem ?? undefined,
      reason: request.keyRefusal,
      duration_ms: Math.round(request.durationMilliseconds * 1_000) / 1_000,
      lookups: request.lookups,
      key_id: request.keyId ?? undefined,
    });
  }

  info(event: string, fields: EventFields = {}): void {
    this.#event("info", event, fields);
  }

  warn(event: string, fields: EventFields = {}): void {
    this.#event("warn", event, fields);
  }

  error(event: string, fields: EventFields = {}): void {
    this.#event("error", event, fields);
  }

  /**
   * An unexpected exception. A failure is logged with its reason. For a bug, kind and place are logged but not the message, since a message
   * may quote a request.
   */
  exception(event: string, thrown: unknown, requestId?: string): void {
    if (SEVERITY.error < this.#lowest) return;
    const error = thrown instanceof Error ? thrown : new Error();
    const reason = isFailure(error) ? error.message : undefined;
    this.#write({
      time: timeText(),
      level: "error",
      event,
      worker: this.#worker,
      request_id: requestId,
      reason,
      error: reason === undefined ? error.name : undefined,
      code: errorCode(error),
      stack: reason === undefined ? frames(error) : undefined,
    });
  }

  #event(level: "info" | "warn" | "error", event: string, fields: EventFields): void {
    if (SEVERITY[level] < this.#lowest) return;
    const about = Object.fromEntries([...TEXTS, ...NUMBERS].map((name) => [name, fields[name]]));
    this.#write({ time: timeText(), level, event, worker: this.#worker, ...about });
  }

  #write(record: LogRecord & Readonly<Record<string, unknown>>): void {
    this.#writer.write(lineOf(record));
  }
}

function levelOf({ status, route }: ServedRequest, isStopping: boolean): Exclude<LogLevel, "off"> {
  if (isStopping && route === PROBES.readiness) return "info";
  if (status >= 500) return "error";
  return status < 400 && QUIET_ROUTES.has(route) ? "debug" : "info";
}

/** The line that reports how many lines were lost since the start. */
export function droppedLine(lines: number): string {
  return lineOf({ time: timeText(), level: "warn", event: "log_lines_dropped", lines });
}

function lineOf(record: LogRecord & Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(record)}\n`;
}

let timeMilliseconds = 0;
let timeIso = "";

/** Many lines share a millisecond, and writing one out costs as much as the rest of the line. */
function timeText(): string {
  const now = Date.now();
  if (now !== timeMilliseconds) {
    timeMilliseconds = now;
    timeIso = new Date(now).toISOString();
  }
  return timeIso;
}

/** The code of a system or SQLite error, such as `EMFILE` or `SQLITE_CORRUPT`. */
function errorCode(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}

function frames(error: Error): readonly string[] {
  const lines = (error.stack ?? "").split("\n").map((line) => line.trim());
  return lines.filter((line) => line.startsWith("at ")).slice(0, STACK_FRAMES_MAX);
}

/** Why a key or a session is not valid. The answer does not say it: a client could try out keys. */
export const KEY_REFUSALS = [...TOKEN_REFUSALS, "session_ended", "other_origin"] as const;
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

/**
 * What logs and metrics record about a request: facts from bounded sets, its duration and our identifiers. There is no field for a URL,
 * query, body, header, `reference_id` or key, so none of them can get there.
 */
export interface ServedRequest {
  readonly requestId: string;
  /** The pattern of the path, such as `/api/v1/:state/outpatient/rate`, never the path; `*` when there is no such route. */
  readonly route: string;
  /** `?` when the request was too malformed to have one. */
  readonly method: string;
  readonly status: number;
  readonly state: string | null;
  readonly setting: string | null;
  readonly problem: string | null;
  /** Only of an invalid key or session. */
  readonly keyRefusal?: KeyRefusal | undefined;
  /** Present when the service does not serve the state, whatever the key: the request was not refused for its key. */
  readonly isStateUnserved?: true | undefined;
  /** From the arrival of the headers until the answer was passed to the socket. */
  readonly durationMilliseconds: number;
  /** Rate lookups answered: 1, the items of a batch, or 0 for everything else. */
  readonly lookups: number;
  /** Results of them that carry a price. */
  readonly priced: number;
  readonly keyId: string | null;
}

/** After an uncaught exception no state can be trusted: it is logged and the process ends. */
export function endOnMistakes(log: Log, writer: LineWriter): void {
  process.on("uncaughtException", (error) => {
    log.exception("crashed", error);
    writer.flushSync();
    process.exit(1);
  });
}
