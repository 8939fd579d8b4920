import { createServer, type Server, type ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { failure } from "../../runtime/failure.ts";
import { type NotReadyServer, SHARES_PORT } from "../port.ts";
import type { Product } from "../product.ts";
import { unboundMessage } from "../unbound.ts";

/** Health checks and a few impatient clients. */
const CONNECTIONS_MAX = 256;
const REQUEST_MILLISECONDS_MAX = 5_000;
const HEADER_BYTES_MAX = 8_192;
/** A client that has connected sends its request within this time, or loses the connection when the port changes hands. */
const LAST_REQUEST_MILLISECONDS_MAX = 1_000;

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * Answers on the port of a server that has nothing to serve yet: it is alive, and not ready, and says why. Nothing is read of a request but its
 * path, and every connection is closed, so that clients come back to the server itself.
 */
export async function startNotReadyServer(
  { host, port }: Place,
  answer: () => ReturnType<Product["notReadyAnswer"]>,
): Promise<NotReadyServer> {
  const server = createServer(
    {
      headersTimeout: REQUEST_MILLISECONDS_MAX,
      requestTimeout: REQUEST_MILLISECONDS_MAX,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    (request, response) => {
      if (request.url === "/livez") send(response, 200, "application/json", '{"status":"alive"}');
      else {
        const { mediaType, body } = answer();
        send(response, 503, mediaType, body);
      }
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(failure(unboundMessage(error, host, port))));
    server.listen({ host, port, exclusive: true, reusePort: SHARES_PORT }, resolve);
  });
  let closed: Promise<void> | null = null;
  return {
    close: () => {
      closed ??= closeAnswered(server);
      return closed;
    },
  };
}

async function closeAnswered(server: Server): Promise<void> {
  // The system drops the connections that it holds for a port which is closed: those that are there now are accepted first.
  await setImmediate();
  await new Promise<void>((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), LAST_REQUEST_MILLISECONDS_MAX);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
  });
}

function send(response: ServerResponse, status: number, mediaType: string, body: string): void {
  const headers = { "content-type": mediaType, "cache-control": "no-store", "retry-after": "1", connection: "close" };
  response.writeHead(status, headers).end(body);
}
