import { createServer, type ServerResponse } from "node:http";
import { failure } from "../../runtime/failure.ts";
import type { Product } from "../product.ts";
import { unboundMessage } from "../unbound.ts";

/** Health checks and a few impatient clients. */
const CONNECTIONS_MAX = 256;
const REQUEST_MILLISECONDS_MAX = 5_000;
const HEADER_BYTES_MAX = 8_192;

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
): Promise<() => Promise<void>> {
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
    server.listen({ host, port, exclusive: true }, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

function send(response: ServerResponse, status: number, mediaType: string, body: string): void {
  const headers = { "content-type": mediaType, "cache-control": "no-store", "retry-after": "1", connection: "close" };
  response.writeHead(status, headers).end(body);
}
