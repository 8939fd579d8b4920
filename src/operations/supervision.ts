import { setTimeout as wait } from "node:timers/promises";
import { processStartOf } from "../files/process-start.ts";
import { sharedFor } from "../runtime/cache.ts";
import type { ServerConfiguration } from "./configuration.ts";
import { openHome } from "./home.ts";
import type { LineWriter } from "./line-writer.ts";
import type { Log } from "./log.ts";
import { METRICS_MILLISECONDS, serveMetrics } from "./metrics-port.ts";
import { endOnMistakes } from "./mistakes.ts";
import { NODE_CLOSING_MILLISECONDS_MAX } from "./node/closing-time.ts";
import type { Node } from "./node/node.ts";
import type { FollowedServer } from "./node/release-follower.ts";
import type { Product } from "./product.ts";
import { Reloads } from "./reloads.ts";
import type { ServerAudit } from "./server-audit.ts";
import { type ServerStatus, statusRelease } from "./server-status.ts";
import { releaseFields, type Service, type Started } from "./service.ts";
import { listenToSignals, type StopRequest } from "./signals.ts";
import { StatusFile } from "./status-file.ts";

/** A log that nobody reads does not keep a process that is done. */
const LAST_WORDS_MILLISECONDS_MAX = 2_000;

interface Surroundings {
  readonly log: Log;
  readonly writer: LineWriter;
  readonly audit: ServerAudit;
  /** What the server follows; null: nothing. */
  readonly node: Node | null;
  readonly product: Pick<Product, "notReadyAnswer">;
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
  { log, writer, audit, node, product, onStarted }: Surroundings,
): Promise<void> {
  endOnMistakes(log, writer);
  const home = openHome(configuration.home);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<StopRequest>();
  let status: StatusFile | null = null;
  let reloads: Reloads | null = null;
  let exitCode = 1;
  listenToSignals({ stop, reload: () => void reloads?.request() });
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
        releaseTakenUp: (release) => reloads?.noteTakenUp(release),
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
    // What has been opened before the failure would go on answering, and keep the process alive.
    await service.drain();
    throw error;
  } finally {
    // Only a process that something else still holds lives to see this.
    setTimeout(() => process.exit(exitCode), NODE_CLOSING_MILLISECONDS_MAX + LAST_WORDS_MILLISECONDS_MAX).unref();
    await node?.close();
    removeStatusOf(status);
    await writer.close();
  }
}

/** A look at what is being taken up: the log says the rest. */
const RELOADING_LOOK_MILLISECONDS = 25;

function followedServer(status: StatusFile | null, reloads: Reloads | null): FollowedServer {
  if (status === null || reloads === null) throw new Error("A server that runs has a status.");
  return {
    status: () => status.status,
    takeUp: async () => {
      await reloads.request();
      // Somebody else may have asked at the same time, and be waiting for it.
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
  { host, metricsPort, allowedHost }: ServerConfiguration,
): Promise<() => void> {
  if (metricsPort === null) return () => {};
  const place = { host, port: metricsPort, allowedHosts: allowedHost };
  return await serveMetrics(
    place,
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
