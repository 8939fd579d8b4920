import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { HTTP_LIMITS } from "./limits.ts";

interface RequestPair {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The progress of an answer at a time. Bytes from the client do not count. */
interface Progress {
  readonly response: ServerResponse | null;
  readonly bytesWritten: number;
  readonly time: number;
}

const NO_PROGRESS: Progress = { response: null, bytesWritten: 0, time: 0 };

class Connection implements Activity {
  readonly socket: Socket;
  /** The number of the distribution that it came with. */
  readonly deal: number;
  turn: number;
  /** The last request that arrived on it; null before the first. */
  last: RequestPair | null = null;
  /** The request that is being answered; null before the first. */
  current: RequestPair | null = null;
  /** The last progress of its answer. */
  #progress: Progress = NO_PROGRESS;
  /** Requests that wait until those before them are answered. */
  waiting = 0;

  constructor(socket: Socket, deal: number, turn: number) {
    this.socket = socket;
    this.deal = deal;
    this.turn = turn;
  }

  isIdle(): boolean {
    return this.last === null || this.last.response.writableFinished;
  }

  /** Whether an answer was begun and nothing of it was written for a long time: it may never end. */
  isStuck(now: number): boolean {
    const { current, socket } = this;
    if (current === null || !current.response.headersSent || current.response.writableFinished) return false;
    const { response } = current;
    const { bytesWritten } = socket;
    if (this.#progress.response !== response || this.#progress.bytesWritten !== bytesWritten)
      this.#progress = { response, bytesWritten, time: now };
    return now - this.#progress.time >= HTTP_LIMITS.stuckAnswerMillisecondsMax;
  }
}

/**
 * The open connections of a service: their number, and back-pressure on each. Requests of one connection are answered one after the other.
 * So a client that sends thousands and reads nothing (pipelining) has one answer in memory. Beyond a few waiting requests the connection is
 * closed.
 */
export class Connections {
  readonly #connections = new WeakMap<Duplex, Connection>();
  readonly #open = new Set<Connection>();
  /** Connections without a request yet, the oldest first. */
  readonly #silent = new Set<Connection>();
  readonly #longestIdle = new LongestIdle(this.#open, HTTP_LIMITS.connectionsReserve);
  readonly #max: number;
  readonly #deal: () => number;
  readonly #isStopping: () => boolean;
  #turn = 0;

  /**
   * `deal` rises when workers are to share connections again: older connections are closed with their next answer. Once the service
   * `isStopping`, all are.
   */
  constructor(
    max: number = HTTP_LIMITS.connectionsMax,
    deal: () => number = () => 0,
    isStopping: () => boolean = () => false,
  ) {
    this.#max = max;
    this.#deal = deal;
    this.#isStopping = isStopping;
  }

  /** Limits and watches the connections of a server from now on. */
  watch(server: Server): void {
    server.maxConnections = this.#max;
    // A client that sends a request and then its end (`printf ... | nc`) still reads: Node would close the connection by itself.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on("connection", (socket: Socket) => this.#welcome(socket));
    server.on("listening", () => {
      const looking = setInterval(() => this.closeStuck(performance.now()), HTTP_LIMITS.connectionsCheckMilliseconds);
      looking.unref();
      server.once("close", () => clearInterval(looking));
    });
  }

