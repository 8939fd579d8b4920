import { createServer, type RequestListener, type Server } from "node:http";
import { performance } from "node:perf_hooks";
import { type Arrival, Exchange, type ExchangeMeans, run } from "./exchange.ts";
import { throughGate } from "./gate.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { ReadingRoute } from "./routes.ts";

/**
 * The HTTP server below the framework. What is read by GET goes straight to its endpoint: the
 * framework's routing and life cycle would cost a single lookup a fifth of its time and do nothing
 * for it. Everything else goes through the framework: batches, HEAD, paths that are written with
 * percent-encoding (to the same endpoints), and what has to be refused.
 */
export function createHttpServer(
  reading: ReadonlyMap<string, ReadingRoute>,
  means: ExchangeMeans,
  framework: RequestListener,
): Server {
  const direct = new Map(
    [...reading].map(([path, { facts, endpoint }]) => [path, { facts, endpoint: throughGate(endpoint) }]),
  );
  return createServer(
    {
      maxHeaderSize: HTTP_LIMITS.headerBytesMax,
      headersTimeout: HTTP_LIMITS.headersMillisecondsMax,
      requestTimeout: HTTP_LIMITS.requestMillisecondsMax,
      keepAliveTimeout: HTTP_LIMITS.keepAliveMilliseconds,
      connectionsCheckingInterval: HTTP_LIMITS.connectionsCheckMilliseconds,
      // A missing Host header is answered by the gate, as a problem.
      requireHostHeader: false,
    },
    (request, response) => {
      const url = request.url ?? "";
      if (!url.startsWith("/")) request.url = withoutOrigin(url);
      const route = request.method === "GET" ? direct.get(pathOf(url)) : undefined;
      if (route === undefined) framework(request, response);
      else answerInWave({ request, response, time: performance.now() }, route, means);
    },
  );
}

function answerInWave(arrival: Arrival, { facts, endpoint }: ReadingRoute, means: ExchangeMeans): void {
  means.waves.join(() => run(endpoint, new Exchange(arrival, facts, means)));
}

/** A proxy may send a whole URL (RFC 9112, 3.2.2); what is asked for is its path. */
function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
}

function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}
