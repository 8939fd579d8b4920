import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Day, dayNumber } from "../../core/calendar/day.ts";
import type { WatchedDisk } from "../../core/files/disk.ts";
import { programVersion } from "../../core/files/installation.ts";
import type { Source } from "../../dataset/description.ts";
import { EVERY_SETTING } from "../../keys/usage/usage-store.ts";
import { editionsInUse } from "../../pricing/state/freshness.ts";
import type { State } from "../../pricing/state/state.ts";
import type { Release } from "../../release/release.ts";
import type { DatabaseState } from "./configuration.ts";
import { KEY_REFUSALS, type ServedRequest } from "./log.ts";

/** From a lookup by NPI (well under a millisecond) to a full batch and beyond. */
const DURATION_BUCKETS_SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const BATCH_BUCKETS_ITEMS = [1, 10, 50, 100, 250, 500, 750, 1_000];

const DAY_SECONDS = 86_400;
const SECOND = 1_000;
/** Time to give a client another key. */
const EXPIRING_DAYS = 30;

/** Problems that refuse a request for its key. `invalid_api_key` also has a reason. */
const KEY_PROBLEMS = ["api_key_in_query", "missing_api_key", "invalid_api_key", "state_not_enabled", "rate_limited"];

/** Measurements of one process, as sent to the process that adds them up. */
export type Measurements = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The outcomes of a reload, as the status of a server has them. */
const RELOAD_OUTCOMES = ["swapped", "refused"] as const;
/** Parts of a server that are started again when they end or hang. */
const RESTARTED_PARTS = ["worker", "long_work"] as const;

/**
 * Counters of operating a server. Every process has them: the primary counts reloads and restarts of workers, a worker its own log lines.
 * All label values exist from the start: `increase()` of Prometheus does not see a series that begins above zero.
 */
export class ServerMetrics {
  readonly #registry: Registry;
  readonly #reloads: Counter<"outcome">;
  readonly #lastReload: Gauge;
  readonly #restarts: Counter<"part">;
  readonly #droppedLines: Counter;
  #lineCounter: { readonly droppedLines: number } = { droppedLines: 0 };
  #droppedSoFar = 0;

  constructor(registry = primaryRegistry()) {
    this.#registry = registry;
    const registers = [registry];
    this.#reloads = new Counter({
      name: "ratebook_reloads_total",
      help: "Reloads of the release: swapped, or refused while the old release stays in service",
      labelNames: ["outcome"],
      registers,
    });
    this.#lastReload = new Gauge({
      name: "ratebook_last_reload_successful",
      help: "Whether the last reload of the release was successful; 0 after a refused one",
      aggregator: "min",
      registers,
    });
    this.#lastReload.set(1);
    this.#restarts = new Counter({
      name: "ratebook_restarts_total",
      help: "Parts of the server that ended or hung, and were replaced: worker processes, and threads for long work",
      labelNames: ["part"],
      registers,
    });
    this.#droppedLines = new Counter({
      name: "ratebook_log_lines_dropped_total",
      help: "Log lines that were lost: the reader of the log is gone or too slow, or the disk is full",
      registers,
      collect: () => this.#countDropped(),
    });
    for (const outcome of RELOAD_OUTCOMES) this.#reloads.inc({ outcome }, 0);
    for (const part of RESTARTED_PARTS) this.#restarts.inc({ part }, 0);
  }

  reloaded(outcome: (typeof RELOAD_OUTCOMES)[number]): void {
    this.#reloads.inc({ outcome });
  }

  /** The primary counts: the gauges of its workers stay at 1. */
  noteReload(isSuccessful: boolean): void {
    this.#lastReload.set(isSuccessful ? 1 : 0);
  }

  restarted(part: (typeof RESTARTED_PARTS)[number]): void {
    this.#restarts.inc({ part });
  }

  /** Counts the lines that a writer loses. */
  watchLog(writer: { readonly droppedLines: number }): void {
    this.#lineCounter = writer;
  }

  measurements(): Promise<Measurements> {
    return this.#registry.getMetricsAsJSON();
  }

  #countDropped(): void {
    const { droppedLines } = this.#lineCounter;
    this.#droppedLines.inc(droppedLines - this.#droppedSoFar);
    this.#droppedSoFar = droppedLines;
  }
}

/**
 * The registry of a primary process. Adding up leaves out when workers were started (prom-client); the start of a server is that of its
 * primary.
 */
function primaryRegistry(): Registry {
  const registry = new Registry();
  const start = new Gauge({
    name: "process_start_time_seconds",
    help: "Start time of the process since unix epoch in seconds.",
    aggregator: "first",
    registers: [registry],
  });
  start.set(Math.round(performance.timeOrigin / SECOND));
  return registry;
}

/** What the edition gauges read of the release in service. */
interface RatesInService {
  readonly states: readonly State[];
  readonly sources: readonly Source[];
}

