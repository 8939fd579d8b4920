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

/** Whether the database is there and a right is missing: that mends itself no more than a mistake of ours does. */
export function isMissingRight(error: unknown): boolean {
  return isOfDatabase(error) && (error as NodeJS.ErrnoException).code === MISSING_RIGHT;
}
