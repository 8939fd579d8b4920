import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { failure, reasonOf } from "../reading/failure.ts";

const MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** A scrape is one small request: whoever takes longer to send it, or to read the answer, is not scraping. */
const REQUEST_MILLISECONDS_MAX = 5_000;
const UNREAD_MILLISECONDS_MAX = 15_000;
/** How often connections are held against the time above; Node's own half minute would let them stay six times as long. */
const CONNECTIONS_CHECK_MILLISECONDS = 1_000;
/** A scrape has a few hundred bytes of headers. */
const HEADER_BYTES_MAX = 8_192;
/** A handful of scrapers and people, each with some; what the answers take is bounded by it. */
const CONNECTIONS_MAX = 64;

/** Serves `/metrics` and nothing else on a port of its own; resolves to what closes it. */
export async function serveMetrics(host: string, port: number, text: () => Promise<string>): Promise<() => void> {
  const server = createServer(
    {
      headersTimeout: REQUEST_MILLISECONDS_MAX,
      requestTimeout: REQUEST_MILLISECONDS_MAX,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MILLISECONDS,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    (request, response) => {
      response.setTimeout(UNREAD_MILLISECONDS_MAX, () => response.destroy());
      // One after the other on each connection: Node gives a response its socket when those before it are sent.
      if (response.socket === null) response.once("socket", () => void answer(request, response, text));
      else void answer(request, response, text);
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(failure(`Metrics cannot be served on ${host}, port ${port} (${reasonOf(error)}). Change --metrics-port.`));
    });
    server.listen(port, host, resolve);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, text: () => Promise<string>): Promise<void> {
  if (request.url !== "/metrics" || request.method !== "GET") {
    response.writeHead(404).end();
    return;
  }
  try {
    const metrics = await text();
    response.writeHead(200, { "content-type": MEDIA_TYPE }).end(metrics);
  } catch {
    response.writeHead(503).end();
  }
}