/**
 * Measurements of a process that answers requests. Every label has few values: routes are patterns, states and problems are from a fixed
 * list. Keys have no labels, since a server may have ten thousand of them.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly server = new ServerMetrics(this.#registry);
  readonly #durations = new Histogram({
    name: "ratebook_http_request_duration_seconds",
    help: "Time from the arrival of a request until its answer was handed to the socket; its count is the number of requests",
    labelNames: ["route", "method", "status"],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [this.#registry],
  });
  readonly #lookups = new Counter({
    name: "ratebook_lookups_total",
    help: "Rate lookups answered; an item of a batch is one",
    labelNames: ["state", "setting"],
    registers: [this.#registry],
  });
  readonly #batchItems = new Histogram({
    name: "ratebook_batch_items",
    help: "Items per batch",
    labelNames: ["state", "setting"],
    buckets: BATCH_BUCKETS_ITEMS,
    registers: [this.#registry],
  });
  readonly #refusedKeys = new Counter({
    name: "ratebook_refused_keys_total",
    help: "Requests that were refused for their API key, by the code of the problem; an invalid key also by reason",
    labelNames: ["code", "reason"],
    registers: [this.#registry],
  });
  readonly #release = new Gauge({
    name: "ratebook_release_info",
    help: "The release in service",
    labelNames: ["name", "version", "hash"],
    aggregator: "max",
    registers: [this.#registry],
  });
  readonly #program = new Gauge({
    name: "ratebook_program_info",
    help: "The version of the program",
    labelNames: ["version"],
    aggregator: "max",
    registers: [this.#registry],
  });
  readonly #newestEdition = new Gauge({
    name: "ratebook_newest_edition_age_seconds",
    help: "Age of the newest edition among the sources of a state's rates, in whole days",
    labelNames: ["state"],
    aggregator: "max",
    registers: [this.#registry],
    collect: () => this.#measureEditions(),
  });
  readonly #oldestEdition = new Gauge({
    name: "ratebook_oldest_edition_age_seconds",
    help: "Age of the imported publication of a state's rates that has been without a newer edition for longest, in whole days",
    labelNames: ["state"],
    aggregator: "max",
    registers: [this.#registry],
  });
  readonly #nextExpiry = new Gauge({
    name: "ratebook_next_key_expiry_seconds",
    help: "Time until the next API key expires; keys that another working key replaces do not count. Absent when none expires",
    aggregator: "min",
    registers: [this.#registry],
    collect: () => this.#measureKeys(),
  });
  readonly #expiringKeys = new Gauge({
    name: "ratebook_expiring_keys",
    help: `API keys that expire within ${EXPIRING_DAYS} days; keys that another working key replaces do not count`,
    aggregator: "max",
    registers: [this.#registry],
  });
  readonly #ready: Gauge = new Gauge({
    name: "ratebook_ready",
    help: "Whether /readyz would answer with 200",
    aggregator: "min",
    registers: [this.#registry],
    collect: () => this.#ready.set(this.#isReady() ? 1 : 0),
  });
  readonly #homeFree: Gauge = new Gauge({
    name: "ratebook_home_free_bytes",
    help: "Free space on the disk of the home; absent while it cannot be read",
    aggregator: "min",
    registers: [this.#registry],
    collect: () => this.#measureHome(),
  });
  readonly #repricingJobs = new Gauge({
    name: "ratebook_repricing_jobs",
    help: "Files under way that are repriced for clients",
    labelNames: ["status"],
    registers: [this.#registry],
  });

  readonly #today: () => Day;
  #rates: RatesInService = { states: [], sources: [] };
  #keys: { readonly millisecondsToExpiry: readonly number[] } = { millisecondsToExpiry: [] };
  #home: Pick<WatchedDisk, "state"> = { state: null };
  #isReady: () => boolean = () => false;
  /** Created when it has a value: a server without a database has no such line. */
  #databaseUp: Gauge | null = null;
  #keysFollowed: Gauge | null = null;

  constructor(today: () => Day) {
    this.#today = today;
    collectDefaultMetrics({ register: this.#registry });
    this.#program.set({ version: programVersion() }, 1);
    for (const code of KEY_PROBLEMS) if (code !== "invalid_api_key") this.#refusedKeys.inc({ code }, 0);
    for (const reason of KEY_REFUSALS) this.#refusedKeys.inc({ code: "invalid_api_key", reason }, 0);
  }

  observe(request: ServedRequest): void {
    const { route, method, status, state, setting, lookups, problem } = request;
    this.#durations.observe({ route, method, status }, request.durationMilliseconds / SECOND);
    const isForKey = problem !== null && KEY_PROBLEMS.includes(problem) && !request.isStateUnserved;
    if (isForKey) this.#refuseKey(problem, request.keyRefusal);
    if (lookups === 0 || state === null) return;
    this.#lookups.inc({ state, setting: setting ?? EVERY_SETTING }, lookups);
    if (setting !== null && route.endsWith("/batch")) this.#batchItems.observe({ state, setting }, lookups);
  }

  #refuseKey(code: string, reason: string | undefined): void {
    this.#refusedKeys.inc(reason === undefined ? { code } : { code, reason });
  }

  repricingJobs(queued: number, running: number): void {
    this.#repricingJobs.set({ status: "queued" }, queued);
    this.#repricingJobs.set({ status: "running" }, running);
  }

  database(state: DatabaseState): void {
    this.#databaseUp ??= this.#switch("ratebook_database_up", "Whether the node reaches its database");
    this.#keysFollowed ??= this.#switch("ratebook_keys_followed", "Whether the node has the keys as its database does");
    this.#databaseUp.set(state === "away" ? 0 : 1);
    this.#keysFollowed.set(state === "connected" ? 1 : 0);
  }

  /** Of several processes, the worst state counts. */
  #switch(name: string, help: string): Gauge {
    return new Gauge({ name, help, aggregator: "min", registers: [this.#registry] });
  }

  released({ description, states }: Pick<Release, "description" | "states">): void {
    const { name, version, contentHash, sources } = description;
    this.#release.reset();
    this.#release.set({ name, version, hash: contentHash }, 1);
    this.#rates = { states: [...states.values()].map(({ state }) => state), sources };
  }

  /** Reports when the keys of a ring expire. */
  watchKeys(keys: { readonly millisecondsToExpiry: readonly number[] }): void {
    this.#keys = keys;
  }

  /** Reports the free space of the home's disk. */
  watchHome(home: Pick<WatchedDisk, "state">): void {
    this.#home = home;
  }

  /** Reports whether a readiness check would succeed. */
  watchReadiness(isReady: () => boolean): void {
    this.#isReady = isReady;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  measurements(): Promise<Measurements> {
    return this.#registry.getMetricsAsJSON();
  }

  #measureHome(): void {
    const { state } = this.#home;
    if (state === null) this.#homeFree.remove();
    else this.#homeFree.set(state.freeBytes);
  }

  /** With every collection: ages grow without an event. */
  #measureEditions(): void {
    const today = this.#today();
    const { states, sources } = this.#rates;
    for (const gauge of [this.#newestEdition, this.#oldestEdition]) gauge.reset();
    for (const state of states) {
      const { newest, oldest } = editionsInUse(state, sources, today);
      const age = (edition: Day) => (dayNumber(today) - dayNumber(edition)) * DAY_SECONDS;
      if (newest !== null) this.#newestEdition.set({ state: state.code }, age(newest));
      if (oldest !== null) this.#oldestEdition.set({ state: state.code }, age(oldest));
    }
  }

  #measureKeys(): void {
    const seconds = this.#keys.millisecondsToExpiry.map((milliseconds) => milliseconds / SECOND);
    const next = seconds.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    if (Number.isFinite(next)) this.#nextExpiry.set(next);
    else this.#nextExpiry.remove();
    this.#expiringKeys.set(seconds.filter((each) => each <= EXPIRING_DAYS * DAY_SECONDS).length);
  }
}

/** The first one counts where a metric is not added up: that of the primary. */
export function addedUp(measurements: readonly Measurements[]): Promise<string> {
  return AggregatorRegistry.aggregate(measurements as Measurements[]).metrics();
}

/** Counters and histograms, without gauges: what is left of a process that has ended. */
function countsIn(measurements: Measurements): Measurements {
  return measurements.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
}

/**
 * The measurements of the workers of a server. A worker that is replaced, or that answers too late, continues to count with what it measured
 * last: a sum that falls would look to Prometheus as if the whole server had started again, and all its requests would count twice.
 */
export class WorkerMeasurements<Worker extends object> {
  /** Null until its first measurements. */
  readonly #living = new Map<Worker, Measurements | null>();
  #ended: readonly Measurements[] = [];

  add(worker: Worker): void {
    this.#living.set(worker, null);
  }

  /** An answer that arrives after the end of its worker changes nothing. */
  note(worker: Worker, measurements: Measurements): void {
    if (this.#living.has(worker)) this.#living.set(worker, measurements);
  }

  /** The worker has ended: its counts stay. */
  retire(worker: Worker): void {
    const last = this.#living.get(worker) ?? null;
    this.#living.delete(worker);
    if (last !== null) this.#ended = [...this.#ended, countsIn(last)];
  }

  async list(): Promise<readonly Measurements[]> {
    await this.#mergeEnded();
    return [...this.#ended, ...this.#living.values()].filter((each) => each !== null);
  }

  /** One set for all that have ended: a worker that keeps ending takes no more memory. */
  async #mergeEnded(): Promise<void> {
    const before = this.#ended;
    if (before.length < 2) return;
    const merged = await AggregatorRegistry.aggregate(before as Measurements[]).getMetricsAsJSON();
    if (this.#ended === before) this.#ended = [merged];
  }
}
