const KIBIBYTE = 1024;
const SECOND = 1000;

/** Every limit of the HTTP service, with its reason. */
export const HTTP_LIMITS = {
  /** A full batch of richly filled items is about 400 KiB; ten times that is enough and bounds memory. */
  bodyBytesMax: 4 * KIBIBYTE * KIBIBYTE,

  /** JSON values in a message of an agent: a call has some ten, and one that says what 500 columns are has 1,000. Checking these takes a few milliseconds. */
  agentMessageValuesMax: 2_000,

  /** Bytes of a body that are read after its answer, so that the client gets to read it: eight bodies that are just too large. */
  discardedBytesMax: 32 * KIBIBYTE * KIBIBYTE,

  /** Between two reads of it, of 64 KiB each: all of it takes 2 s, and forty such connections a fifth of a core. */
  discardedReadMilliseconds: 4,

  /** As much over a line of 16 Mbit/s; shorter than a request may take, after which Node gives up on it by itself. */
  discardedMillisecondsMax: 16 * SECOND,

  /** A client that sends nothing for this long has stopped to read its answer, and may be waiting for the end. */
  discardedSilenceMillisecondsMax: 3 * SECOND,

  /** Bytes of a closing connection that are discarded unparsed: a full batch, so that its client gets to read the answer. */
  unparsedBytesMax: 512 * KIBIBYTE,

  /** As much over a line of 2 Mbit/s; then the connection is closed, read or not. */
  unparsedMillisecondsMax: 2 * SECOND,

  /** What a chunk of a body counts at least: handling one takes 2 microseconds, so that a read of 64 KiB in such chunks takes 0.3 ms. */
  chunkBytesMin: 512,

  /** Chunks of no size that a connection may owe for: a full batch that its client writes item by item. They take 2 ms. */
  tinyChunksMax: 1000,

  /** How many of them time forgives: a client that writes its batches so may send one a second. */
  tinyChunksPerMillisecond: 1,

  /** Those of all connections of a process: they take 10 ms, after which one that needs more has a smaller grace. */
  tinyChunksOfAllMax: 4000,

  /** How many of these time forgives: 2 % of a core. */
  tinyChunksOfAllPerMillisecond: 8,

  /** What a connection may owe for while all together owe too much: 200 of them take 30 ms. */
  tinyChunksMaxUnderLoad: 64,

  /** The contract's maximum (contract 8). */
  batchItemsMax: 1000,

  /** They take turns, so that two would take twice as long each, and twice the memory. */
  batchesAtOnce: 1,

  /** Texts of claims: they take turns as well, and one of 2,000 lines must not keep a short one waiting. */
  claimsAtOnce: 2,

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

  /** A 4 MiB body over a slow line; the contract's client gives up after 30 s as well. */
  requestMillisecondsMax: 30 * SECOND,

  /** A file to reprice, 256 MiB over a line of 4 Mbit/s; Node closes whatever takes longer. */
  fileMillisecondsMax: 600 * SECOND,

  /** How often connections are checked for the two timeouts above, and for stuck answers. */
  connectionsCheckMilliseconds: 5 * SECOND,

  /** Longer than the 60 s that load balancers keep idle connections, so that they never reuse a closed one. */
  keepAliveMilliseconds: 72 * SECOND,

  /** A client that reads nothing of a large answer for this long loses it, and frees its memory: the contract's gives up as soon. */
  unreadMillisecondsMax: 30 * SECOND,

  /** An answer of which nothing more is written for this long is stuck: clients that read slowly lose theirs well before. */
  stuckAnswerMillisecondsMax: 60 * SECOND,

  /** A client that reads more slowly on the whole is holding memory, not reading: 2 Mbit/s, a quarter of what a telephone has. */
  readBytesPerMillisecondMin: 256,

  /** Smaller bodies and answers fit into the buffers that every connection has: they are neither counted nor watched. */
  uncountedBytesMax: 16 * KIBIBYTE,

  /** Smaller answers fit into one packet as they are. */
  compressedBytesMin: KIBIBYTE,

  /** Answers that are compressed at once, 400 KiB each: 25 MiB in all. Four threads compress them in turn; others are sent as they are. */
  compressionsMax: 64,

  /** Compressed bytes that are sent at a time: a full batch of identifiers is three of them. */
  compressedChunkBytes: 64 * KIBIBYTE,

  /** Bytes that are written to a socket before it accepted the last: enough to keep a fast line busy, a fiftieth of the largest answer. */
  answerBytesAheadMax: KIBIBYTE * KIBIBYTE,

  /** Bodies and answers of one key under way: the largest legal batch (1,000 names, 20 providers each) three times. */
  bytesInFlightPerKeyMax: 160 * KIBIBYTE * KIBIBYTE,

  /** Those of all keys in one process: with the 200 MB that it needs anyway, it stays about half a gigabyte. */
  bytesInFlightMax: 320 * KIBIBYTE * KIBIBYTE,

  /** The share of either that expected answers may fill: arriving bodies get the rest, and wait with theirs. */
  expectedAnswersShareMax: 0.8,

  /** A batch waits this long for memory: with its own time added, its client has not given up yet. */
  roomMillisecondsMax: 20 * SECOND,

  /** `Retry-After` of a request that found no memory: it is freed as fast as answers are read. */
  roomRetrySeconds: 2,

  /** A lookup by name: 20 providers with some 2.4 KiB each. */
  expectedAnswerBytesPerName: 48 * KIBIBYTE,

  /** Other items have answers some twenty times as long as themselves; a third more for those that say little. */
  expectedAnswerBytesPerBodyByte: 32,

  /** The largest legal batch, reference_ids included; below the limit of a key, so that it is answered when there is no other request. */
  expectedAnswerBytesMax: 64 * KIBIBYTE * KIBIBYTE,

  /** Arrays and objects within each other: a batch has three, and a list of values would be a fourth. */
  jsonDepthMax: 16,

  /** Values beside each other: a full batch with every parameter of an endpoint has 40,000. More would be parsed for seconds. */
  jsonValuesMax: 100_000,

  /** An open connection takes some 20 KiB, so that all of them take 80 MiB; load balancers keep some hundred. */
  connectionsMax: 4096,

  /** With fewer free places than these, each newcomer replaces the longest idle connection: enough while all are busy. */
  connectionsReserve: 64,

  /** Connections without a complete request head yet: beyond this, the newest replaces the oldest. */
  silentConnectionsMax: 1024,

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
