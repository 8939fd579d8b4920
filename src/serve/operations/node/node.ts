import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { programVersion } from "../../../core/files/installation.ts";
import { OWNER_ONLY_FILE } from "../../../core/files/writing.ts";
import { failure, failureFrom, reasonOf } from "../../../core/runtime/failure.ts";
import { Outage, RepeatedTask } from "../../../core/runtime/repeated-task.ts";
import { PostgresKeyStore } from "../../../keys/postgres-key-store.ts";
import { removeNode, reportNode } from "../../../nodes/catalogue/node-register.ts";
import { PostgresCatalogue } from "../../../nodes/catalogue/postgres-catalogue.ts";
import { ReleaseFolder } from "../../../nodes/catalogue/release-folder.ts";
import { ChangeFollower, type Topic } from "../../../nodes/database/change-follower.ts";
import {
  Database,
  isMissingRight,
  isOfDatabase,
  NODE_STATEMENT_SECONDS_MAX,
  type Sql,
} from "../../../nodes/database/database.ts";
import type { DatabaseState, ServerChoices } from "../configuration.ts";
import { type Home, openHome } from "../home.ts";
import type { Log } from "../log.ts";
import { existingCatalogueOfHome, isPushedToHome } from "../open-catalogue.ts";
import { NODE_CLOSING_MILLISECONDS_MAX, type NotReadyServer, startNotReadyServer } from "../port.ts";
import type { Product } from "../product.ts";
import type { ServerStatus } from "../server-status.ts";
import { KeyFollower } from "./key-follower.ts";
import { KEPT_ON_DISK, pullRelease, verifyKept } from "./pulled-releases.ts";
import { type FollowedServer, ReleaseFollower } from "./release-follower.ts";

/** Files of the home send no notifications: a check costs microseconds. */
const EMBEDDED_LOOK_MILLISECONDS = 1_000;

interface NodeContext {
  readonly product: Product;
  readonly log: Log;
}

/** What a server with these settings follows; null: nothing, it has a file and its home. */
export function nodeFor({ release, database, home }: ServerChoices, context: NodeContext): Node | null {
  if (database !== null) return sharingNode(database, openHome(home), release === null, context);
  return release === null ? embeddedNode(openHome(home), context) : null;
}

function sharingNode(url: string, home: Home, followsReleases: boolean, { product, log }: NodeContext): Node {
  const database = new Database(url, {
    applicationName: "ratebook serve",
    statementSeconds: NODE_STATEMENT_SECONDS_MAX,
  });
  const folder = new ReleaseFolder(home.releasesFolder);
  const catalogue = new PostgresCatalogue(database);
  const releases = !followsReleases
    ? null
    : new ReleaseFollower({
        catalogue,
        folder,
        hold: (release) => pullRelease({ catalogue, folder, product, log }, release),
        isServable: () => isServable(folder, product),
        onReloaded: async () => {
          folder.keepLast(KEPT_ON_DISK, await isPushedToHome(home));
          await node.reportNow();
        },
        waits: true,
        log,
      });
  const topics: Topic[] = followsReleases ? ["keys", "releases"] : ["keys"];
  const keys = new KeyFollower({
    keys: new PostgresKeyStore(database),
    file: home.keysFile,
    log,
    onFollowing: () => node.noteState(),
  });
  const changes = new ChangeFollower(database, topics, {
    // Pulling takes long, and nothing else waits for it.
    onChange: async (topic) => (topic === "keys" ? await keys.look() : releases?.look()),
    onLost: (error) => {
      log.error("database_lost", { reason: reasonOf(database.failureFrom(error)) });
      node.noteState();
    },
    onFound: () => {
      log.info("database_found");
      node.noteState();
      // Changes that were missed meanwhile, and what failed because of it.
      releases?.look();
    },
  });
  const shared = { database, changes, keys, id: nodeId(home.nodeFile), log };
  const node: Node = new Node({ shared, releases, lookMilliseconds: null, closeCatalogue: async () => {} });
  return node;
}

