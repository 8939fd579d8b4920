import { closeSync, openSync } from "node:fs";
import { dirname, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { processStartOf } from "../../core/files/process-start.ts";
import { sharedFor } from "../../core/runtime/cache.ts";
import { isFailure, reasonOf } from "../../core/runtime/failure.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import type { ServerConfiguration } from "./configuration.ts";
import { openHome } from "./home.ts";
import type { LineWriter } from "./line-writer.ts";
import { endOnMistakes, type Log } from "./log.ts";
import { METRICS_MILLISECONDS, serveMetrics } from "./metrics-port.ts";
import type { Node } from "./node/node.ts";
import type { FollowedServer } from "./node/release-follower.ts";
import { NODE_CLOSING_MILLISECONDS_MAX } from "./port.ts";
import type { Product } from "./product.ts";
import { type ServerStatus, StatusFile, statusRelease } from "./server-status.ts";
import { releaseFields, type ServerAudit, type Service, type Started } from "./service.ts";
import { PRIORITY_REMEDY, priorityRefusal } from "./threads.ts";

/** A log without a reader does not keep a finished process alive. */
const LAST_WORDS_MILLISECONDS_MAX = 2_000;

interface SuperviseOptions {
  readonly log: Log;
  readonly writer: LineWriter;
  readonly audit: ServerAudit;
  /** What the server follows; null: nothing. */
  readonly node: Node | null;
  readonly product: Pick<Product, "notReadyAnswer">;
  /** Called when requests are answered. */
  readonly onStarted?: (started: Started) => void;
}

/**
 * Runs a service until a stop signal, and reloads its release on request. Resolves when everything is finished; throws a failure when the
 * service cannot start.
 */
export async function supervise(
  service: Service,
  configuration: ServerConfiguration,
  { log, writer, audit, node, product, onStarted }: SuperviseOptions,
): Promise<void> {
  endOnMistakes(log, writer);
  const home = openHome(configuration.home);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<StopRequest>();
  let status: StatusFile | null = null;
  let reloads: Reloads | null = null;
  let exitCode = 1;
  let isReloadHeld = false;
  const reload = () => {
    if (reloads === null) isReloadHeld = true;
    else void reloads.request();
  };
  listenToSignals({ stop, reload });
  const refusal = priorityRefusal();
  if (refusal !== null) log.warn("priority_refused", { reason: `${refusal}. ${PRIORITY_REMEDY}` });
  try {
    if (node !== null && !(await node.prepare(configuration, product.notReadyAnswer, stopped))) {
      log.info("stopped");
      exitCode = 0;
      return;
    }
    const started = await service.start(
      {
        started: (bound) => {
          status = new StatusFile(home, log, firstStatus(configuration, bound));
          reloads = new Reloads(service, { log, audit, status });
        },
        releaseReplaced: (release) => reloads?.noteReplaced(release),
      },
      node?.notReadyServer ?? null,
    );
    const closeMetrics = await metricsOnTheirOwnPort(service, configuration);
    log.info("listening", {
      host: configuration.host,
      port: started.port,
      workers: configuration.workers,
      pid: process.pid,
      ...releaseFields(started.release),
    });
    audit.note("server_started", { ...releaseFields(started.release), port: started.port });
    onStarted?.(started);
    node?.follow(followedServer(status, reloads), (state) => service.noteDatabase(state));
    // The release file may have been replaced after the server opened it.
    if (isReloadHeld) reload();

    const { signal, isFromTerminal } = await stopped;
    const drainMilliseconds = isFromTerminal ? 0 : configuration.drain * 1_000;
    log.info("stopping", { signal, wait_ms: drainMilliseconds });
    service.announceStop();
    if (drainMilliseconds > 0) await wait(drainMilliseconds);
    await service.drain();
    closeMetrics();
    audit.note("server_stopped", { signal, hash: servedHash(status) });
    log.info("stopped");
    exitCode = 0;
  } catch (error) {
    // Parts that started before the failure would go on answering, and keep the process alive.
    await service.drain();
    throw error;
  } finally {
    // Runs only if something else still keeps the process alive.
    setTimeout(() => process.exit(exitCode), NODE_CLOSING_MILLISECONDS_MAX + LAST_WORDS_MILLISECONDS_MAX).unref();
    await node?.close();
    removeStatusOf(status);
    await writer.close();
  }
}

/** `/readyz` has less than two kilobytes. */
const REFUSAL_CHARACTERS_MAX = 200;

/** A reason for `/readyz`, which needs no key: without the folder of the release, and limited in length. */
export function publicReason(reason: string, releaseFile: string): string {
  const text = reason.replaceAll(`${dirname(releaseFile)}${sep}`, "");
  return text.length > REFUSAL_CHARACTERS_MAX ? `${text.slice(0, REFUSAL_CHARACTERS_MAX)}...` : text;
}

/** How often a reload under way is checked: the log has the rest. */
const RELOADING_LOOK_MILLISECONDS = 25;

function followedServer(status: StatusFile | null, reloads: Reloads | null): FollowedServer {
  if (status === null || reloads === null) throw new Error("A server that runs has a status.");
  return {
    status: () => status.status,
    forgetRefusal: () => reloads.forgetRefusal(),
    reload: async () => {
      await reloads.request();
      // Another process may have requested a reload at this time, and wait for it.
      while (status.status.isReloading) await wait(RELOADING_LOOK_MILLISECONDS);
    },
  };
}

/** TypeScript does not see that a function that was passed on has set it. */
function removeStatusOf(status: StatusFile | null): void {
  status?.remove();
}

function servedHash(status: StatusFile | null): string | null {
  return status?.status.release.hash ?? null;
}

async function metricsOnTheirOwnPort(
  service: Service,
  { host, metricsPort }: ServerConfiguration,
): Promise<() => void> {
  if (metricsPort === null) return () => {};
  return await serveMetrics(
    { host, port: metricsPort },
    sharedFor(METRICS_MILLISECONDS, () => service.metricsText()),
  );
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

/** Why a server stops. */
interface StopRequest {
  readonly signal: string;
  /** Ctrl+C, or a closed terminal: a person waits for the end, and no proxy needs a warning. */
  readonly isFromTerminal: boolean;
}

interface SignalHandlers {
  /** SIGTERM, SIGINT, or the end of the terminal that the server was started from. */
  readonly stop: (request: StopRequest) => void;
  /** SIGHUP otherwise. */
  readonly reload: () => void;
}

/** One signal to a group arrives several times: from the sender, and from npm and the launcher, which pass on what they received. */
const SAME_SIGNAL_MILLISECONDS = 500;

/** Handles signals. A second stop signal ends the wait. */
function listenToSignals({ stop, reload }: SignalHandlers): void {
  const hadTerminal = hasTerminal();
  let stoppedAt: number | null = null;
  const stopOnce = (request: StopRequest) => {
    if (stoppedAt === null) {
      stoppedAt = performance.now();
      stop(request);
    } else if (performance.now() - stoppedAt > SAME_SIGNAL_MILLISECONDS) process.exit(1);
  };
  process.on("SIGTERM", (signal) => stopOnce({ signal, isFromTerminal: false }));
  process.on("SIGINT", (signal) => stopOnce({ signal, isFromTerminal: hadTerminal }));
  process.on("SIGHUP", (signal) => {
    // Closing a window sends this signal too. A server that stays behind would only block its port.
    if (hadTerminal && !hasTerminal()) stopOnce({ signal, isFromTerminal: true });
    else reload();
  });
}

/** Whether this process has a terminal that is still open. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch (error) {
    // Without a free descriptor this cannot be known; a lost terminal is reported as such.
    return ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

interface Records {
  readonly log: Log;
  readonly audit: ServerAudit;
  readonly status: StatusFile;
}

/** Reloads releases one at a time, and reports the outcome to the log, the audit log and the status file. */
class Reloads {
  readonly #service: Service;
  readonly #records: Records;
  #isWanted = false;
  #isRefused = false;

  constructor(service: Service, records: Records) {
    this.#service = service;
    this.#records = records;
  }

  /** A request during a reload starts another one after it: the file may have changed again. */
  async request(): Promise<void> {
    this.#isWanted = true;
    if (this.#records.status.status.isReloading) return;
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#reload();
    }
  }

  /** Reports that another release is in service without a reload. */
  noteReplaced(release: ReleaseDescription): void {
    const { log, audit, status } = this.#records;
    const previous = status.status.release.hash;
    if (release.contentHash === previous) return;
    log.warn("release_taken_up", releaseFields(release));
    audit.note("release_taken_up", { ...releaseFields(release), previous_hash: previous });
    status.update({ release: statusRelease(release) });
    this.forgetRefusal();
  }

  /** The wanted release is in service: an earlier refusal no longer matters. */
  forgetRefusal(): void {
    if (!this.#isRefused) return;
    this.#isRefused = false;
    this.#service.noteReload(null);
    this.#service.metrics.noteReload(true);
  }

  async #reload(): Promise<void> {
    const { log, audit, status } = this.#records;
    status.update({ isReloading: true });
    const at = new Date().toISOString();
    const ended = { isReloading: false, reloads: status.status.reloads + 1 };
    try {
      const release = await this.#service.reload();
      log.info("reloaded", releaseFields(release));
      audit.note("release_reloaded", { ...releaseFields(release), previous_hash: status.status.release.hash });
      const lastReload = { at, outcome: "swapped", reason: null } as const;
      status.update({ ...ended, release: statusRelease(release), lastReload });
      this.#service.metrics.reloaded("swapped");
      this.forgetRefusal();
    } catch (error) {
      const reason = reasonOf(error);
      if (isFailure(error)) log.error("reload_refused", { reason });
      else log.exception("reload_refused", error);
      const shown = isFailure(error) ? reason : "a bug; see the log";
      audit.note("release_refused", { reason: shown });
      status.update({ ...ended, lastReload: { at, outcome: "refused", reason } });
      this.#service.metrics.reloaded("refused");
      this.#isRefused = true;
      this.#service.metrics.noteReload(false);
      this.#service.noteReload(publicReason(shown, status.status.releaseFile));
    }
  }
}
