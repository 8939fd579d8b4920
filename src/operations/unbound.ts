import { reasonOf } from "../runtime/failure.ts";

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
