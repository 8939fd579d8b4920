import { sharedFor } from "../../core/runtime/cache.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { EndedSessions, type PageSession } from "../../keys/ended-sessions.ts";
import { LeaseIssuer } from "../../keys/leased-limits.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import { orRefused } from "./answering.ts";
import type { DatabaseState, ServerConfiguration } from "./configuration.ts";
import type { LineWriter } from "./line-writer.ts";
import type { Log } from "./log.ts";
import { addedUp, ServerMetrics, WorkerMeasurements } from "./metrics.ts";
import { METRICS_MILLISECONDS } from "./metrics-port.ts";
import { freePort, type NotReadyServer, SHARES_PORT } from "./port.ts";
import type { Product } from "./product.ts";
import type { Announcements, ServerUsage, Service, ServiceContext, Started } from "./service.ts";
import type { PrimaryCalls } from "./worker-calls.ts";
import { keepAlive, setUpWorkers, WorkerProcess, WorkerWatchdog } from "./worker-process.ts";

/** A drained worker only has to end. */
const ENDING_MILLISECONDS_MAX = 2_000;

/**
 * A server of several processes on one port. This one, the primary, answers no requests: it keeps the rate limits, adds up the metrics, and
 * makes all workers serve the same release.
 */
export class Cluster implements Service {
  #configuration: ServerConfiguration;
  readonly #product: Product;
  readonly #log: Log;
  readonly #writer: LineWriter;
  readonly #workers = new Map<number, WorkerProcess>();
  /** Workers that replace others once they have opened the release; nothing waits for them before. */
  readonly #starting = new Set<WorkerProcess>();
  readonly #calls: Omit<PrimaryCalls, "alive">;
  readonly #watchdog: WorkerWatchdog<WorkerProcess>;
  readonly #usage: ServerUsage;
  readonly metrics = new ServerMetrics();
  readonly #measured = new WorkerMeasurements<WorkerProcess>();
  readonly #endedSessions = new EndedSessions();
  #release: ReleaseDescription | null = null;
  #releaseReplaced: Announcements["releaseReplaced"] = () => {};
  #isStopping = false;
  #isDraining = false;
  /** Reloads and restarts happen one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(configuration: ServerConfiguration, product: Product, context: ServiceContext) {
    const { log, writer, audit, usage, sharedLimits } = context;
    this.#configuration = configuration;
    this.#product = product;
    this.#log = log;
    this.#writer = writer;
    this.#usage = usage;
    this.metrics.watchLog(writer);
    const issuer = sharedLimits ?? new LeaseIssuer();
    this.#calls = {
      lend: (request) => issuer.lend(request),
      countUsage: (counts) => usage.add(counts),
      metricsText: sharedFor(METRICS_MILLISECONDS, () => this.metricsText()),
      endSession: (session) => this.#endSession(session),
      keysReopened: (place) => audit.noteKeysReopened(place),
      reopened: ({ contentHash }) => this.#inTurn(() => this.#agreeOnRelease([contentHash])),
    };
    this.#watchdog = new WorkerWatchdog(
      () => this.#allWorkers(),
      (worker) => this.#endHanging(worker),
    );
  }

  async start(
    { started: announce, releaseReplaced }: Announcements,
    notReady: NotReadyServer | null,
  ): Promise<Started> {
    this.#release = await this.#inspect();
    const { host, port } = this.#configuration;
    if (SHARES_PORT && notReady === null)
      this.#configuration = { ...this.#configuration, port: await freePort(host, port) };
    setUpWorkers(this.#product.workerModule);
    this.#watchdog.start();
    const numbers = Array.from({ length: this.#configuration.workers }, (_, index) => index + 1);
    try {
      const contentHashes = await Promise.all(numbers.map((number) => this.#prepareWorker(number)));
      const [first, ...others] = [...this.#workers.values()] as [WorkerProcess, ...WorkerProcess[]];
      const isFirstNeeded = notReady !== null || !SHARES_PORT;
      const started = {
        port: isFirstNeeded ? await takeOver(notReady, first) : this.#configuration.port,
        release: this.#release,
      };
      announce(started);
      this.#releaseReplaced = releaseReplaced;
      await this.#everywhere("adopt");
      await this.#agreeOnRelease(contentHashes);
      // A worker that listens can answer: a client that has found the server ready is never refused by the next worker.
      const joining = isFirstNeeded ? others : [first, ...others];
      await Promise.all(joining.map((worker) => worker.call("listen", null)));
      for (const worker of this.#workers.values()) this.#keepAlive(worker);
      return started;
    } catch (error) {
      this.#watchdog.stop();
      for (const worker of this.#workers.values()) worker.kill();
      throw error;
    }
  }

  reload(): Promise<ReleaseDescription> {
    return this.#inTurn(() => this.#swapEverywhere());
  }

  async metricsText(): Promise<string> {
    const measure = async (worker: WorkerProcess) =>
      this.#measured.note(worker, await worker.call("measurements", null));
    await fulfilled([...this.#workers.values()].map(measure));
    return addedUp([await this.metrics.measurements(), ...(await this.#measured.list())]);
  }

  /** Workers that start later get it with their configuration. */
  noteReload(refusal: string | null): void {
    this.#configuration = { ...this.#configuration, reloadRefusal: refusal };
    void fulfilled(this.#allWorkers().map((worker) => worker.call("noteReload", refusal)));
  }

  /** Workers that start later get it with their configuration. */
  noteDatabase(state: DatabaseState): void {
    this.#configuration = { ...this.#configuration, databaseState: state };
    void fulfilled(this.#allWorkers().map((worker) => worker.call("noteDatabase", state)));
  }

  announceStop(): void {
    this.#isStopping = true;
    void this.#everywhere("announceStop");
  }

  /**
   * Resolves when every worker has confirmed. A slow worker reads the message later. If it hangs, the watchdog ends it, and its replacement
   * gets the session at its start.
   */
  async #endSession(session: PageSession): Promise<void> {
    this.#endedSessions.add(session);
    const pageAccess = { ...this.#configuration.pageAccess, endedSessions: this.#endedSessions.list() };
    this.#configuration = { ...this.#configuration, pageAccess };
    const notify = (workers: Iterable<WorkerProcess>) =>
      fulfilled([...workers].map((worker) => worker.call("noteEndedSession", session)));
    // Starting workers get it before they listen.
    void notify(this.#starting);
    await notify(this.#workers.values());
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    for (const worker of this.#starting) worker.kill();
    const workers = [...this.#workers.values()];
    await this.#everywhere("stopAccepting");
    // Ends by itself: a worker that does not react is killed at the deadline, or sooner by the watchdog.
    await this.#everywhere("drain");
    for (const worker of workers) worker.release();
    const deadline = setTimeout(() => {
      for (const worker of workers) worker.kill();
    }, ENDING_MILLISECONDS_MAX);
    await Promise.all(workers.map((worker) => worker.ended));
    clearTimeout(deadline);
    this.#watchdog.stop();
    await this.#usage.close();
  }

  /** Opens the release once before any worker does: a damaged file never reaches them. */
  async #inspect(): Promise<ReleaseDescription> {
    return await orRefused(() => this.#product.describeRelease(this.#configuration.release));
  }

  /** Throws a failure when the system refuses more processes. */
  #newWorker(number: number): WorkerProcess {
    const worker = new WorkerProcess(number, this.#calls, (lines) => this.#writer.write(lines));
    this.#measured.add(worker);
    void worker.ended.then(() => this.#measured.retire(worker));
    return worker;
  }

  /** Starts a worker of a new server; resolves to the hash of the release that it has opened. */
  async #prepareWorker(number: number): Promise<string> {
    const worker = this.#newWorker(number);
    this.#workers.set(number, worker);
    return await worker.prepare(this.#configuration);
  }

  /** Starts a worker in the place of one that ended. It listens only when it can answer, as the others do. */
  async #restartWorker(number: number): Promise<WorkerProcess> {
    const worker = this.#newWorker(number);
    this.#starting.add(worker);
    try {
      const contentHash = await worker.prepare(this.#configuration);
      await this.#inTurn(() => this.#take(worker, contentHash));
      return worker;
    } catch (error) {
      worker.kill();
      await worker.ended;
      throw error;
    } finally {
      this.#starting.delete(worker);
    }
  }

  async #take(worker: WorkerProcess, contentHash: string): Promise<void> {
    if (this.#isDraining) throw failure("The server is stopping.");
    this.#workers.set(worker.number, worker);
    await worker.call("adopt", null);
    await this.#agreeOnRelease([contentHash]);
    if (this.#isStopping) await worker.call("announceStop", null);
    await worker.call("listen", null);
  }

  /**
   * The file may have been replaced since the others opened it: then all reload the new one, since the old one cannot be opened any more.
   */
  async #agreeOnRelease(contentHashes: readonly string[]): Promise<void> {
    if (contentHashes.every((hash) => hash === this.#release?.contentHash)) return;
    this.#releaseReplaced(await this.#swapEverywhere());
  }

  /** The connections of a hanging worker are closed with it; another worker replaces it. */
  #endHanging(worker: WorkerProcess): void {
    this.#log.error("worker_hangs", { exited_worker: worker.number });
    worker.kill();
  }

  #keepAlive(worker: WorkerProcess): void {
    const { number } = worker;
    void keepAlive(worker, {
      number,
      restart: async () => {
        const replacement = await this.#restartWorker(number);
        this.metrics.restarted("worker");
        return replacement;
      },
      isOver: () => this.#isDraining,
      log: this.#log,
    });
  }

  /** All workers open the new release; when every one has, all put it into service. */
  async #swapEverywhere(): Promise<ReleaseDescription> {
    const description = await this.#inspect();
    const workers = [...this.#workers.values()];
    // A worker that opens a release gets more time: the watchdog finds one that was stopped before.
    await Promise.allSettled(workers.map((worker) => worker.beat()));
    const prepared = await Promise.allSettled(workers.map((worker) => worker.call("prepare", null)));
    const reason = prepared
      .map((outcome, place) => (workers[place]?.isDead ? null : whyNot(outcome, description)))
      .find((why) => why !== null);
    if (reason !== undefined) {
      await this.#everywhere("discard");
      throw failure(reason);
    }
    await this.#everywhere("adopt");
    this.#release = description;
    return description;
  }

  #allWorkers(): readonly WorkerProcess[] {
    return [...this.#workers.values(), ...this.#starting];
  }

  async #everywhere(name: "adopt" | "discard" | "announceStop" | "stopAccepting" | "drain"): Promise<void> {
    await fulfilled([...this.#workers.values()].map((worker) => worker.call(name, null)));
  }

  #inTurn<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = this.#turn.then(work);
    this.#turn = outcome.catch(() => {});
    return outcome;
  }
}

/** The first worker takes the port over from the server that was not ready; resolves to the port. */
async function takeOver(notReady: NotReadyServer | null, first: WorkerProcess): Promise<number> {
  await first.call("open", null);
  // In Node's own way of sharing a port, this process opens it again: until then, connections are refused.
  if (!SHARES_PORT) await notReady?.close();
  const port = await first.call("listen", SHARES_PORT ? (notReady?.server ?? null) : null);
  await notReady?.close();
  return port;
}

/** The answers of the workers that gave one: an ended worker gives none. */
async function fulfilled<Answer>(calls: readonly Promise<Answer>[]): Promise<Answer[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** Why a worker cannot put the requested release into service; null when it can. */
function whyNot(
  prepared: PromiseSettledResult<ReleaseDescription>,
  { contentHash }: ReleaseDescription,
): string | null {
  if (prepared.status === "rejected") return reasonOf(prepared.reason);
  if (prepared.value.contentHash === contentHash) return null;
  return "The release file was replaced while it was being opened. Reload once more.";
}
