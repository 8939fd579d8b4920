/** Every limit of the tools for agents, with its reason. */
export const MCP_LIMITS = {
  /** Some 7,000 tokens: agents warn of answers above 10,000, and people read no more either. */
  answerCharactersMax: 20_000,

  /** Results, periods, members, providers: the longest list that is still readable. */
  listItemsMax: 50,

  /** A refusal with some thirty errors; a call with nothing but errors must not fill an agent's window. */
  refusalCharactersMax: 4_000,

  /** Claims in one call: some two thousand lines. An agent writes them out one by one, so more belongs into a file. */
  claimsCharactersMax: 200_000,

  /** Arguments and parameters of one call: twice as many as the longest lookup takes. */
  argumentsMax: 100,

  /** Errors and rejected lines: enough to see what went wrong. */
  faultsNamedMax: 20,

  /** They take turns, so that a short request does not wait for a long one. */
  callsAtOnce: 4,

  /** Unanswered calls: an agent sends some ten side by side. */
  callsUnansweredMax: 100,

  /** How long open calls may continue after the client has closed its input; the SDK's client waits 2 s. */
  closingMillisecondsMax: 1_000,

  /** A server gives up after 20 s, and queues add to it: clients of the service wait as long. */
  serverMillisecondsMax: 30_000,

  /** A job of claims on a server, including the wait for its turn; the SDK's client waits 60 s for an answer. */
  jobMillisecondsMax: 50_000,

  /** The first interval between two polls of a job; it doubles after each. */
  jobLookMilliseconds: 250,
  jobWaitMillisecondsMax: 2_000,

  /** Results of a job: many times what an agent reads. The rest is not read. */
  csvBytesMax: 256 * 1024,

  /** Twice the longest answer of a server: a history of 2,000 results with some 2.4 KiB each and its changes. */
  serverAnswerBytesMax: 16 * 1024 * 1024,
} as const;
