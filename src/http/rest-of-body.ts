import type { IncomingMessage } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { HTTP_LIMITS } from "./limits.ts";

/*
 * A client that sends its whole body before it reads sees a broken pipe instead of an answer, when the connection is
 * closed under it. So what is still to come is read and thrown away first, within bounds ("lingering close").
 */

/** Whether a request was answered before all of its body arrived. */
export function isBodyOnItsWay({ complete, readableEnded, headers }: IncomingMessage): boolean {
  if (complete || readableEnded) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Connections whose request has its answer already. */
const answered = new WeakSet<Duplex>();

export function isAnswered(socket: Duplex): boolean {
  return answered.has(socket);
}

/** Reads and throws away the rest of a body; calls `done` at its end. Beyond the bounds it closes the connection. */
export function discardRest(body: Readable & { readonly socket?: Duplex }, done: () => void): void {
  const { socket } = body;
  if (socket !== undefined) answered.add(socket);
  let bytes = 0;
  const deadline = setTimeout(() => body.destroy(), HTTP_LIMITS.discardedMillisecondsMax);
  const silence = setTimeout(() => body.destroy(), HTTP_LIMITS.discardedSilenceMillisecondsMax);
  body.on("data", (chunk: Buffer) => {
    silence.refresh();
    bytes += chunk.length;
    if (bytes > HTTP_LIMITS.discardedBytesMax) body.destroy();
  });
  body.once("end", () => {
    if (socket !== undefined) answered.delete(socket);
    done();
  });
  body.once("close", () => {
    clearTimeout(deadline);
    clearTimeout(silence);
  });
  body.resume();
}