  /** Closes the connections whose answer is stuck: they would keep their places, and delay a stop. */
  closeStuck(now: number): void {
    for (const connection of [...this.#open]) if (connection.isStuck(now)) this.#close(connection);
  }

  /** Answers a request in its turn, which is at once unless others of its connection come first. */
  arrive(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) {
      answer();
      return;
    }
    if (connection.last === null) this.#silent.delete(connection);
    if (connection.deal !== this.#deal() || this.#isStopping()) closeWith(response, connection.last);
    connection.turn = this.#nextTurn();
    const pair = { request, response };
    connection.last = pair;
    // Node gives a response its socket when those before it are sent.
    if (response.socket !== null) {
      connection.current = pair;
      answer();
      return;
    }
    connection.waiting += 1;
    if (connection.waiting > HTTP_LIMITS.pipelinedRequestsMax) {
      request.socket.destroy();
      return;
    }
    response.once("socket", () => {
      connection.waiting -= 1;
      connection.current = pair;
      answer();
    });
  }

  /** Whether a request is the last that has arrived on its connection: none waits for its answer. */
  isLast(request: IncomingMessage): boolean {
    const connection = this.#connections.get(request.socket);
    return connection === undefined || connection.last === null || connection.last.request === request;
  }

  /** The last request of a connection, until it is completely answered. */
  unansweredOn(socket: Duplex): RequestPair | null {
    const last = this.#connections.get(socket)?.last ?? null;
    return last === null || last.response.writableEnded ? null : last;
  }

  #nextTurn(): number {
    this.#turn += 1;
    return this.#turn;
  }

  #welcome(socket: Socket): void {
    if (this.#open.size >= this.#max - HTTP_LIMITS.connectionsReserve) {
      this.#close(this.#longestIdle.next(this.#nextTurn()));
    }
    const connection = new Connection(socket, this.#deal(), this.#nextTurn());
    this.#connections.set(socket, connection);
    this.#open.add(connection);
    this.#silent.add(connection);
    socket.once("close", () => this.#forget(connection));
    socket.once("end", () => this.#probe(socket));
    if (this.#silent.size > HTTP_LIMITS.silentConnectionsMax) {
      const [oldest = null] = this.#silent;
      this.#close(oldest);
    }
  }

  #close(connection: Connection | null): void {
    if (connection === null) return;
    // Now, and not when the socket has closed: newcomers that come together each need a place.
    this.#forget(connection);
    connection.socket.destroy();
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    this.#silent.delete(connection);
  }

  /**
   * A client that has sent its end may still read, or be gone: the connection looks alike. Writing to it shows which. A client that reads
   * ignores "100 Continue". To one that is gone, the next write fails, which closes the connection and ends the work for it.
   */
  #probe(socket: Socket): void {
    if (this.unansweredOn(socket) === null) return;
    const probing = setInterval(() => {
      const pair = this.unansweredOn(socket);
      if (pair === null || pair.response.headersSent) clearInterval(probing);
      // HTTP/1.0 has only final answers: such a client counts as present.
      else if (pair.request.httpVersion === "1.1" && pair.response.socket !== null) pair.response.writeContinue();
    }, HTTP_LIMITS.halfClosedProbeMilliseconds);
    socket.once("close", () => clearInterval(probing));
  }
}

/** Node then sends "Connection: close". Of pipelined requests only the last answer says so: none is lost. */
function closeWith(response: ServerResponse, before: RequestPair | null): void {
  if (before !== null && !before.response.headersSent) before.response.shouldKeepAlive = true;
  response.shouldKeepAlive = false;
}

export interface Activity {
  /** The number of its last request, or of its opening, among all: an order without a clock. */
  turn: number;
  /** Whether all of its requests are answered, and the answers sent. */
  isIdle(): boolean;
}

/**
 * Finds the connection that has been idle for longest (LRU eviction). A request only leaves its number. The search runs when space is
 * needed, for several at once, so that a flood of newcomers does not repeat it each time.
 */
export class LongestIdle<Connection extends Activity> {
  readonly #open: ReadonlySet<Connection>;
  readonly #foundMax: number;
  /** The last search result, with the turn that each had then, the longest idle last. */
  #found: { readonly connection: Connection; readonly turn: number }[] = [];

  constructor(open: ReadonlySet<Connection>, foundMax: number) {
    this.#open = open;
    this.#foundMax = foundMax;
  }

  /** Null when all are busy; `turn` is the current number. */
  next(turn: number): Connection | null {
    return this.#nextFound() ?? this.#search(turn);
  }

  #search(turn: number): Connection | null {
    const idle: Connection[] = [];
    for (const connection of this.#open) {
      if (connection.isIdle()) idle.push(connection);
      // Idle from now at the earliest, however old its last request is.
      else connection.turn = turn;
    }
    idle.sort((one, other) => one.turn - other.turn);
    this.#found = idle
      .slice(0, this.#foundMax)
      .map((connection) => ({ connection, turn: connection.turn }))
      .reverse();
    return this.#nextFound();
  }

  /** A found connection without a request since then has been idle for longer than all others. */
  #nextFound(): Connection | null {
    for (let first = this.#found.pop(); first !== undefined; first = this.#found.pop()) {
      if (first.connection.turn === first.turn && this.#open.has(first.connection)) return first.connection;
    }
    return null;
  }
}
