import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { createServer, parseUntil } from "../../core/runtime/node-http.ts";
import { REPRICE_PATH } from "../../pricing/state/api-paths.ts";
import type { Application } from "../operations/product.ts";
import { limitBodyTime, TinyChunks } from "./body-limits.ts";
import { BytesInFlight } from "./bytes-in-flight.ts";
import { Compression } from "./compression.ts";
import { Connections } from "./connections.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Arrival, ExchangeContext } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { MicroBatches } from "./micro-batches.ts";
import { requestIds } from "./problems.ts";
import { healthProblem } from "./readiness.ts";
import { noteExpectation } from "./request-body.ts";
import { AllowedHosts, losesWhatFollows } from "./request-checks.ts";
import { requestHandler } from "./request-handler.ts";
import { isInChunks, isUnread, stopReading } from "./rest-of-body.ts";
import { pathOf } from "./router.ts";
import { routesOf } from "./routes.ts";
import { addSocketAnswers } from "./socket-errors.ts";

/** The HTTP service, ready to listen. */
export function createApp(dependencies: AppDependencies): Application {
  const {
    observe,
    connectionDeal,
    isStopping,
    allowedHosts = [],
    bytesInFlight = new BytesInFlight(),
    jobs,
    compression = true,
  } = dependencies;
  const nextRequestId = requestIds();
  const connections = new Connections(HTTP_LIMITS.connectionsMax, connectionDeal, isStopping);
  const context: ExchangeContext = {
    dependencies,
    nextRequestId,
    microBatches: new MicroBatches(),
    bytes: bytesInFlight,
    connections,
    compression: new Compression(compression),
  };
  const hosts = new AllowedHosts(allowedHosts);
  const server = createHttpServer(requestHandler(routesOf(dependencies), context, hosts), context, hosts);
  addSocketAnswers(server, { observe, nextRequestId, connections });
  return {
    server,
    listen: (where) => listening(server, where),
    async close() {
      // Before waiting for connections: an arriving file would delay the end.
      await jobs?.end();
      await closed(server);
    },
    isReady: () => healthProblem(dependencies) === null,
  };
}

function listening(server: Server, where: Parameters<Application["listen"]>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Accepts no more connections, closes those that are idle and waits for the others (graceful shutdown). */
function closed(server: Server): Promise<void> {
  // The system drops the waiting connections of a closed port: those that are there now are accepted first. An error of `close` means at
  // most that it was not listening.
  return new Promise((resolve) => setImmediate(() => server.close(() => resolve())));
}

/** Node's HTTP server with our limits; every request with a complete head goes to the request handler. */
function createHttpServer(enter: (arrival: Arrival) => void, context: ExchangeContext, hosts: AllowedHosts): Server {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { url = "", method } = request;
    if (!url.startsWith("/")) takeApart(request, url);
    // An upgrade is never offered: such a request is answered like the others, and is the last of its connection.
    if (losesWhatFollows(request)) response.shouldKeepAlive = false;
    const isFile = method === "POST" && pathOf(request.url ?? "") === REPRICE_PATH;
    if (!isFile) limitBodyTime(server, request, response);
    const arrival = { request, response, time: performance.now() };
    // A request with a body starts at once, before its rest can turn out to be invalid.
    if (isReading(request)) context.microBatches.join(() => enter(arrival));
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
  context.connections.watch(server);
  server.on("connection", (socket: Socket) => parseUntil(socket, () => isUnread(socket)));
  const tinyChunks = new TinyChunks();
  const arrive = (request: IncomingMessage, response: ServerResponse) => {
    // Before the request has its turn: its chunks may follow at once.
    if (isInChunks(request) && isReading(request)) stopReading(request);
    else tinyChunks.watch(server, request);
    context.connections.arrive(request, response, () => answer(request, response));
  };
  server.on("request", arrive);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    noteExpectation(request);
    arrive(request, response);
  });
  server.once("listening", () => {
    const address = server.address();
    if (address !== null && typeof address !== "string") hosts.listensOn(address.address);
  });
  return server;
}

/** Such a request has no meaningful body. */
function isReading({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

const ORIGIN = /^https?:\/\/([^/?#]*)/i;

/** A proxy may send a whole URL (RFC 9112, 3.2.2): its path is requested, and its host takes precedence over the header's. */
function takeApart(request: IncomingMessage, url: string): void {
  const [origin, authority] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return;
  const path = url.slice(origin.length);
  request.url = path.startsWith("/") ? path : `/${path}`;
  request.headers.host = authority;
}
