import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { HTTP_LIMITS } from "./limits.ts";

/** A request and what it will be answered with. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  /** The last request that arrived on it; null before the first. */
  last: Asked | null;
  /** Requests that wait until those before them are answered. */
  waiting: number;
}

/**
 * The open connections of a service: how many there are, and whose turn it is on each. Requests of one connection are
 * worked on one after the other, so that a client which sends thousands and reads nothing (pipelining) has one answer
 * in our memory. What it sends beyond a few is not even kept: the connection is closed.
 */
export class Connections {
  readonly #connections = new WeakMap<Duplex, Connection>();
  /** Those that have not asked anything yet, in the order that they came. */
  readonly #silent = new Set<Socket>();

  /** Bounds what is open on a server, and learns of it from now on. */
  watch(server: Server): void {
    server.maxConnections = HTTP_LIMITS.connectionsMax;
    // Whoever sends a request and then its end (`printf ... | nc`) still reads: Node would close the connection by itself.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on("connection", (socket: Socket) => this.#open(socket));
  }

  /** Has a request answered when it is its turn, which is at once unless others of its connection come first. */
  arrive(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) {
      answer();
      return;
    }
    if (connection.last === null) this.#silent.delete(request.socket);
    connection.last = { request, response };
    // Node gives a response its socket when those before it are sent.
    if (response.socket !== null) {
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
      answer();
    });
  }

  /** The last request of a connection, as long as it is not completely answered. */
  unansweredOn(socket: Duplex): Asked | null {
    const last = this.#connections.get(socket)?.last ?? null;
    return last === null || last.response.writableEnded ? null : last;
  }

  #open(socket: Socket): void {
    this.#connections.set(socket, { last: null, waiting: 0 });
    this.#silent.add(socket);
    socket.once("close", () => this.#silent.delete(socket));
    socket.once("end", () => this.#probe(socket));
    if (this.#silent.size > HTTP_LIMITS.silentConnectionsMax) {
      const [oldest] = this.#silent;
      oldest?.destroy();
    }
  }

  /**
   * A client that has sent its end may still read, or be gone: the connection looks alike. Writing to it tells: "100
   * Continue" means nothing to whoever reads, and what is written after it to somebody who is gone fails, which
   * closes the connection and ends the work for it.
   */
  #probe(socket: Socket): void {
    if (this.unansweredOn(socket) === null) return;
    const probing = setInterval(() => {
      const asked = this.unansweredOn(socket);
      if (asked === null || asked.response.headersSent) clearInterval(probing);
      // HTTP/1.0 has no answers but final ones: such a client is believed to be there.
      else if (asked.request.httpVersion === "1.1" && asked.response.socket !== null) asked.response.writeContinue();
    }, HTTP_LIMITS.halfClosedProbeMilliseconds);
    socket.once("close", () => clearInterval(probing));
  }
}
