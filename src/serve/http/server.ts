import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { parseUntil } from "../../core/runtime/http-parser.ts";
import { REPRICE_PATH } from "../../pricing/state/api-paths.ts";
import type { AllowedHosts } from "./allowed-hosts.ts";
import { limitBodyTime } from "./body-time.ts";
import type { Arrival, ExchangeMeans } from "./exchange.ts";
import { noteExpectation } from "./expectation.ts";
import { losesWhatFollows } from "./framing.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { isInChunks, isUnread, stopReading } from "./rest-of-body.ts";
import { pathOf } from "./router.ts";
import { TinyChunks } from "./tiny-chunks.ts";

/** Node's own HTTP server with our limits; whatever it has read the head of goes to the request handler. */
export function createHttpServer(enter: (arrival: Arrival) => void, means: ExchangeMeans): Server {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { url = "", method } = request;
    if (!url.startsWith("/")) takeApart(request, url);
    // An upgrade is never offered: such a request is answered like the others, and is the last of its connection.
    if (losesWhatFollows(request)) response.shouldKeepAlive = false;
    const isFile = method === "POST" && pathOf(request.url ?? "") === REPRICE_PATH;
    if (!isFile) limitBodyTime(server, request, response);
    const arrival = { request, response, time: performance.now() };
    // What comes with a body is begun at once, before anything can be found wrong with the rest of it.
    if (isReading(request)) means.microBatches.join(() => enter(arrival));
    else enter(arrival);
  };
  const server = createServer({
    maxHeaderSize: HTTP_LIMITS.headerBytesMax,
    headersTimeout: HTTP_LIMITS.headersMillisecondsMax,
    requestTimeout: HTTP_LIMITS.fileMillisecondsMax,
    keepAliveTimeout: HTTP_LIMITS.keepAliveMilliseconds,
    connectionsCheckingInterval: HTTP_LIMITS.connectionsCheckMilliseconds,
    // A missing Host header is answered by the request checks, as a problem.
    requireHostHeader: false,
  });
  means.connections.watch(server);
  server.on("connection", (socket: Socket) => parseUntil(socket, () => isUnread(socket)));
  const tinyChunks = new TinyChunks();
  const arrive = (request: IncomingMessage, response: ServerResponse) => {
    // Before the request has its turn: its chunks may follow at once.
    if (isInChunks(request) && isReading(request)) stopReading(request);
    else tinyChunks.watch(server, request);
    means.connections.arrive(request, response, () => answer(request, response));
  };
  server.on("request", arrive);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    noteExpectation(request);
    arrive(request, response);
  });
  server.once("listening", () => tellAddress(server, means.hosts));
  return server;
}

/** A body means nothing to such a request. */
function isReading({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function tellAddress(server: Server, hosts: AllowedHosts): void {
  const address = server.address();
  if (address !== null && typeof address !== "string") hosts.listensOn(address.address);
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
