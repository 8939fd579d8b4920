import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { reasonOf } from "../../core/runtime/failure.ts";
import { hostNameIn, isLoopbackName, PROBES } from "./address.ts";
import { startSmallServer } from "./port.ts";

/** How long a text of metrics is shared: scrapers come every few seconds, and each text needs a call to every process. */
export const METRICS_MILLISECONDS = 1_000;
export const METRICS_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** A client that takes longer to read the answer is not scraping. */
const UNREAD_MILLISECONDS_MAX = 15_000;
/** A handful of scrapers and people; it bounds the memory of the answers. */
const CONNECTIONS_MAX = 64;

interface MetricsPlace {
  readonly host: string;
  readonly port: number;
  /** Names that it answers to besides those of the machine itself. */
  readonly allowedHosts: readonly string[];
}

/** Serves `/metrics` and nothing else on a separate port; resolves to the function that closes it. */
export async function serveMetrics(
  { host, port, allowedHosts }: MetricsPlace,
  text: () => Promise<string>,
): Promise<() => void> {
  const named = new Set(allowedHosts.map((name) => name.toLowerCase()));
  let isRestricted = named.size > 0;
  const server = await startSmallServer(
    { host, port },
    CONNECTIONS_MAX,
    (error) => `Metrics cannot be served on ${host}, port ${port} (${reasonOf(error)}). Change --metrics-port.`,
    (request, response) => {
      // Node gives a response its socket when those before it are sent. No scraper pipelines requests: buffering for such a client would
      // fill the memory. Nor does a scrape have a body.
      if (response.socket === null || request.headers["transfer-encoding"] !== undefined) {
        request.socket.destroy();
        return;
      }
      response.setTimeout(UNREAD_MILLISECONDS_MAX, () => response.destroy());
      // As on the port of the service: no web page can read this under its own host name (DNS rebinding).
      if (isRestricted && !isAddressedToUs(request, named)) response.writeHead(421).end();
      else void answer(request, response, text);
    },
  );
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

/** HTTP/1.0 has no Host header, and no browser uses it; Node itself refuses HTTP/1.1 without one. */
function isAddressedToUs({ headers: { host } }: IncomingMessage, named: ReadonlySet<string>): boolean {
  if (host === undefined) return true;
  const name = hostNameIn(host);
  return name !== null && (isLoopbackName(name) || named.has(name));
}

async function answer(request: IncomingMessage, response: ServerResponse, text: () => Promise<string>): Promise<void> {
  if (request.url !== PROBES.metrics || request.method !== "GET") {
    response.writeHead(404).end();
    return;
  }
  try {
    const metrics = await text();
    response.writeHead(200, { "content-type": METRICS_MEDIA_TYPE }).end(metrics);
  } catch {
    response.writeHead(503).end();
  }
}
