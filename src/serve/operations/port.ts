import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { failure, reasonOf } from "../../core/runtime/failure.ts";

/**
 * Whether each worker listens for itself, on one port with the others (SO_REUSEPORT): the kernel hands each connection to one
 * of them. With Node's own way, the primary accepts and hands over (round robin), and a connection that is on its way to a
 * worker that dies stays open in the primary, unanswered for ever. When a worker dies here, its connections are
 * closed with it, those that it had not accepted yet included, and the client knows at once.
 *
 * The third way, one listening socket for all (SCHED_NONE), leaves nothing behind either, but connections that are opened
 * together go to whoever wakes first: measured with 16 of them on two workers, up to 15 to one, where this way gave
 * 5 to 11 at most. Linux alone balances such sockets; elsewhere Node's own way stays.
 */
export const SHARES_PORT = process.platform === "linux";

/**
 * The port for all workers: the one that was asked for, or a free one for 0. Several servers may share a port in this way;
 * two servers that were started by mistake on one must not, so that it is tried first whether anybody has it.
 */
export async function freePort(host: string, port: number): Promise<number> {
  const trial = createServer();
  try {
    trial.listen({ host, port, exclusive: true });
    await once(trial, "listening");
    return (trial.address() as AddressInfo).port;
  } catch (error) {
    const told = failure(unboundMessage(error, host, port));
    // What the system called it, for whoever advises further.
    told.cause = error;
    throw told;
  } finally {
    trial.close();
  }
}

/** Answers on the port of a server that has nothing to serve yet (`node/node.ts`). */
export interface NotReadyServer {
  /** Closes the port and resolves when the last client has its answer. It may be called again. */
  close(): Promise<void>;
}

/**
 * Takes the port over from the server that was not ready; resolves to the port. Where a port can be shared, there is no moment in which
 * no process listens: a connection is never refused.
 */
export async function takeOver(
  notReady: NotReadyServer | null,
  listen: (isShared: boolean) => Promise<number>,
): Promise<number> {
  const isShared = SHARES_PORT && notReady !== null;
  if (!isShared) await notReady?.close();
  const port = await listen(isShared);
  await notReady?.close();
  return port;
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
