import { once } from "node:events";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { type AddressInfo, createServer, type ListenOptions } from "node:net";
import { setImmediate } from "node:timers/promises";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { createServer as createHttpServer } from "../../core/runtime/node-http.ts";
import { PROBES } from "./address.ts";

/**
 * Whether each worker listens for itself, on one port with the others (SO_REUSEPORT): the kernel gives each connection to one of them. In
 * Node's default way, the primary accepts connections and passes them on (round robin). A connection on its way to a worker that dies then
 * stays open in the primary, unanswered for ever. Here the connections of a dead worker are closed with it, also those that it had not
 * accepted yet, and the client notices at once.
 *
 * The third way, one listening socket for all (SCHED_NONE), leaves nothing behind either, but connections that are opened together go to
 * the worker that wakes first: measured with 16 of them on two workers, up to 15 to one, where this way gave 5 to 11 at most. Only Linux
 * balances such sockets; elsewhere Node's default stays.
 */
export const SHARES_PORT = process.platform === "linux";

/**
 * The port for all workers: the requested one, or a free one for 0. Several servers could share a port in this way. Two servers must not
 * share one by mistake, so the port is first checked to be free.
 */
export async function freePort(host: string, port: number): Promise<number> {
  const trial = createServer();
  try {
    trial.listen({ host, port, exclusive: true });
    await once(trial, "listening");
    return (trial.address() as AddressInfo).port;
  } catch (error) {
    const refusal = failure(unboundMessage(error, host, port));
    // The system's code, for a caller that gives further advice.
    refusal.cause = error;
    throw refusal;
  } finally {
    trial.close();
  }
}

/**
 * Answers on the port of a server without a release. The service takes the port over by accepting on the same socket: the system drops the
 * connections that wait at a socket when it is closed, also while another one on the port is open.
 */
export interface NotReadyServer {
  readonly server: Server;
  /** Another server of this process accepts the connections from now on. */
  passOn(): void;
  /** Accepts no more connections, and resolves when the last client has its answer; idempotent. */
  close(): Promise<void>;
}

/** Health checks and a few impatient clients. */
const NOT_READY_CONNECTIONS_MAX = 256;
/** A client that has connected sends its request within this time, or loses the connection when the port changes hands. */
const LAST_REQUEST_MILLISECONDS_MAX = 1_000;

/**
 * Answers that the server is alive, and not ready, and why. It reads only the path of a request, and closes every connection, so that
 * clients come back to the server itself.
 */
export async function startNotReadyServer(
  { host, port }: { readonly host: string; readonly port: number },
  answer: () => { readonly mediaType: string; readonly body: string },
): Promise<NotReadyServer> {
  const server = await startSmallServer(
    { host, port, exclusive: true, reusePort: SHARES_PORT },
    NOT_READY_CONNECTIONS_MAX,
    (error) => unboundMessage(error, host, port),
    (request, response) => {
      if (request.url === PROBES.liveness) sendLast(response, 200, "application/json", '{"status":"alive"}');
      else {
        const { mediaType, body } = answer();
        sendLast(response, 503, mediaType, body);
      }
    },
  );
  let closed: Promise<void> | null = null;
  return {
    server,
    passOn: () => {
      closed = Promise.resolve();
    },
    close: () => {
      closed ??= closeAnswered(server);
      return closed;
    },
  };
}

function sendLast(response: ServerResponse, status: number, mediaType: string, body: string): void {
  const headers = { "content-type": mediaType, "cache-control": "no-store", "retry-after": "1", connection: "close" };
  response.writeHead(status, headers).end(body);
}

async function closeAnswered(server: Server): Promise<void> {
  // Where no other process accepts on this socket, the system drops the connections that wait: those that are there now are accepted first.
  await setImmediate();
  await new Promise<void>((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), LAST_REQUEST_MILLISECONDS_MAX);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
  });
}

/** A request to a small server is a few hundred bytes of headers: a client that takes longer to send them is not served. */
const SMALL_REQUEST_MILLISECONDS_MAX = 5_000;
const SMALL_HEADER_BYTES_MAX = 8_192;
/** How often connections are checked for the time above; Node's half minute would let them stay six times as long. */
const CONNECTIONS_CHECK_MILLISECONDS = 1_000;

/** A server beside the service, for health checks and scrapers; throws a failure when it cannot listen. */
export async function startSmallServer(
  place: ListenOptions,
  connectionsMax: number,
  unbound: (error: unknown) => string,
  answer: RequestListener,
): Promise<Server> {
  const limits = {
    headersTimeout: SMALL_REQUEST_MILLISECONDS_MAX,
    requestTimeout: SMALL_REQUEST_MILLISECONDS_MAX,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MILLISECONDS,
    maxHeaderSize: SMALL_HEADER_BYTES_MAX,
  };
  const server = createHttpServer(limits, answer);
  server.maxConnections = connectionsMax;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(failure(unbound(error))));
    server.listen(place, resolve);
  });
  return server;
}

/** Why a port could not be taken, and what to do. */
export function unboundMessage(error: unknown, host: string, port: number): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with --port or RATEBOOK_PORT.`;
  }
  if (code === "EACCES") {
    return `Port ${port} on ${host} is not allowed for this user. Choose one above 1023 with --port or RATEBOOK_PORT.`;
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `${host} is not an address of this machine. Choose another with --host or RATEBOOK_HOST.`;
  }
  return `The server cannot listen on ${host}, port ${port}: ${reasonOf(error)}`;
}

/** A full batch takes well under a second: a request that needs longer than this once the port is closed is cut off. */
export const FINISH_MILLISECONDS_MAX = 15_000;

/** Connections become idle when their last answer is sent: they are closed then, not when their time is over. */
const SWEEP_MILLISECONDS = 25;

/** Graceful shutdown: stops accepting, answers what is under way and closes every connection; resolves when all are closed. */
export async function closeGracefully(
  application: { readonly server: Server; close(): Promise<unknown> },
  millisecondsMax: number = FINISH_MILLISECONDS_MAX,
): Promise<void> {
  const { server } = application;
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
  const deadline = setTimeout(() => server.closeAllConnections(), millisecondsMax);
  try {
    await application.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}

/** Closing a database connection takes milliseconds; a hanging one is not waited for. */
export const NODE_CLOSING_MILLISECONDS_MAX = 3_000;
