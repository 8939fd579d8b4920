import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/*
 * What Ratebook uses of Node's HTTP in its own way.
 *
 * An `import` of a module's value reads all its exports, and one of `node:http` loads Node's WebSocket client: 45 ms of processor time, a
 * twentieth of the start of a server. `getBuiltinModule` reads what is used.
 *
 * Node's HTTP parser calls JavaScript once per chunk of a body, for all chunks of a socket read (64 KiB) in one turn. It goes on
 * when the socket is paused or destroyed: 10,900 chunks of one byte take 26 ms, whatever is done with them. Node offers no
 * way to stop it, so this file reaches into the parser that a socket carries. What it uses is the same in Node 20 to 24;
 * if a later Node keeps it elsewhere, nothing is changed here, and chunks cost what they did (the tests notice).
 */

export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

/** `HTTPParser.kOnBody`: where the parser keeps the function that it calls for each piece of a body. */
const ON_BODY = 3;
/** Return value of `onIncoming`: what follows the head is another protocol, and is not parsed. */
const NOT_PARSED = 2;

interface HttpParser {
  [ON_BODY]: unknown;
  /** Called with the head of each request. */
  onIncoming: ((request: IncomingMessage, keepAlive: boolean) => number) | null;
}

function parserOf(socket: Duplex): HttpParser | null {
  return (socket as { parser?: HttpParser | null }).parser ?? null;
}

/** Makes the parser of a new connection stop after a head, when `isOver` is true by then: the rest of the read costs nothing. */
export function parseUntil(socket: Duplex, isOver: () => boolean): void {
  const parser = parserOf(socket);
  const onIncoming = parser?.onIncoming;
  if (!parser || typeof onIncoming !== "function") return;
  parser.onIncoming = (request, keepAlive) => {
    const treatment = onIncoming(request, keepAlive);
    return isOver() ? NOT_PARSED : treatment;
  };
}

/** Makes the parser drop the bodies of a connection that will be closed: without a function to call, 10,900 chunks take 1 ms. */
export function ignoreBodies(socket: Duplex): void {
  const parser = parserOf(socket);
  const onBody = parser?.[ON_BODY];
  if (!parser || typeof onBody !== "function") return;
  parser[ON_BODY] = null;
  // Node reuses parsers for other connections, from the moment that this one is closed.
  socket.once("close", () => {
    parser[ON_BODY] = onBody;
  });
}
