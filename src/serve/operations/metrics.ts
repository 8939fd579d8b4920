import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { reasonOf } from "../../core/runtime/failure.ts";
import { ignoreBodies } from "../../core/runtime/http-parser.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import { hostNameIn, isLoopbackName, PROBES } from "./address.ts";
import type { DatabaseState } from "./configuration.ts";
import type { ServedRequest } from "./log.ts";
import { startSmallServer } from "./port.ts";

/** From a lookup by NPI (well under a millisecond) to a full batch and beyond. */
const DURATION_BUCKETS_SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const BATCH_BUCKETS_ITEMS = [1, 10, 50, 100, 250, 500, 750, 1_000];

/**
 * Gauges with names that only counters may have (`promtool check metrics` refuses them). Each is the sum over the labels of the one without
 * `_total`, so nothing is lost.
 */
const MISNAMED = ["nodejs_active_resources_total", "nodejs_active_handles_total", "nodejs_active_requests_total"];

/** Measurements of one process, as sent to the process that adds them up. */
export type Measurements = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** Counters and durations of one process. Every label has few values: routes are patterns, states are from a fixed list. */
export class Metrics {
  readonly #registry = new Registry();
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
  readonly #release = new Gauge({
    name: "ratebook_release_info",
    help: "The release in service",
    labelNames: ["name", "version", "hash"],
    aggregator: "max",
    registers: [this.#registry],
  });

  readonly #longWorkReplacements = new Counter({
    name: "ratebook_long_work_replacements_total",
    help: "Threads for batches, searches, histories, comparisons, coverage and lookups by name that were stuck or ended by themselves, and were replaced",
    registers: [this.#registry],
  });

  readonly #repricingJobs = new Gauge({
    name: "ratebook_repricing_jobs",
    help: "Files under way that are repriced for clients",
    labelNames: ["status"],
    registers: [this.#registry],
  });

  /** Created when it has a value: a server without a database has no such line. */
  #databaseUp: Gauge | null = null;
  #keysFollowed: Gauge | null = null;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
  }

  observe(request: ServedRequest): void {
    const { route, method, status, state, setting, lookups } = request;
    this.#durations.observe({ route, method, status }, request.durationMilliseconds / 1_000);
    if (lookups === 0 || state === null || setting === null) return;
    this.#lookups.inc({ state, setting }, lookups);
    if (route.endsWith("/batch")) this.#batchItems.observe({ state, setting }, lookups);
  }

  longWorkReplaced(): void {
    this.#longWorkReplacements.inc();
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

  released({ name, version, contentHash }: ReleaseDescription): void {
    this.#release.reset();
    this.#release.set({ name, version, hash: contentHash }, 1);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  measurements(): Promise<Measurements> {
    return this.#registry.getMetricsAsJSON();
  }
}

export function addedUp(measurements: readonly Measurements[]): Promise<string> {
  return AggregatorRegistry.aggregate(measurements as Measurements[]).metrics();
}

/** How long a text of metrics is shared: scrapers come every few seconds, and each text needs a call to every process. */
export const METRICS_MILLISECONDS = 1_000;
const MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** A client that takes longer to read the answer is not scraping. */
const UNREAD_MILLISECONDS_MAX = 15_000;
/** A handful of scrapers and people; it bounds the memory of the answers. */
const CONNECTIONS_MAX = 64;

interface MetricsPlace {
  readonly host: string;
  readonly port: number;
  /** Names that it answers to besides those of the machine itself. */
  readonly allowedHosts: readonly string[];
}

/** Serves `/metrics` and nothing else on a separate port; resolves to the function that closes it. */
export async function serveMetrics(
  { host, port, allowedHosts }: MetricsPlace,
  text: () => Promise<string>,
): Promise<() => void> {
  const named = new Set(allowedHosts.map((name) => name.toLowerCase()));
  let isRestricted = named.size > 0;
  const server = await startSmallServer(
    { host, port },
    CONNECTIONS_MAX,
    (error) => `Metrics cannot be served on ${host}, port ${port} (${reasonOf(error)}). Change --metrics-port.`,
    (request, response) => {
      // Node gives a response its socket when those before it are sent. No scraper pipelines requests: buffering for such a client would
      // fill the memory. Nor has a scrape a chunked body, in which each chunk would cost as much as a kilobyte.
      if (response.socket === null || request.headers["transfer-encoding"] !== undefined) {
        ignoreBodies(request.socket);
        request.socket.destroy();
        return;
      }
      response.setTimeout(UNREAD_MILLISECONDS_MAX, () => response.destroy());
      // As on the port of the service: no web page can read this under its own host name (DNS rebinding).
      if (isRestricted && !isAddressedToUs(request, named)) response.writeHead(421).end();
      else void answer(request, response, text);
    },
  );
  if (isOnLoopback(server)) isRestricted = true;
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function isOnLoopback(server: Server): boolean {
  const address = server.address();
  return address !== null && typeof address !== "string" && isLoopbackName(address.address);
}

/** HTTP/1.0 has no Host header, and no browser uses it; Node itself refuses HTTP/1.1 without one. */
function isAddressedToUs({ headers: { host } }: IncomingMessage, named: ReadonlySet<string>): boolean {
  if (host === undefined) return true;
  const name = hostNameIn(host);
  return name !== null && (isLoopbackName(name) || named.has(name));
}

async function answer(request: IncomingMessage, response: ServerResponse, text: () => Promise<string>): Promise<void> {
  if (request.url !== PROBES.metrics || request.method !== "GET") {
    response.writeHead(404).end();
    return;
  }
  try {
    const metrics = await text();
    response.writeHead(200, { "content-type": MEDIA_TYPE }).end(metrics);
  } catch {
    response.writeHead(503).end();
  }
}
