import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { AllowedHosts } from "./allowed-hosts.ts";
import { limitBodyTime } from "./body-time.ts";
import { REPRICE_PATH } from "./endpoints.ts";
import { type Arrival, Exchange, type ExchangeMeans, run } from "./exchange.ts";
import { noteExpectation } from "./expectation.ts";
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
    [...reading].map(([path, { facts, endpoint }]) => [path, { facts, endpoint: throughGate(endpoint, means.hosts) }]),
  );
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? "";
    if (!url.startsWith("/")) takeApart(request, url);
    const isFile = request.method === "POST" && pathOf(url) === REPRICE_PATH;
    if (!isFile) limitBodyTime(server, request, response);
    const route = request.method === "GET" ? direct.get(pathOf(url)) : undefined;
    if (route === undefined) framework(request, response);
    else answerInWave({ request, response, time: performance.now() }, route, means);
  };
  const server = createServer({
    maxHeaderSize: HTTP_LIMITS.headerBytesMax,
    headersTimeout: HTTP_LIMITS.headersMillisecondsMax,
    requestTimeout: HTTP_LIMITS.fileMillisecondsMax,
    keepAliveTimeout: HTTP_LIMITS.keepAliveMilliseconds,
    connectionsCheckingInterval: HTTP_LIMITS.connectionsCheckMilliseconds,
    // A missing Host header is answered by the gate, as a problem.
    requireHostHeader: false,
  });
  means.connections.watch(server);
  const arrive = (request: IncomingMessage, response: ServerResponse) =>
    means.connections.arrive(request, response, () => answer(request, response));
  server.on("request", arrive);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    noteExpectation(request);
    arrive(request, response);
  });
  server.once("listening", () => tellAddress(server, means.hosts));
  return server;
}

function tellAddress(server: Server, hosts: AllowedHosts): void {
  const address = server.address();
  if (address !== null && typeof address !== "string") hosts.listensOn(address.address);
}

function answerInWave(arrival: Arrival, { facts, endpoint }: ReadingRoute, means: ExchangeMeans): void {
  means.waves.join(() => run(endpoint, new Exchange(arrival, facts, means)));
}

const ORIGIN = /^https?:\/\/([^/?#]*)/i;

/** A proxy may send a whole URL (RFC 9112, 3.2.2): what is asked for is its path, and its host stands above the header's. */
function takeApart(request: IncomingMessage, url: string): void {
  const [origin, authority] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return;
  request.url = withSlash(url.slice(origin.length));
  request.headers.host = authority;
}

function withSlash(path: string): string {
  return path.startsWith("/") ? path : `/${path}`;
}

function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}
