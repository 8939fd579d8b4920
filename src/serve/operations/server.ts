import { randomBytes } from "node:crypto";
import { failure } from "../../core/runtime/failure.ts";
import { ReleaseFolder } from "../../nodes/catalogue/release-folder.ts";
import { type DemoAccess, portConflict, type ServerChoices, type ServerConfiguration } from "./configuration.ts";
import { homeIn } from "./home.ts";
import { refuseMirrored } from "./key-place.ts";
import { LineWriter } from "./line-writer.ts";
import { droppedLine, Log } from "./log.ts";
import type { Node } from "./node/node.ts";
import { freePort } from "./port.ts";
import type { Product } from "./product.ts";
import { ServerAudit, ServerUsage, type Started } from "./service.ts";
import { supervise } from "./supervision.ts";

const SESSION_SECRET_BYTES = 32;

interface RunOptions {
  /** Called when requests are answered. */
  readonly onStarted?: (started: Started) => void;
  /** The key that the page may use; null: none. */
  readonly demo?: DemoAccess | null;
}

/** Runs a server until a stop signal. Code that only one kind of server needs is loaded for that one. */
export async function runServer(
  choices: ServerChoices,
  product: Product,
  { onStarted, demo = null }: RunOptions = {},
): Promise<void> {
  const conflict = portConflict(choices);
  if (conflict !== null) throw failure(conflict);
  if (choices.database === null) refuseMirrored(homeIn(choices.home));
  // New at every start, and known only to the processes of this server: its sessions end with it.
  const sessionSecret = randomBytes(SESSION_SECRET_BYTES).toString("base64url");
  const { release, database, workers, logLevel, ...others } = choices;
  const writer = new LineWriter(droppedLine);
  const log = new Log(writer, { level: logLevel });
  log.info("starting", { pid: process.pid, workers });
  const node = release === null || database !== null ? await followingNode(choices, product, log) : null;
  const configuration: ServerConfiguration = {
    ...others,
    workers,
    logLevel,
    release: release ?? new ReleaseFolder(homeIn(choices.home).releasesFolder).link,
    databaseState: node?.databaseState ?? null,
    reloadRefusal: null,
    // A node may answer on its port before it has a release: the port stays the same.
    port: node !== null ? await freePort(choices.host, choices.port) : choices.port,
    pageAccess: { sessionSecret, endedSessions: [], demo },
  };
  const Kind =
    workers === 1 ? (await import("./single-process.ts")).SingleProcess : (await import("./cluster.ts")).Cluster;
  const { auditFile, usageFile } = homeIn(configuration.home);
  const audit = new ServerAudit(auditFile, log);
  const shared =
    database === null ? null : (await import("./shared-stores.ts")).sharedStores(database, log, () => node?.nodes ?? 1);
  const usage = new ServerUsage(usageFile, log, shared?.usage ?? null);
  const sharedLimits = shared?.limits ?? null;
  const service = new Kind(configuration, product, { log, writer, audit, usage, sharedLimits });
  usage.start();
  try {
    await supervise(service, configuration, { log, writer, audit, node, product, ...(onStarted && { onStarted }) });
  } finally {
    await shared?.close();
  }
}

/** A server that follows nothing does not load the code for it. */
async function followingNode(choices: ServerChoices, product: Product, log: Log): Promise<Node | null> {
  const { nodeFor } = await import("./node/node.ts");
  return nodeFor(choices, { product, log });
}
