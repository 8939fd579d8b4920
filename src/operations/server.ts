import type { ServerConfiguration } from "./configuration.ts";
import { homeIn } from "./home.ts";
import { LineWriter } from "./line-writer.ts";
import { droppedLine, Log } from "./log.ts";
import type { Product } from "./product.ts";
import { ServerAudit } from "./server-audit.ts";
import type { Started } from "./service.ts";
import { supervise } from "./supervision.ts";

/** Runs a server until it is told to stop. What only one of the two kinds needs is loaded for that one alone. */
export async function runServer(
  configuration: ServerConfiguration,
  product: Product,
  onStarted: (started: Started) => void = () => {},
): Promise<void> {
  const writer = new LineWriter(configuration.logFile, droppedLine);
  const log = new Log(writer, configuration.logLevel);
  const { workers } = configuration;
  log.info("starting", { pid: process.pid, workers });
  writer.begin();
  const Kind =
    workers === 1 ? (await import("./single-process.ts")).SingleProcess : (await import("./cluster.ts")).Cluster;
  const audit = new ServerAudit(homeIn(configuration.home).auditFile, log);
  const service = new Kind(configuration, product, { log, writer, audit });
  await supervise(service, configuration, { log, writer, audit, onStarted });
}
