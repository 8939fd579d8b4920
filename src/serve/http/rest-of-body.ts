import type { IncomingMessage } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { ignoreBodies } from "../../core/runtime/node-http.ts";
import { HTTP_LIMITS } from "./limits.ts";

/*
 * A client that sends its whole body before it reads gets a broken pipe instead of an answer, when the connection is closed under it. So
 * the rest of a body with a declared length is read and discarded first, within bounds ("lingering close"). A rest in chunks is not parsed:
 * each chunk would cost as much as a kilobyte. The connection ends with the answer, and the remaining bytes are discarded unparsed, within
 * smaller bounds.
 */

/** Whether a request was answered before all of its body arrived. */
export function isBodyOnItsWay(request: IncomingMessage): boolean {
  const { complete, readableEnded, headers } = request;
  if (unread.get(request.socket) === request) return true;
  if (complete || readableEnded) return false;
  return isInChunks(request) || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether the body of a request comes in chunks. */
export function isInChunks({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined;
}

/**
 * Connections that are not parsed any more, each with the request whose body is not read (Node may call it complete). Requests before it on
 * the connection arrived whole. The request is null where the bytes belong to none.
 */
const unread = new WeakMap<Duplex, IncomingMessage | null>();

export function isUnread(socket: Duplex): boolean {
  return unread.has(socket);
}

/** Stops parsing a request and what follows it: the connection is closed with its answer. */
export function stopReading(request: IncomingMessage): void {
  stopParsing(request.socket, request);
}

/** Discards what still comes, up to a bound. */
function stopParsing(socket: Duplex, request: IncomingMessage | null): void {
  if (unread.has(socket)) return;
  unread.set(socket, request);
  ignoreBodies(socket);
  // Node's own listener feeds the parser. With any other one, Node passes the bytes to listeners.
  socket.removeAllListeners("data");
  let bytes = 0;
  socket.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > HTTP_LIMITS.unparsedBytesMax) socket.pause();
  });
  socket.resume();
}

/** Ends a connection after what has been written to it. The client sees the end at once, and has some time to read. */
export function closeUnread(socket: Duplex): void {
  stopParsing(socket, null);
  socket.end();
  const deadline = setTimeout(() => socket.destroy(), HTTP_LIMITS.unparsedMillisecondsMax);
  socket.once("close", () => clearTimeout(deadline));
}

/** Reads and discards the rest of a body; calls `done` at its end. Beyond the bounds it closes the connection. */
export function discardRest(body: Readable, done: () => void): void {
  // A stream reports its end once.
  if (body.readableEnded) {
    done();
    return;
  }
  let bytes = 0;
  let pace: NodeJS.Timeout | undefined;
  const deadline = setTimeout(() => body.destroy(), HTTP_LIMITS.discardedMillisecondsMax);
  const silence = setTimeout(() => body.destroy(), HTTP_LIMITS.discardedSilenceMillisecondsMax);
  body.on("data", (chunk: Buffer) => {
    silence.refresh();
    bytes += chunk.length;
    if (bytes > HTTP_LIMITS.discardedBytesMax) body.destroy();
    // Without a pause Node reads 2 MiB of one connection before others have their turn.
    body.pause();
    pace = setTimeout(() => body.resume(), HTTP_LIMITS.discardedReadMilliseconds);
  });
  body.once("end", done);
  body.once("close", () => {
    clearTimeout(deadline);
    clearTimeout(silence);
    clearTimeout(pace);
  });
  body.resume();
}
