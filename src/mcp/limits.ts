/** Every limit of the tools for agents, with its reason. */
export const MCP_LIMITS = {
  /** Some 7,000 tokens: agents warn of answers above 10,000, and a person reads no more either. */
  answerCharactersMax: 20_000,

  /** Results, periods, members, providers: as many as a table can be read with. */
  listItemsMax: 50,

  /** A refusal that names some thirty faults; a call of nothing but faults must not fill an agent's window. */
  refusalCharactersMax: 4_000,

  /** Claims in one call: some two thousand lines. An agent writes them out one by one, so that more is for a file. */
  claimsCharactersMax: 200_000,

  /** Arguments and parameters of one call: twice as many as the longest lookup takes. */
  argumentsMax: 100,

  /** Faults and rejected lines: enough to see what went wrong. */
  faultsNamedMax: 20,

  /** One message: the longest claims, in UTF-8 and escaped as JSON. */
  messageBytesMax: 512 * 1024,

  /** They take turns, so that a short question does not wait for a long one to end. */
  callsAtOnce: 4,

  /** Calls that were sent and are not answered: an agent sends some ten side by side. */
  callsUnansweredMax: 100,

  /** How long calls under way may go on after the other side has ended its input; the SDK's client waits 2 s. */
  closingMillisecondsMax: 1_000,

  /** A server gives up after 20 s, and lines have their share: clients of the service wait as long. */
  serverMillisecondsMax: 30_000,

  /** A job of claims on a server, waiting for its turn included; the SDK's client waits 60 s for an answer. */
  jobMillisecondsMax: 50_000,

  /** Between two looks at a job: twice as long after each. */
  jobLookMilliseconds: 250,
  jobWaitMillisecondsMax: 2_000,

  /** Results of a job: many times what an agent reads. The rest is not read. */
  csvBytesMax: 256 * 1024,

  /** The longest answer of a server, a history of 2,000 results with some 2.4 KiB each and what changed, has half of it. */
  serverAnswerBytesMax: 16 * 1024 * 1024,
} as const;
