// Imported rather than read from the global object, where each use goes through a getter.
import { Buffer } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { free, type OwnBytes } from "../../core/runtime/memory.ts";
import type { HeldBytes } from "./bytes-in-flight.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { endAfterRest } from "./rest-of-body.ts";

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

/** Writes the body of an answer, and ends it. */
export function writeBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  held: HeldBytes | null,
): void {
  // The connection may end with the answer: a client that still sends its body would lose both.
  const end = request.complete ? () => response.end() : () => endAfterRest(request, response);
  if (isInParts(body)) writeParts(response, body, held, end);
  else if (request.complete) response.end(body);
  else {
    response.write(body);
    end();
  }
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

/** A client that reads hardly anything loses its answer, which frees its memory. */
export function dropUnlessRead(response: ServerResponse, length: number): void {
  const { unreadMillisecondsMax, readBytesPerMillisecondMin } = HTTP_LIMITS;
  const drop = () => response.destroy();
  response.setTimeout(unreadMillisecondsMax, drop);
  const deadline = setTimeout(drop, unreadMillisecondsMax + length / readBytesPerMillisecondMin).unref();
  response.once("close", () => clearTimeout(deadline));
}
