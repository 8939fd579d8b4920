import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { HTTP_LIMITS } from "./limits.ts";

interface RequestPair {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Back-pressure on each connection: its requests are answered one after the other. So a client that sends thousands and reads nothing
 * (pipelining) has one answer in memory. Beyond a few waiting requests the connection is closed.
 */
export class Connections {
  /** The last request that arrived on a connection. */
  readonly #last = new WeakMap<Duplex, RequestPair>();
  /** How many requests of a connection wait until those before them are answered. */
  readonly #waiting = new WeakMap<Duplex, number>();

  /** Answers a request in its turn, which is at once unless others of its connection come first. */
  arrive(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const { socket } = request;
    this.#last.set(socket, { request, response });
    // Node gives a response its socket when those before it are sent.
    if (response.socket !== null) {
      answer();
      return;
    }
    const waiting = (this.#waiting.get(socket) ?? 0) + 1;
    if (waiting > HTTP_LIMITS.pipelinedRequestsMax) {
      socket.destroy();
      return;
    }
    this.#waiting.set(socket, waiting);
    response.once("socket", () => {
      this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1);
      answer();
    });
  }

  /** Whether a request is the last that has arrived on its connection: none waits for its answer. */
  isLast(request: IncomingMessage): boolean {
    const last = this.#last.get(request.socket);
    return last === undefined || last.request === request;
  }

  /**
   * A client that has sent its end may still read, or be gone: only writing shows which. A client that reads ignores "100 Continue"; to one
   * that is gone the next write fails, which ends the work for it.
   */
  probe(socket: Duplex): void {
    const probing = setInterval(() => {
      const { request, response } = this.unfinishedOn(socket) ?? {};
      if (response === undefined || response.headersSent) clearInterval(probing);
      // HTTP/1.0 has only final answers.
      else if (request?.httpVersion === "1.1" && response.socket !== null) response.writeContinue();
    }, HTTP_LIMITS.halfClosedProbeMilliseconds);
    socket.once("close", () => clearInterval(probing));
  }

  /** The last request of a connection, until it has arrived and is answered. */
  unfinishedOn(socket: Duplex): RequestPair | null {
    const last = this.#last.get(socket);
    return last === undefined || (last.request.complete && last.response.writableEnded) ? null : last;
  }
}
