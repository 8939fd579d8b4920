import { failure } from "../../core/runtime/failure.ts";
import { Peer, processChannel } from "../../core/runtime/rpc.ts";
import { type Lease, LeasedLimits, type LeaseRequest } from "../../keys/leased-limits.ts";
import { HANDOVER_MILLISECONDS, UsageCounts } from "../../keys/usage/usage-writer.ts";
import { Answering } from "./answering.ts";
import type { ServerConfiguration } from "./configuration.ts";
import { LineWriter } from "./line-writer.ts";
import { droppedLine, endOnMistakes, Log } from "./log.ts";
import { Metrics } from "./metrics.ts";
import { FINISH_MILLISECONDS_MAX, SHARES_PORT } from "./port.ts";
import type { Product } from "./product.ts";
import { todayIn, usageDays } from "./today.ts";
import { PRIMARY_MILLISECONDS_MAX, type PrimaryCalls, type WorkerCalls } from "./worker-calls.ts";

/** A worker process: it serves calls of the primary, and ends with it. */
export function runWorker(product: Product): void {
  let assigned: Worker | null = null;
  const worker = (): Worker => {
    if (assigned === null) throw failure("The worker was called before it was configured.");
    return assigned;
  };

  const calls: WorkerCalls = {
    configure: (assignment) => {
      assigned = new Worker(assignment.worker, assignment.configuration, product, primary);
    },
    prepare: () => worker().answering.prepare(),
    adopt: () => worker().answering.adopt(),
    discard: () => worker().answering.discard(),
    open: async () => {
      await worker().answering.open();
    },
    listen: (waiting) => worker().answering.listen(SHARES_PORT, waiting),
    noteReload: (refusal) => worker().answering.noteReload(refusal),
    noteDatabase: (state) => worker().answering.noteDatabase(state),
    noteEndedSession: (session) => worker().answering.noteEndedSession(session),
    measurements: () => {
      worker().answering.settle();
      return worker().metrics.measurements();
    },
    announceStop: () => worker().answering.announceStop(),
    stopAccepting: () => worker().answering.stopAccepting(),
    drain: () => worker().drain(),
    heartbeat: () => {},
  };
  const primary = new Peer<PrimaryCalls>(processChannel(process), calls, { millisecondsMax: PRIMARY_MILLISECONDS_MAX });

  // A terminal and a service manager signal the whole group: the primary decides what a signal means.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1"] as const) process.on(signal, () => {});
  process.once("disconnect", async () => {
    // No process is left to end a hanging worker.
    setTimeout(() => process.exit(1), FINISH_MILLISECONDS_MAX + 1_000);
    await assigned?.drain();
    process.exit(0);
  });
}

/** As often as the primary sends heartbeats. */
const SIGN_MILLISECONDS = 250;

class Worker {
  /** Standard output leads to the primary, which writes the log of all workers. */
  readonly #writer: LineWriter;
  readonly metrics: Metrics;
  readonly answering: Answering;
  readonly #usage = new UsageCounts();
  readonly #primary: Peer<PrimaryCalls>;
  readonly #handover: NodeJS.Timeout;
  #drained: Promise<void> | null = null;
  #signedAt = 0;

  constructor(number: number, configuration: ServerConfiguration, product: Product, primary: Peer<PrimaryCalls>) {
    const { logLevel, timeZone } = configuration;
    this.#writer = new LineWriter(droppedLine);
    this.metrics = new Metrics(todayIn(timeZone));
    this.metrics.server.watchLog(this.#writer);
    const log = new Log(this.#writer, { level: logLevel, worker: number });
    endOnMistakes(log, this.#writer);
    const day = usageDays();
    this.#primary = primary;
    this.#handover = setInterval(() => void this.#handUsageOver(), HANDOVER_MILLISECONDS).unref();
    this.answering = new Answering(configuration, product, {
      log,
      metrics: this.metrics,
      limits: new LeasedLimits(configuration.rate, (request) => lentBy(primary, request)),
      use: (used) => this.#usage.use(used, day()),
      onAnswer: () => this.#signLife(),
      metricsText: () => primary.call("metricsText", null),
      onKeysReopened: (place) => void primary.call("keysReopened", place).catch(() => {}),
      announceEndedSession: (session) => primary.call("endSession", session),
      onReopened: ({ contentHash }) => void primary.call("reopened", { contentHash }).catch(() => {}),
    });
  }

  /** Both the primary and its end may call it. */
  drain(): Promise<void> {
    this.#drained ??= this.#drain();
    return this.#drained;
  }

  async #drain(): Promise<void> {
    await this.answering.drain();
    clearInterval(this.#handover);
    await this.#handUsageOver();
    await this.#writer.close();
  }

  /** A very busy worker may read a heartbeat late. Its messages leave at once: an answer shows that it does not hang. */
  #signLife(): void {
    const now = performance.now();
    if (now - this.#signedAt < SIGN_MILLISECONDS) return;
    this.#signedAt = now;
    void this.#primary.call("alive", null).catch(() => {});
  }

  /** A primary that answers late has received the counts: sending them again would count twice. */
  async #handUsageOver(): Promise<void> {
    const counts = this.#usage.take();
    if (counts.length > 0) await this.#primary.call("countUsage", counts).catch(() => {});
  }
}

/** A worker whose primary is gone or suspended admits requests by itself: refusing would help no client. */
export async function lentBy(primary: Pick<Peer<PrimaryCalls>, "call">, request: LeaseRequest): Promise<Lease> {
  try {
    return await primary.call("lend", request);
  } catch {
    const admitted = request.further.length + request.costs.length;
    return { window: request.window, admitted, lookups: 0, remaining: 0 };
  }
}
