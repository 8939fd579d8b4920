import { randomBytes } from "node:crypto";
import type { ServerChoices, ServerConfiguration } from "./configuration.ts";
import { homeIn } from "./home.ts";
import { LineWriter } from "./line-writer.ts";
import { droppedLine, Log } from "./log.ts";
import type { Product } from "./product.ts";
import { ServerAudit } from "./server-audit.ts";
import type { Started } from "./service.ts";
import { supervise } from "./supervision.ts";

const SESSION_SECRET_BYTES = 32;

/** Runs a server until it is told to stop. What only one of the two kinds needs is loaded for that one alone. */
export async function runServer(
  choices: ServerChoices,
  product: Product,
  onStarted: (started: Started) => void = () => {},
  demoKeyId: string | null = null,
): Promise<void> {
  // Made anew at every start, and known to the processes of this server alone: its sessions end with it.
  const sessionSecret = randomBytes(SESSION_SECRET_BYTES).toString("base64url");
  const configuration: ServerConfiguration = { ...choices, pageAccess: { sessionSecret, demoKeyId } };
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
