import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { HTTP_LIMITS } from "./limits.ts";
import { isBodyOnItsWay, isInChunks, stopReading } from "./rest-of-body.ts";

/** The code of the error that Node's `clientError` carries for a body in too many small chunks. */
export const TINY_CHUNKS = "ERR_TINY_CHUNKS";

const { chunkBytesMin, tinyChunksMax, tinyChunksPerMillisecond, tinyChunksOfAllMax, tinyChunksOfAllPerMillisecond } =
  HTTP_LIMITS;

/** The cost of small chunks beyond their bytes (a leaky bucket): each chunk counts as `chunkBytesMin`, and its bytes pay for it. */
class Debt {
  readonly #paidPerMillisecond: number;
  #bytes = 0;
  #paidAt: number;

  constructor(chunksPerMillisecond: number, now: number) {
    this.#paidPerMillisecond = chunksPerMillisecond * chunkBytesMin;
    this.#paidAt = now;
  }

  add(bytes: number, now: number): void {
    const paid = (now - this.#paidAt) * this.#paidPerMillisecond;
    this.#paidAt = now;
    this.#bytes = Math.max(0, this.#bytes - paid + bytes);
  }

  get chunks(): number {
    return this.#bytes / chunkBytesMin;
  }
}

/**
 * Limits small chunks as bytes are limited: Node calls us once for each, which costs as much as reading some kilobytes. A connection may
 * owe for so many, and all connections together for a few times as many. Beyond that the request is refused and the connection closed.
 * While all owe too much, a connection may owe much less.
 */
export class TinyChunks {
  readonly #now: () => number;
  readonly #ofConnection = new WeakMap<Duplex, Debt>();
  readonly #ofAll: Debt;

  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#ofAll = new Debt(tinyChunksOfAllPerMillisecond, now());
  }

  /** Counts the chunks of a request from its head on: they may follow in the same turn. */
  watch(server: Server, request: IncomingMessage): void {
    if (!isInChunks(request)) return;
    const { socket } = request;
    const debt = this.#ofConnection.get(socket) ?? new Debt(tinyChunksPerMillisecond, this.#now());
    this.#ofConnection.set(socket, debt);
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding) => {
      if (chunk === null || !this.#isTooMuch(debt, chunk.length)) return push(chunk, encoding);
      // Also the end of the body: this part must not pass for the whole.
      request.push = () => false;
      stopReading(request);
      const error = Object.assign(new Error("The body comes in too many small chunks."), { code: TINY_CHUNKS });
      server.emit("clientError", error, socket);
      return false;
    };
  }

  #isTooMuch(debt: Debt, bytes: number): boolean {
    const now = this.#now();
    const owed = chunkBytesMin - bytes;
    debt.add(owed, now);
    // Large chunks of one connection do not pay for the small ones of others.
    this.#ofAll.add(Math.max(0, owed), now);
    const max = this.#ofAll.chunks > tinyChunksOfAllMax ? HTTP_LIMITS.tinyChunksMaxUnderLoad : tinyChunksMax;
    return debt.chunks > max;
  }
}

/**
 * Ends a request whose body does not arrive in time. Node has one timeout for every request, which is that of files. The rest is as Node
 * would do it.
 */
export function limitBodyTime(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  millisecondsMax: number = HTTP_LIMITS.requestMillisecondsMax,
): void {
  if (!isBodyOnItsWay(request)) return;
  const deadline = setTimeout(() => {
    if (request.complete || request.destroyed) return;
    const error = Object.assign(new Error("The body did not arrive in time."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.emit("clientError", error, request.socket);
  }, millisecondsMax).unref();
  response.once("close", () => clearTimeout(deadline));
}
