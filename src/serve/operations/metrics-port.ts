import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { ignoreBodies } from "../../core/runtime/http-parser.ts";
import { hostNameIn, isLoopbackName } from "./address.ts";

/** How long a text of metrics is shared: scrapers come every few seconds, and making it asks every process of the server. */
export const METRICS_MILLISECONDS = 1_000;
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

/** Where metrics are served. */
interface MetricsPlace {
  readonly host: string;
  readonly port: number;
  /** Names that it answers to besides those of the machine itself. */
  readonly allowedHosts: readonly string[];
}

/** Serves `/metrics` and nothing else on a port of its own; resolves to what closes it. */
export async function serveMetrics(
  { host, port, allowedHosts }: MetricsPlace,
  text: () => Promise<string>,
): Promise<() => void> {
  const named = new Set(allowedHosts.map((name) => name.toLowerCase()));
  let isRestricted = named.size > 0;
  const server = createServer(
    {
      headersTimeout: REQUEST_MILLISECONDS_MAX,
      requestTimeout: REQUEST_MILLISECONDS_MAX,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MILLISECONDS,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    (request, response) => {
      // Node gives a response its socket when those before it are sent. No scraper asks sooner (pipelining): to keep
      // what such a client sends would fill the memory.
      // Nor has a scrape a body in chunks, each of which would cost as much as a kilobyte.
      if (response.socket === null || request.headers["transfer-encoding"] !== undefined) {
        ignoreBodies(request.socket);
        request.socket.destroy();
        return;
      }
      response.setTimeout(UNREAD_MILLISECONDS_MAX, () => response.destroy());
      // As on the port of the service: no web page reads this under a name of its own (DNS rebinding).
      if (isRestricted && !isAddressedToUs(request, named)) response.writeHead(421).end();
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
  if (isOnLoopback(server)) isRestricted = true;
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function isOnLoopback(server: Server): boolean {
  const address = server.address();
  return address !== null && typeof address !== "string" && isLoopbackName(address.address);
}

/** HTTP/1.0 knows no Host, and no browser speaks it; without one, Node refuses HTTP/1.1 by itself. */
function isAddressedToUs({ headers: { host } }: IncomingMessage, named: ReadonlySet<string>): boolean {
  if (host === undefined) return true;
  const name = hostNameIn(host);
  return name !== null && (isLoopbackName(name) || named.has(name));
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
