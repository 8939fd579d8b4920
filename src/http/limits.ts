const KIBIBYTE = 1024;
const SECOND = 1000;

/** Every limit of the HTTP service, with its reason. Times are in milliseconds. */
export const HTTP_LIMITS = {
  /** A full batch of richly filled items is about 400 KiB; ten times that leaves room and bounds memory. */
  bodyBytesMax: 4 * KIBIBYTE * KIBIBYTE,

  /** The contract's maximum (contract 8). */
  batchItemsMax: 1000,

  /** The longest sensible lookup, with a percent-encoded reference_id, needs about 3 KiB. */
  urlLengthMax: 8 * KIBIBYTE,

  /** Request line and headers together: twice the URL, so that a long URL is answered as one. */
  headerBytesMax: 16 * KIBIBYTE,

  /** Headers arrive in one packet or two; whoever needs longer is holding a connection open. */
  headersTimeout: 10 * SECOND,

  /** A 4 MiB body over a slow line; the contract's client gives up after 30 s as well. */
  requestTimeout: 30 * SECOND,

  /** How often connections are held against the two timeouts above. */
  connectionsCheckingInterval: 5 * SECOND,

  /** Longer than the 60 s that load balancers keep idle connections, so that they never reuse a closed one. */
  keepAliveTimeout: 72 * SECOND,

  /** A client that stops reading its answer frees its memory after this. */
  socketIdleTimeout: 60 * SECOND,

  /** A batch lets other requests in after this; nobody is to wait longer than 20 ms. */
  batchSlice: 4,

  /** conventions 4: what Retry-After says at most. */
  retryAfterSecondsMax: 15,
} as const;
