import { processStartOf } from "../files/process-start.ts";
import { isFailure, reasonOf, toldAs } from "../reading/failure.ts";
import type { ServerConfiguration } from "./configuration.ts";
import { type Home, openHome } from "./home.ts";
import type { LineWriter } from "./line-writer.ts";
import type { Log } from "./log.ts";
import { serveMetrics } from "./metrics-port.ts";
import { endOnMistakes } from "./mistakes.ts";
import { removeStatus, type ServerStatus, statusRelease, writeStatus } from "./server-status.ts";
import type { Service, Started } from "./service.ts";
import { listenToSignals } from "./signals.ts";

/** A log that nobody reads does not keep a process that is done. */
const LAST_WORDS_MILLISECONDS_MAX = 2_000;

interface Surroundings {
  readonly log: Log;
  readonly writer: LineWriter;
  /** Told when requests are answered. */
  readonly onStarted?: (started: Started) => void;
}

/**
 * Runs a service until it is told to stop, and has it take up its release anew when told so. Resolves when everything
 * is finished; throws a failure when the service cannot start.
 */
export async function supervise(
  service: Service,
  configuration: ServerConfiguration,
  { log, writer, onStarted }: Surroundings,
): Promise<void> {
  endOnMistakes(log, writer);
  const home = openHome(configuration.home);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<string>();
  let reloads: Reloads | null = null;
  let exitCode = 1;
  listenToSignals({ stop, reload: () => void reloads?.request() });
  try {
    const started = await service.start((bound) => {
      reloads = new Reloads(service, log, home, firstStatus(configuration, bound));
    });
    const closeMetrics = await metricsOnTheirOwnPort(service, configuration);
    log.info("listening", {
      host: configuration.host,
      port: started.port,
      workers: configuration.workers,
      pid: process.pid,
      ...releaseFields(started.release),
    });
    onStarted?.(started);

    log.info("stopping", { signal: await stopped });
    await service.drain();
    closeMetrics();
    log.info("stopped");
    exitCode = 0;
  } catch (error) {
    // What has been opened before the failure would go on answering, and keep the process alive.
    await service.drain();
    throw error;
  } finally {
    removeStatus(home, process.pid);
    // Only a process that something else still holds lives to see this.
    setTimeout(() => process.exit(exitCode), LAST_WORDS_MILLISECONDS_MAX).unref();
    await writer.close();
  }
}

/** Takes up releases one at a time, and tells the log and the status file how it went. */
class Reloads {
  readonly #service: Service;
  readonly #log: Log;
  readonly #home: Home;
  #status: ServerStatus;
  #isWanted = false;

  constructor(service: Service, log: Log, home: Home, status: ServerStatus) {
    this.#service = service;
    this.#log = log;
    this.#home = home;
    this.#status = status;
    try {
      writeStatus(home, status);
    } catch (error) {
      throw toldAs(error, `${home.serversFolder} cannot be written to`, "Choose another --home.");
    }
  }

  /** A request that comes while one is being fulfilled is fulfilled after it: the file may have changed again. */
  async request(): Promise<void> {
    this.#isWanted = true;
    if (this.#status.isReloading) return;
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#reload();
    }
  }

  async #reload(): Promise<void> {
    this.#update({ isReloading: true });
    const at = new Date().toISOString();
    const ended = { isReloading: false, reloads: this.#status.reloads + 1 };
    try {
      await this.#reopenLogs();
      const release = await this.#service.reload();
      this.#log.info("reloaded", releaseFields(release));
      const lastReload = { at, outcome: "swapped", reason: null } as const;
      this.#update({ ...ended, release: statusRelease(release), lastReload });
    } catch (error) {
      const reason = reasonOf(error);
      if (isFailure(error)) this.#log.error("reload_refused", { reason });
      else this.#log.exception("reload_refused", error);
      this.#update({ ...ended, lastReload: { at, outcome: "refused", reason } });
    }
  }

  /** A log that cannot be opened anew goes on in the old file: that is no reason to refuse a release. */
  async #reopenLogs(): Promise<void> {
    try {
      await this.#service.reopenLogs();
    } catch (error) {
      this.#log.error("log_not_reopened", { reason: reasonOf(error) });
    }
  }

  /** A home that has become full or read-only since the start is no reason to stop answering. */
  #update(change: Partial<ServerStatus>): void {
    this.#status = { ...this.#status, ...change };
    try {
      writeStatus(this.#home, this.#status);
    } catch (error) {
      this.#log.error("status_not_written", { reason: reasonOf(error) });
    }
  }
}

async function metricsOnTheirOwnPort(
  service: Service,
  { host, metricsPort }: ServerConfiguration,
): Promise<() => void> {
  if (metricsPort === null) return () => {};
  return await serveMetrics(host, metricsPort, () => service.metricsText());
}

function releaseFields(release: Started["release"]) {
  return { release: release.name, version: release.version, hash: release.contentHash };
}

function firstStatus({ host, workers, release }: ServerConfiguration, started: Started): ServerStatus {
  return {
    pid: process.pid,
    processStart: processStartOf(process.pid),
    startedAt: new Date().toISOString(),
    host,
    port: started.port,
    workers,
    releaseFile: release,
    release: statusRelease(started.release),
    reloads: 0,
    isReloading: false,
    lastReload: null,
  };
}
