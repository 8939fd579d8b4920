import { createServer, type Server, type ServerResponse } from "node:http";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { failure } from "../../../core/runtime/failure.ts";
import type { ChangeFollower } from "../../../nodes/database/change-follower.ts";
import type { Database } from "../../../nodes/database/database.ts";
import type { DatabaseState } from "../configuration.ts";
import { NODE_CLOSING_MILLISECONDS_MAX } from "../drain.ts";
import type { Log } from "../log.ts";
import { type NotReadyServer, SHARES_PORT, unboundMessage } from "../port.ts";
import type { Product } from "../product.ts";
import type { KeyFollower } from "./key-follower.ts";
import { NodeReport } from "./node-report.ts";
import type { FollowedServer, ReleaseFollower } from "./release-follower.ts";

/** What a node has of a database that it shares with others. */
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
  /** Null: it serves the file that it was told. */
  readonly releases: ReleaseFollower | null;
  /** How often a catalogue that tells of no changes is looked at; null: it tells. */
  readonly lookMilliseconds: number | null;
  readonly closeCatalogue: () => Promise<void>;
}

/**
 * A node that has its release on its disk is ready sooner. Its port stays closed until then: a proxy without health checks (nginx) passes a 503 on to
 * the client, and goes to the next node when a connection is refused.
 */
const QUIET_MILLISECONDS = 2_000;

const NO_KEYS = "The database is away, and no keys are on the disk of this node yet.";

/** A server that does not keep everything to itself: it follows what is decided elsewhere, and writes it to its home. */
export class Node {
  readonly #followed: Followed;
  #report: NodeReport | null = null;
  #notReadyServer: NotReadyServer | null = null;
  #timer: NodeJS.Timeout | null = null;
  #onState: (state: DatabaseState) => void = () => {};

  constructor(followed: Followed) {
    this.#followed = followed;
  }

  /** How many nodes share the database, as far as this one knows. */
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

  /** The database has gone or come back, or its keys can be followed no longer, or again. */
  noteState(): void {
    if (this.databaseState !== null) this.#onState(this.databaseState);
  }

  /** What holds the port until the server takes it over; null: the node was prepared before any client had to wait. */
  get notReadyServer(): NotReadyServer | null {
    return this.#notReadyServer;
  }

  /** Resolves to whether there is something to serve: it waits for it until it is told to stop. */
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

  /** The server runs: it is told what changes from now on. */
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

  /** Tells the others that a release is in service here. */
  async reportNow(): Promise<void> {
    await this.#report?.report();
  }

  /** In time, whatever the database does: the process that ends takes the rest with it. */
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
    // Questions under way end with the connections.
    await shared?.database.close();
    await isFollowed;
    await shared?.keys.close();
    await releases?.close();
    await closeCatalogue();
  }
}

/** Health checks and a few impatient clients. */
const CONNECTIONS_MAX = 256;
const REQUEST_MILLISECONDS_MAX = 5_000;
const HEADER_BYTES_MAX = 8_192;
/** A client that has connected sends its request within this time, or loses the connection when the port changes hands. */
const LAST_REQUEST_MILLISECONDS_MAX = 1_000;

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Answers on the port of a server that has nothing to serve yet: it is alive, and not ready, and says why. Nothing is read of a request but its
 * path, and every connection is closed, so that clients come back to the server itself.
 */
async function startNotReadyServer(
  { host, port }: Place,
  answer: () => ReturnType<Product["notReadyAnswer"]>,
): Promise<NotReadyServer> {
  const server = createServer(
    {
      headersTimeout: REQUEST_MILLISECONDS_MAX,
      requestTimeout: REQUEST_MILLISECONDS_MAX,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    (request, response) => {
      if (request.url === "/livez") send(response, 200, "application/json", '{"status":"alive"}');
      else {
        const { mediaType, body } = answer();
        send(response, 503, mediaType, body);
      }
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(failure(unboundMessage(error, host, port))));
    server.listen({ host, port, exclusive: true, reusePort: SHARES_PORT }, resolve);
  });
  let closed: Promise<void> | null = null;
  return {
    close: () => {
      closed ??= closeAnswered(server);
      return closed;
    },
  };
}

async function closeAnswered(server: Server): Promise<void> {
  // The system drops the connections that it holds for a port which is closed: those that are there now are accepted first.
  await setImmediate();
  await new Promise<void>((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), LAST_REQUEST_MILLISECONDS_MAX);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
  });
}

function send(response: ServerResponse, status: number, mediaType: string, body: string): void {
  const headers = { "content-type": mediaType, "cache-control": "no-store", "retry-after": "1", connection: "close" };
  response.writeHead(status, headers).end(body);
}
