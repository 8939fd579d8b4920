import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { STATUS_CODES } from "../../core/runtime/node-http.ts";
import { TINY_CHUNKS } from "./body-limits.ts";
import type { Connections } from "./connections.ts";
import type { AppDependencies } from "./dependencies.ts";
import { NO_ROUTE } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type Problem, problemBody } from "./problems.ts";
import { closeUnread } from "./rest-of-body.ts";

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
  const unanswered = dependencies.connections.unansweredOn(socket);
  if (unanswered === null) refuse();
  else if (unanswered.request.complete) unanswered.response.once("finish", refuse);
  else refuseIncomplete(socket, unanswered.response, refuse);
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
export function addSocketAnswers(server: Server, dependencies: SocketDependencies): void {
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
