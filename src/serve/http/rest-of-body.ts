import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex, Readable } from "node:stream";
import { ignoreBodies } from "../../core/runtime/node-http.ts";
import { HTTP_LIMITS } from "./limits.ts";

/*
 * A client that sends its whole body before it reads loses the answer of a connection that is closed under it. Node discards a short rest
 * after the answer and keeps the connection. A long one, or one in chunks, ends with its connection a little later ("lingering close").
 */

/** Whether more of a request may come than is worth reading after its answer. */
export function hasLongRest(request: IncomingMessage): boolean {
  if (request.complete) return false;
  return isInChunks(request) || Number(request.headers["content-length"] ?? 0) > HTTP_LIMITS.discardedBytesMax;
}

function isInChunks({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined;
}

/** Ends a written answer when its client has sent everything or its end, or enough. */
export function endAfterRest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const end = () => response.end();
  if (socket.readableEnded) return void end();
  const deadline = setTimeout(end, HTTP_LIMITS.discardedMillisecondsMax);
  response.once("close", () => {
    clearTimeout(deadline);
    socket.off("end", end);
  });
  request.once("end", end).once("close", end);
  socket.once("end", end);
  if (isInChunks(request)) stopParsing(request.socket);
  else discard(request);
}

/** Discards the bytes of a connection that will be closed unparsed: the parser would call us for every chunk. */
function stopParsing(socket: Socket): void {
  ignoreBodies(socket);
  // Node's own listener feeds the parser.
  socket.removeAllListeners("data");
  discard(socket);
}

/** Reads on, up to a bound. */
function discard(source: Readable): void {
  let bytes = 0;
  source.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > HTTP_LIMITS.discardedBytesMax) source.pause();
  });
  source.resume();
}

/** Ends a connection after what has been written to it. The client sees the end at once, and has some time to read. */
export function closeUnread(socket: Duplex): void {
  socket.end();
  const deadline = setTimeout(() => socket.destroy(), HTTP_LIMITS.discardedMillisecondsMax);
  socket.once("close", () => clearTimeout(deadline));
}

/** The code of the error that Node's `clientError` carries for a body in too many small chunks. */
export const TINY_CHUNKS = "ERR_TINY_CHUNKS";

/** Ends a request whose chunks stay tiny: Node calls us for each, which costs as much as reading some hundred bytes. */
export function limitChunks(server: Server, request: IncomingMessage): void {
  if (!isInChunks(request)) return;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  request.push = (chunk: Buffer | null, encoding) => {
    chunks += chunk === null ? 0 : 1;
    bytes += chunk?.length ?? 0;
    if (chunks <= HTTP_LIMITS.tinyChunksMax || bytes >= chunks * HTTP_LIMITS.chunkBytesMin)
      return push(chunk, encoding);
    // Also the end of the body: this part must not pass for the whole.
    request.push = () => false;
    ignoreBodies(request.socket);
    request.socket.pause();
    const error = Object.assign(new Error("The body comes in too many small chunks."), { code: TINY_CHUNKS });
    server.emit("clientError", error, request.socket);
    return false;
  };
}