function embeddedNode(home: Home, { product, log }: NodeContext): Node {
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue === null) {
    throw failure(
      'There is no release to serve: name a file with --release, or push one to this home with "ratebook releases push FILE --activate".',
    );
  }
  const folder = new ReleaseFolder(home.releasesFolder);
  const releases = new ReleaseFollower({
    catalogue,
    folder,
    hold: (release) => verifyKept(product, release, folder.fileOf(release)),
    isServable: async () => false,
    onReloaded: async () => {},
    waits: false,
    log,
  });
  const closeCatalogue = () => catalogue.close();
  return new Node({ shared: null, releases, lookMilliseconds: EMBEDDED_LOOK_MILLISECONDS, closeCatalogue });
}

/** Whether the last served release works, while the active one is not available. */
async function isServable(folder: ReleaseFolder, { describeRelease }: Product): Promise<boolean> {
  const contentHash = folder.chosen();
  if (contentHash === null) return false;
  try {
    return (await describeRelease(folder.link)).contentHash === contentHash;
  } catch {
    return false;
  }
}

/** What a node has of a shared database. */
interface Shared {
  readonly database: Database;
  readonly changes: ChangeFollower;
  readonly keys: KeyFollower;
  readonly id: string;
  readonly log: Log;
}

/** What a node follows: a database, the releases of a catalogue, or both. */
interface Followed {
  /** Null: all that it needs is in its home. */
  readonly shared: Shared | null;
  /** Null: it serves the file of its settings. */
  readonly releases: ReleaseFollower | null;
  /** How often a catalogue without notifications is checked; null: it sends them. */
  readonly lookMilliseconds: number | null;
  readonly closeCatalogue: () => Promise<void>;
}

/**
 * A node that has its release on its disk is ready sooner. Its port stays closed until then: a proxy without health checks (nginx) passes a
 * 503 on to the client, but tries the next node when a connection is refused.
 */
const QUIET_MILLISECONDS = 2_000;

const NO_KEYS = "The database is away, and no keys are on the disk of this node yet.";

/** A server that follows a database or a catalogue, and writes what it needs to its home. */
export class Node {
  readonly #followed: Followed;
  #report: NodeReport | null = null;
  #notReadyServer: NotReadyServer | null = null;
  #timer: NodeJS.Timeout | null = null;
  #onState: (state: DatabaseState) => void = () => {};

  constructor(followed: Followed) {
    this.#followed = followed;
  }

  /** How many nodes share the database, as of the last report. */
  get nodes(): number {
    return this.#report?.nodes ?? 1;
  }

  /** Null: it has no database. */
  get databaseState(): DatabaseState | null {
    const { shared } = this.#followed;
    if (shared === null) return null;
    if (!shared.changes.isConnected) return "away";
    return shared.keys.isFollowing ? "connected" : "keys not followed";
  }

  /** The database has gone or come back, or mirroring its keys has failed or works again. */
  noteState(): void {
    if (this.databaseState !== null) this.#onState(this.databaseState);
  }

  /** The server that holds the port until the service takes it over; null: the node was prepared before any client had to wait. */
  get notReadyServer(): NotReadyServer | null {
    return this.#notReadyServer;
  }

