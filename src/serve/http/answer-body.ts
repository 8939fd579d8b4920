// Imported rather than read from the global object, where each use goes through a getter.
import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, type Transform } from "node:stream";
import { free, type OwnBytes } from "../../core/runtime/memory.ts";
import type { HeldBytes } from "./bytes-in-flight.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { closeUnread, discardRest, isBodyOnItsWay, isInChunks, stopReading } from "./rest-of-body.ts";

/**
 * The body of an answer, possibly in parts. A Buffer is shared by all answers that send it, such as a document, and takes no memory for one
 * of them.
 */
export type Body = string | Buffer | readonly OwnBytes[];

export function lengthOf(body: Body): number {
  if (!isInParts(body)) return Buffer.byteLength(body);
  return body.reduce((sum, { length }) => sum + length, 0);
}

/** How much memory an answer takes until it is sent. */
export function ownLengthOf(body: Body, length: number): number {
  return Buffer.isBuffer(body) ? 0 : length;
}

/** Frees an answer that will not be sent. */
export function freeBody(body: Body): void {
  if (isInParts(body)) body.forEach(free);
}

export function isInParts(body: Body): body is readonly OwnBytes[] {
  return Array.isArray(body);
}

export function endWith(request: IncomingMessage, response: ServerResponse, body: Body, held: HeldBytes | null): void {
  if (isBodyOnItsWay(request)) endAfterRest(request, response, body, held);
  else if (isInParts(body)) writeParts(response, body, held, () => response.end());
  else response.end(body);
}

/** Whether an answer closes its connection, because the rest of the request is in chunks and will not be read. */
export function closesUnread(request: IncomingMessage): boolean {
  return isInChunks(request) && isBodyOnItsWay(request);
}

/**
 * Sends the answer at once and ends it when the client has sent everything. Closing a connection ends its answer, and a kept connection is
 * free for the next request only then. A rest in chunks is not waited for.
 */
function endAfterRest(request: IncomingMessage, response: ServerResponse, body: Body, held: HeldBytes | null): void {
  const { socket } = request;
  const isClosed = isInChunks(request);
  if (isClosed) stopReading(request);
  let toCome = isClosed ? 1 : 2;
  const endWhenBoth = () => {
    toCome -= 1;
    if (toCome > 0) return;
    // Node would reset the connection with the end of the answer, and the client would lose it.
    if (isClosed) closeUnread(socket);
    else response.end();
  };
  response.flushHeaders();
  if (isInParts(body)) writeParts(response, body, held, endWhenBoth);
  else {
    response.write(body);
    endWhenBoth();
  }
  if (!isClosed) discardRest(request, endWhenBoth);
}

/**
 * Writes parts as fast as the socket accepts them (backpressure). Frees the memory of each when it is written, and of all that are left
 * when the client leaves. `done` is called with the last part, so that both are sent together.
 */
function writeParts(
  response: ServerResponse,
  parts: readonly OwnBytes[],
  held: HeldBytes | null,
  done: () => void,
): void {
  let next = 0;
  response.once("close", () => parts.forEach(free));

  function writeSome(): void {
    const start = next;
    let bytes = 0;
    const written = (error: Error | null | undefined) => {
      // The client left: what the system may still be writing is freed when the connection is closed.
      if (error) return;
      for (const part of parts.slice(start, next)) free(part);
      held?.give(bytes);
      if (next < parts.length && !response.destroyed) writeSome();
    };
    response.cork();
    while (next < parts.length && bytes < HTTP_LIMITS.answerBytesAheadMax) {
      const part = parts[next] as OwnBytes;
      next += 1;
      bytes += part.length;
      const isLast = next === parts.length || bytes >= HTTP_LIMITS.answerBytesAheadMax;
      if (isLast) response.write(part, written);
      else response.write(part);
    }
    if (next === parts.length) done();
    response.uncork();
  }

  writeSome();
}

/** Sends a body compressed, as fast as the client reads it: the compressor takes a part when the one before is on its way. */
export function endCompressed(
  response: ServerResponse,
  body: Body,
  compressor: Transform,
  held: HeldBytes | null,
): void {
  // A client that leaves ends the compressor too.
  pipeline(compressor, response, () => {});
  if (isInParts(body)) compressParts(body, compressor, held);
  else compressor.end(body);
}

/** Frees each part when it is compressed, and all that are left when the client leaves. */
function compressParts(parts: readonly OwnBytes[], compressor: Transform, held: HeldBytes | null): void {
  let next = 0;
  // Another thread may still read the last part that was written: the garbage collector frees that one.
  compressor.once("close", () => parts.slice(next).forEach(free));

  function compressNext(): void {
    const part = parts[next];
    if (compressor.destroyed) return;
    if (part === undefined) {
      compressor.end();
      return;
    }
    next += 1;
    const { length } = part;
    compressor.write(part, (error) => {
      if (error) return;
      free(part);
      held?.give(length);
      compressNext();
    });
  }

  compressNext();
}

/** A stream of a known length, which fails when it ends early or goes on: no part of a file passes for all of it. */
export function wholeOf(length: number): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* whole(source) {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      yield chunk;
    }
    if (bytes !== length) throw new Error(`The answer has ${bytes} bytes instead of ${length}.`);
  };
}

/** A client that reads hardly anything loses its answer, which frees its memory. */
export function dropUnlessRead(response: ServerResponse, length: number): void {
  const { unreadMillisecondsMax, readBytesPerMillisecondMin } = HTTP_LIMITS;
  const drop = () => response.destroy();
  response.setTimeout(unreadMillisecondsMax, drop);
  const deadline = setTimeout(drop, unreadMillisecondsMax + length / readBytesPerMillisecondMin).unref();
  response.once("close", () => clearTimeout(deadline));
}
