import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { createServer, STATUS_CODES } from "../../core/runtime/node-http.ts";
import type { Application } from "../operations/product.ts";
import { BytesInFlight } from "./bytes-in-flight.ts";
import { Connections } from "./connections.ts";
import type { AppDependencies } from "./dependencies.ts";
import { type Arrival, type ExchangeContext, NO_ROUTE } from "./exchange.ts";
import { getInMemory } from "./in-memory.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { MicroBatches } from "./micro-batches.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type Problem, problemBody, requestIds } from "./problems.ts";
import { healthProblem } from "./readiness.ts";
import { noteExpectation } from "./request-body.ts";
import { AllowedHosts, losesWhatFollows } from "./request-checks.ts";
import { requestHandler } from "./request-handler.ts";
import { closeUnread, limitChunks, TINY_CHUNKS } from "./rest-of-body.ts";
import { routesOf } from "./routes.ts";

/** The HTTP service, ready to listen. */
export function createApp(dependencies: AppDependencies): Application {
  const { observe, allowedHosts = [], bytesInFlight = new BytesInFlight(), jobs } = dependencies;
  const nextRequestId = requestIds();
  const connections = new Connections();
  const context: ExchangeContext = {
    dependencies,
    nextRequestId,
    microBatches: new MicroBatches(),
    bytes: bytesInFlight,
    connections,
  };
  const hosts = new AllowedHosts(allowedHosts);
  const routes = routesOf(dependencies, (path, headers, abandoned) =>
    getInMemory(server, { path, headers, abandoned }),
  );
  const server = createHttpServer(requestHandler(routes, context, hosts), context, hosts);
  addSocketAnswers(server, { observe, nextRequestId, connections });
  return {
    server,
    listen: (where) => listening(server, where),
    stopAccepting: () => stopAccepting(server, context.microBatches),
    async close() {
      context.microBatches.release();
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

/**
 * Closes the port when no client is on its way to it. The system resets the connections that wait at a closing port, and a client whose
 * connection ends with an answer connects again at once. So answers are held back until no connection and no request has come for a moment.
 */
async function stopAccepting(server: Server, microBatches: MicroBatches): Promise<void> {
  const { quietMilliseconds, quietMillisecondsMax } = HTTP_LIMITS;
  let hasCome = true;
  const note = () => {
    hasCome = true;
  };
  server.on("connection", note).on("request", note);
  microBatches.hold();
  const deadline = performance.now() + quietMillisecondsMax;
  while (hasCome && performance.now() < deadline) {
    hasCome = false;
    await wait(quietMilliseconds);
    // What came while this thread was busy is read first.
    await nextTurn();
  }
  server.close();
}

/** Closes idle connections and waits for the others (graceful shutdown). An error of `close` means that it was not listening. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Node's HTTP server with our limits; every request with a complete head goes to the request handler. */
function createHttpServer(enter: (arrival: Arrival) => void, context: ExchangeContext, hosts: AllowedHosts): Server {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { url = "" } = request;
    if (!url.startsWith("/")) takeApart(request, url);
    // An upgrade is never offered: such a request is answered like the others, and is the last of its connection.
    if (losesWhatFollows(request)) response.shouldKeepAlive = false;
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
  server.maxConnections = HTTP_LIMITS.connectionsMax;
  server.maxRequestsPerSocket = HTTP_LIMITS.requestsPerConnectionMax;
  server.timeout = HTTP_LIMITS.silentMillisecondsMax;
  // A client that sends a request and then its end (`printf ... | nc`) still reads: Node would close the connection by itself.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => socket.once("end", () => context.connections.probe(socket)));
  const arrive = (request: IncomingMessage, response: ServerResponse) => {
    // Before the request has its turn: its chunks may follow at once.
    limitChunks(server, request);
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

/* Requests that Node cannot read: it passes us the socket. The answer is written by hand and the connection closed. */

interface SocketDependencies extends Pick<AppDependencies, "observe"> {
  readonly nextRequestId: () => string;
  readonly connections: Connections;
}

/** Connections with unreadable bytes: what comes after them cannot be read either. */
const broken = new WeakSet<Duplex>();

/** Answers a request that Node could not read, after the readable ones before it on the connection. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex, dependencies: SocketDependencies): void {
  if (isGone(error) || !socket.writable) {
    socket.destroy();
    return;
  }
  if (broken.has(socket)) return;
  broken.add(socket);
  const refuse = () => {
    if (socket.writable) writeProblem(socket, problemOf(error), "", dependencies);
  };
  const unfinished = dependencies.connections.unfinishedOn(socket);
  if (unfinished === null) refuse();
  else if (unfinished.request.complete) unfinished.response.once("finish", refuse);
  else refuseIncomplete(socket, unfinished.response, refuse);
}

/** The rest of a request is unreadable after its head arrived: the refusal is the answer to it, unless it has one. */
function refuseIncomplete(socket: Duplex, response: ServerResponse, refuse: () => void): void {
  // Nothing may be written into a half-written answer.
  if (response.headersSent) closeUnread(socket);
  else if (response.socket === null) response.once("socket", () => refuseIncomplete(socket, response, refuse));
  else refuse();
}

function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === "ECONNRESET" || code === "EPIPE";
}

/** Handles what Node would otherwise answer by itself, without a problem document. */
function addSocketAnswers(server: Server, dependencies: SocketDependencies): void {
  server.on("clientError", (error, socket) => answerUnreadable(error, socket, dependencies));
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    const problem: Problem = { code: "method_not_allowed", detail: "CONNECT is not allowed: this is not a proxy." };
    writeProblem(socket, problem, "Allow: GET, HEAD, POST\r\n", dependencies);
  });
  // An unknown expectation is ignored, as RFC 9110 allows.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        code: "headers_too_large",
        detail: `The URL and headers are larger than ${HTTP_LIMITS.headerBytesMax} bytes together.`,
      };
    case "HPE_INVALID_URL":
      return {
        code: "malformed_request",
        detail: "The URL holds spaces, accented letters or the like that are not percent-encoded.",
      };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { code: "payload_too_large", detail: "The chunks of the body carry too many extensions." };
    case TINY_CHUNKS:
      return {
        code: "payload_too_large",
        detail: `The body comes in too many small chunks. Send chunks of ${HTTP_LIMITS.chunkBytesMin} bytes or more, or a Content-Length.`,
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        code: "request_timeout",
        detail: "The request did not arrive completely in time. Send it again.",
      };
    default:
      return { code: "malformed_request", detail: "This is not a well-formed HTTP/1.1 request." };
  }
}

function writeProblem(socket: Duplex, problem: Problem, headers: string, dependencies: SocketDependencies): void {
  const requestId = dependencies.nextRequestId();
  const { status } = PROBLEMS[problem.code];
  const body = problemBody(problem, requestId);
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      `Content-Type: ${PROBLEM_MEDIA_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\n` +
      "Cache-Control: no-store\r\n" +
      `${headers}Connection: close\r\n\r\n${body}`,
  );
  closeUnread(socket);
  dependencies.observe({
    ...NO_ROUTE,
    requestId,
    method: "?",
    status,
    problem: problem.code,
    durationMilliseconds: 0,
    lookups: 0,
    priced: 0,
    keyId: null,
  });
}