  /** Resolves to whether there is a release to serve: it waits for one until a stop signal. */
  async prepare(
    place: { readonly host: string; readonly port: number },
    notReadyAnswer: Product["notReadyAnswer"],
    stopped: Promise<unknown>,
  ): Promise<boolean> {
    const { releases } = this.#followed;
    const isReady = Promise.race([this.#isThere(), stopped.then(() => false)]);
    const isReadySoon = await Promise.race([isReady, wait(QUIET_MILLISECONDS, null, { ref: false })]);
    if (isReadySoon !== null) return isReadySoon;
    this.#notReadyServer = await startNotReadyServer(place, () => notReadyAnswer(releases?.why ?? NO_KEYS));
    return await isReady;
  }

  async #isThere(): Promise<true> {
    const { shared, releases } = this.#followed;
    await shared?.changes.look();
    await Promise.all([shared?.keys.start(), releases?.start()]);
    return true;
  }

  /** The server runs: it receives changes from now on. */
  follow(server: FollowedServer, onState: (state: DatabaseState) => void): void {
    const { shared, releases, lookMilliseconds } = this.#followed;
    this.#onState = onState;
    if (shared !== null) {
      this.noteState();
      this.#report = new NodeReport(shared.database.sql, shared.id, server.status, shared.log);
      void this.#report.report();
    }
    releases?.follow(server);
    if (lookMilliseconds !== null)
      this.#timer = setInterval(() => void releases?.lookForChange(), lookMilliseconds).unref();
  }

  /** Reports to the other nodes that a release is in service here. */
  async reportNow(): Promise<void> {
    await this.#report?.report();
  }

  /** In time, whatever the database does: the end of the process closes the rest. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#onState = () => {};
    const late = Promise.withResolvers<void>();
    const deadline = setTimeout(late.resolve, NODE_CLOSING_MILLISECONDS_MAX);
    await Promise.race([this.#letGo(), late.promise]);
    clearTimeout(deadline);
  }

  async #letGo(): Promise<void> {
    const { shared, releases, closeCatalogue } = this.#followed;
    await this.#notReadyServer?.close();
    if (shared?.changes.isConnected) await this.#report?.end();
    const isFollowed = shared?.changes.close();
    // Queries under way end with the connections.
    await shared?.database.close();
    await isFollowed;
    await shared?.keys.close();
    await releases?.close();
    await closeCatalogue();
  }
}

/** Often enough for other nodes to see soon what this one serves; three statements a second for ten nodes. */
const REPORT_MILLISECONDS = 3_000;

const ID_BYTES = 8;
const ID = /^[0-9a-f]{16}$/;

/** The name of a home among the nodes of a database: created once, and kept in the home. */
function nodeId(file: string): string {
  const fresh = `${file}.${process.pid}.new`;
  try {
    return knownId(file) ?? madeId(file, fresh);
  } catch (error) {
    throw failureFrom(error, `${file} cannot be written`, "Fix the cause, or choose another --home.");
  } finally {
    rmSync(fresh, { force: true });
  }
}

function knownId(file: string): string | null {
  try {
    const id = readFileSync(file, "utf8").trim();
    return ID.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** Of two servers that start with one home at once, one creates it. */
function madeId(file: string, fresh: string): string {
  const id = randomBytes(ID_BYTES).toString("hex");
  writeFileSync(fresh, `${id}\n`, { mode: OWNER_ONLY_FILE });
  try {
    linkSync(fresh, file);
    return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const known = knownId(file);
    if (known !== null) return known;
    // The file holds no valid name.
    writeFileSync(file, `${id}\n`, { mode: OWNER_ONLY_FILE });
    return id;
  }
}

/** Reports to the database every few seconds that this node runs, and what it serves. */
export class NodeReport {
  readonly #sql: Sql;
  readonly #id: string;
  readonly #status: () => ServerStatus;
  readonly #reports: RepeatedTask;
  #nodes = 1;

  constructor(sql: Sql, id: string, status: () => ServerStatus, log: Log) {
    this.#sql = sql;
    this.#id = id;
    this.#status = status;
    this.#reports = new RepeatedTask(() => this.#report(), {
      everyMilliseconds: REPORT_MILLISECONDS,
      // A node that cannot report is unknown to the others, and cannot count them to compute its share of a limit.
      outage: new Outage({
        onFailed: (error) => {
          if (isMissingRight(error)) log.error("node_not_reported", { reason: reasonOf(error) });
          else log.exception("node_not_reported", error);
        },
        // `ChangeFollower` reports a database that is away.
        isReportedElsewhere: (error) => isOfDatabase(error) && !isMissingRight(error),
      }),
    });
  }

  /** How many nodes there were at the last report, this one included. */
  get nodes(): number {
    return this.#nodes;
  }

  /** Reports now; the first report starts the others. */
  async report(): Promise<void> {
    await this.#reports.run();
  }

  async #report(): Promise<void> {
    const { port, workers, release, startedAt } = this.#status();
    this.#nodes = await reportNode(this.#sql, {
      ...this.#place(port),
      workers,
      productVersion: programVersion(),
      releaseHash: release.hash,
      releaseVersion: release.version,
      startedAt,
    });
  }

  async end(): Promise<void> {
    await this.#reports.close();
    await removeNode(this.#sql, this.#place(this.#status().port)).catch(() => {});
  }

  #place(port: number) {
    return { id: this.#id, host: hostname(), port };
  }
}
