const KIBIBYTE = 1024;
const SECOND = 1000;

/** Every limit of the HTTP service, with its reason. */
export const HTTP_LIMITS = {
  /** A full batch of richly filled items is about 400 KiB; ten times that is enough and bounds memory. */
  bodyBytesMax: 4 * KIBIBYTE * KIBIBYTE,

  /** Bytes of a body that are read after its answer, so that the client gets to read it: two bodies that are just too large. */
  discardedBytesMax: 8 * KIBIBYTE * KIBIBYTE,

  /** As much over a line of 32 Mbit/s; then the connection is closed, read or not. */
  discardedMillisecondsMax: 2 * SECOND,

  /** Below this, handling a chunk costs more than its bytes. */
  chunkBytesMin: 512,

  /** Small chunks that a body may have nevertheless: a full batch that its client writes piece by piece. They take 10 ms. */
  tinyChunksMax: 4000,

  /** The contract's maximum (contract 8). */
  batchItemsMax: 1000,

  /** They take turns, so that two would take twice as long each, and twice the memory. */
  batchesAtOnce: 1,

  /** A message of an agent: the longest call of a tool has some 4 KiB. */
  agentMessageBytesMax: 64 * KIBIBYTE,

  /** Twice what a full batch of identifiers takes; one of names would keep the others waiting for seconds. */
  batchMillisecondsInPlace: 32,

  /** A batch, search or lookup by name: the contract's client gives up after 30 s, and lines and queues have their share. */
  longWorkMillisecondsMax: 20 * SECOND,

  /** Sent while the thread for long work is being replaced, which takes about a second. */
  threadRetryAfterSeconds: 2,

  /** The longest sensible lookup, with a percent-encoded reference_id, needs about 3 KiB. */
  urlLengthMax: 8 * KIBIBYTE,

  /** Request line and headers together: twice the URL, so that a long URL is answered as one. */
  headerBytesMax: 16 * KIBIBYTE,

  /** Headers arrive in one packet or two; a client that needs longer is holding a connection open. */
  headersMillisecondsMax: 10 * SECOND,

  /** A 4 MiB body over a slow line; its memory is reserved meanwhile. The contract's client gives up after 30 s as well. */
  bodyMillisecondsMax: 30 * SECOND,

  /** A form of which nothing arrives for this long is given up. */
  formSilenceMillisecondsMax: 30 * SECOND,

  /** A file to reprice, 256 MiB over a line of 4 Mbit/s; Node closes whatever takes longer. */
  fileMillisecondsMax: 600 * SECOND,

  /** How often connections are checked for the two timeouts above. */
  connectionsCheckMilliseconds: 5 * SECOND,

  /** Longer than the 60 s that load balancers keep idle connections, so that they never reuse a closed one. */
  keepAliveMilliseconds: 72 * SECOND,

  /** A client that reads nothing of a large answer for this long loses it, and frees its memory: the contract's gives up as soon. */
  unreadMillisecondsMax: 30 * SECOND,

  /** A connection with a request on which nothing moves for this long is closed: an answer takes less. */
  silentMillisecondsMax: 120 * SECOND,

  /** A client that reads more slowly on the whole is holding memory, not reading: 2 Mbit/s, a quarter of what a telephone has. */
  readBytesPerMillisecondMin: 256,

  /** Smaller bodies and answers fit into the buffers that every connection has: they are neither counted nor watched. */
  uncountedBytesMax: 16 * KIBIBYTE,

  /** Smaller documents fit into one packet as they are. */
  compressedBytesMin: KIBIBYTE,

  /** Bytes that are written to a socket before it accepted the last: enough to keep a fast line busy, a fiftieth of the largest answer. */
  answerBytesAheadMax: KIBIBYTE * KIBIBYTE,

  /** Bodies and answers of one key under way: the largest legal batch (1,000 names, 20 providers each) three times. */
  bytesInFlightPerKeyMax: 160 * KIBIBYTE * KIBIBYTE,

  /** Those of all keys in one process: with the 200 MB that it needs anyway, it stays about half a gigabyte. */
  bytesInFlightMax: 320 * KIBIBYTE * KIBIBYTE,

  /** `Retry-After` of a request that found no memory: it is freed as fast as answers are read. */
  roomRetrySeconds: 2,

  /** Arrays and objects within each other: a batch has three, and a list of values would be a fourth (conventions 4). */
  jsonDepthMax: 16,

  /** Values beside each other (conventions 4): a full batch with every parameter of an endpoint has 40,000. */
  jsonValuesMax: 100_000,

  /** An open connection takes some 20 KiB, so that all of them take 80 MiB; load balancers keep some hundred. */
  connectionsMax: 4096,

  /** After so many the client connects again, and may reach another process: connections spread over processes that started later. */
  requestsPerConnectionMax: 100_000,

  /** Requests that are sent before their predecessors are answered: clients that do so at all send ten or twenty. */
  pipelinedRequestsMax: 64,

  /** How often the service probes whether a client that has sent its end still reads; the second probe shows it. */
  halfClosedProbeMilliseconds: SECOND / 2,

  /** A stopping service closes its port when nothing has come for this long: a client connects again within a millisecond or two. */
  quietMilliseconds: 20,

  /** Where something comes all the time, the port is closed nevertheless. */
  quietMillisecondsMax: SECOND / 2,

  /** conventions 4: the largest Retry-After. */
  retryAfterSecondsMax: 15,
} as const;
