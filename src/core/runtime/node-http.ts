import type { Duplex } from "node:stream";

/*
 * An `import` of a module's value reads all its exports, and one of `node:http` loads Node's WebSocket client: 45 ms of processor time, a
 * twentieth of the start of a server. `getBuiltinModule` reads what is used.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule("node:http");

/** `HTTPParser.kOnBody`: where the parser of a socket keeps the function that it calls for each chunk of a body. */
const ON_BODY = 3;

/**
 * Makes Node's parser drop the bodies of a connection that will be closed. It calls JavaScript for all chunks of a read (64 KiB), also when
 * the socket is paused or destroyed: 10,900 chunks of one byte take 26 ms, and 1 ms without a function to call. Node has no other way to
 * stop it. If a later Node keeps the function elsewhere, chunks cost what they did.
 */
export function ignoreBodies(socket: Duplex): void {
  const { parser } = socket as { parser?: { [ON_BODY]: unknown } | null };
  const onBody = parser?.[ON_BODY];
  if (!parser || typeof onBody !== "function") return;
  parser[ON_BODY] = null;
  // Node reuses parsers for other connections, from the moment that this one is closed.
  socket.once("close", () => {
    parser[ON_BODY] = onBody;
  });
}
