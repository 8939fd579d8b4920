const KIBIBYTE = 1024;
const SECOND = 1000;

/** Every limit of the HTTP service, with its reason. */
export const HTTP_LIMITS = {
  /** A full batch of richly filled items is about 400 KiB; ten times that leaves room and bounds memory. */
  bodyBytesMax: 4 * KIBIBYTE * KIBIBYTE,

  /** What is read of a body after its answer, so that the client comes to read it: eight bodies that are just too large. */
  discardedBytesMax: 32 * KIBIBYTE * KIBIBYTE,

  /** As much over a line of 16 Mbit/s; shorter than a request may take, after which Node gives up on it by itself. */
  discardedMillisecondsMax: 16 * SECOND,

  /** A client that sends nothing for this long has stopped to read its answer, and may be waiting for the end. */
  discardedSilenceMillisecondsMax: 3 * SECOND,

  /** The contract's maximum (contract 8). */
  batchItemsMax: 1000,

  /** They take turns, so that two would take twice as long each, and twice the memory. */
  batchesAtOnce: 1,

  /** Twice what a full batch of identifiers takes; one of names would keep the others waiting for seconds. */
  batchMillisecondsInPlace: 32,

  /** A batch, search or lookup by name: the contract's client gives up after 30 s, and lines and queues have their share. */
  longWorkMillisecondsMax: 20 * SECOND,

  /** Said when the thread for long work is being replaced, which takes about a second. */
  threadRetryAfterSeconds: 2,

  /** The longest sensible lookup, with a percent-encoded reference_id, needs about 3 KiB. */
  urlLengthMax: 8 * KIBIBYTE,

  /** Request line and headers together: twice the URL, so that a long URL is answered as one. */
  headerBytesMax: 16 * KIBIBYTE,

  /** Headers arrive in one packet or two; whoever needs longer is holding a connection open. */
  headersMillisecondsMax: 10 * SECOND,

  /** A 4 MiB body over a slow line; the contract's client gives up after 30 s as well. */
  requestMillisecondsMax: 30 * SECOND,

  /** How often connections are held against the two timeouts above. */
  connectionsCheckMilliseconds: 5 * SECOND,

  /** Longer than the 60 s that load balancers keep idle connections, so that they never reuse a closed one. */
  keepAliveMilliseconds: 72 * SECOND,

  /** A client that reads nothing of a large answer for this long loses it, and frees its memory. */
  unreadMillisecondsMax: 60 * SECOND,

  /** What is larger may wait in our memory; what is smaller fits into the socket's buffer and needs no watching. */
  unwatchedAnswerLengthMax: 64 * KIBIBYTE,

  /** conventions 4: what Retry-After says at most. */
  retryAfterSecondsMax: 15,
} as const;
