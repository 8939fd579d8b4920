/** Every limit of the tools for agents, with its reason. */
export const MCP_LIMITS = {
  /** Some 7,000 tokens: agents warn of answers above 10,000, and a person reads no more either. */
  answerCharactersMax: 20_000,

  /** Results, periods, members, providers: as many as a table can be read with. */
  listItemsMax: 50,

  /** A refusal that names some thirty faults; a request of nothing but faults must not fill an agent's window. */
  refusalCharactersMax: 4_000,

  /** One message: the longest sensible call has some 4 KiB. Whoever sends more is not asking for a price. */
  messageBytesMax: 1024 * 1024,

  /** They take turns, so that a short question does not wait for a long one to end. */
  callsAtOnce: 4,

  /** Calls that were sent and are not answered: an agent sends some ten side by side. */
  callsUnansweredMax: 100,

  /** How long calls under way may go on after the other side has said that it sends nothing more; the SDK's client waits 2 s. */
  closingMillisecondsMax: 1_000,

  /** A question to an open release: as long as a server takes at most. */
  answerMillisecondsMax: 20_000,

  /** A server gives up after 20 s, and lines have their share: what clients of the service are told to wait. */
  serverMillisecondsMax: 30_000,

  /** The longest answer of a server, a history of 2,000 results with some 2.4 KiB each and what changed, has half of it. */
  serverAnswerBytesMax: 16 * 1024 * 1024,
} as const;
