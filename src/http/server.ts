import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type Exchange, type RouteFacts, run } from "./exchange.ts";
import { passesGate } from "./gate.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { ReadingRoute } from "./routes.ts";

export type OpenExchange = (request: IncomingMessage, response: ServerResponse, facts: RouteFacts) => Exchange;

/**
 * The HTTP server below the framework. What is read by GET goes straight to its endpoint: the
 * framework's routing and life cycle would cost a single lookup a fifth of its time and do nothing
 * for it. Everything else goes through the framework: batches, HEAD, paths that are written with
 * percent-encoding (to the same endpoints), and what has to be refused.
 */
export function createHttpServer(
  reading: ReadonlyMap<string, ReadingRoute>,
  openExchange: OpenExchange,
  framework: RequestListener,
): Server {
  const server = createServer(
    {
      maxHeaderSize: HTTP_LIMITS.headerBytesMax,
      headersTimeout: HTTP_LIMITS.headersTimeout,
      requestTimeout: HTTP_LIMITS.requestTimeout,
      keepAliveTimeout: HTTP_LIMITS.keepAliveTimeout,
      connectionsCheckingInterval: HTTP_LIMITS.connectionsCheckingInterval,
      // A missing Host header is answered by the gate, as a problem.
      requireHostHeader: false,
    },
    (request, response) => {
      const route = request.method === "GET" ? reading.get(pathOf(request.url ?? "")) : undefined;
      if (route === undefined) {
        framework(request, response);
        return;
      }
      const exchange = openExchange(request, response, route.facts);
      if (passesGate(exchange)) run(route.endpoint, exchange);
    },
  );
  server.setTimeout(HTTP_LIMITS.socketIdleTimeout);
  return server;
}

function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}
