import { setTimeout as wait } from "node:timers/promises";

/** What the driver and we say of connections. */
const CONNECTION_CODES = [
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "CONNECTION_SILENT", "CONNECT_TIMEOUT"],
];
/** What the driver says of a server that it cannot come to terms with. */
const DRIVER_CODES = ["AUTH_TYPE_NOT_IMPLEMENTED", "SASL_SIGNATURE_MISMATCH", "57014"];
/** What the system says of the way there. What it says of files and disks is none of the database's. */
const NETWORK_CODES = [
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN"],
  ...["ENETUNREACH", "ENETDOWN", "ENETRESET", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EPROTO"],
];
/** What TLS says of a certificate. */
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_(GET|VERIFY)_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT)/;

const CODES: ReadonlySet<string> = new Set([...CONNECTION_CODES, ...DRIVER_CODES, ...NETWORK_CODES]);

/** Whether an error comes from PostgreSQL, its driver or the way there, and not from a disk or a mistake of ours in between. */
export function isOfDatabase(error: unknown): error is Error {
  if (error instanceof Error && error.name === "PostgresError") return true;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && (CODES.has(code) || CERTIFICATE.test(code));
}

/** insufficient_privilege, among the error codes of PostgreSQL. */
const MISSING_RIGHT = "42501";

/** Whether the database is there and a right is missing: that fixes itself no more than a fault of the program does. */
export function isMissingRight(error: unknown): boolean {
  return isOfDatabase(error) && (error as NodeJS.ErrnoException).code === MISSING_RIGHT;
}

/** A server that is started again, or fails over to another, is back within it; after a longer wait the caller gets the error. */
const AWAY_MILLISECONDS_MAX = 30_000;
const PAUSE_MILLISECONDS = 250;

/** Connections that PostgreSQL lost, cut (57P01, 57P02), cannot take yet (57P03) or has too many of (53300). */
const LOST_STATES = /^(08...|57P0[123]|53300)$/;
/** What the driver and the system say of them. One that we have ended ourselves is not lost. */
const LOST_CODES = /^(CONNECT_TIMEOUT|CONNECTION_CLOSED|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether nothing is known but that the connection is gone: the statement may have been carried out or not. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && (LOST_STATES.test(code) || LOST_CODES.test(code));
}

/**
 * Asks again when the connection was lost, until the database has been away for half a minute or the caller has given up. For what may be
 * carried out twice: an answer can be lost after all was done.
 */
export async function untilAnswered<Answer>(over: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  const asked = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isTooLong = performance.now() - asked > AWAY_MILLISECONDS_MAX;
      if (!isConnectionLost(error) || isTooLong || over.aborted) throw error;
    }
    await wait(PAUSE_MILLISECONDS, null, { signal: over }).catch(() => {});
  }
}
