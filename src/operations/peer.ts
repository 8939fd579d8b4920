import { failure, isFailure, reasonOf } from "../reading/failure.ts";

/*
 * Primary and workers call each other over the channel that Node gives them: a call has a name, one argument and a
 * promised answer. Both sides speak the same way.
 */

/** What a side offers: functions of one argument. Arguments and answers travel as JSON. */
type Calls = Readonly<Record<string, (argument: never) => unknown>>;

type Answer<Call> = Call extends (argument: never) => infer Outcome ? Awaited<Outcome> : never;
type Argument<Call> = Call extends (argument: infer Given) => unknown ? Given : never;

type Message =
  | { readonly kind: "call"; readonly id: number; readonly name: string; readonly argument: unknown }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "refusal"; readonly id: number; readonly reason: string };

/** One end of a channel between two processes. */
export interface Channel {
  send(message: Message): void;
  onMessage(receive: (message: Message) => void): void;
  onClose(closed: () => void): void;
}

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export class Peer<Theirs extends Calls> {
  readonly #channel: Channel;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isClosed = false;

  constructor(channel: Channel, ours: Calls) {
    this.#channel = channel;
    channel.onMessage((message) => {
      if (message.kind === "call") void this.#answer(ours, message);
      else this.#settle(message);
    });
    channel.onClose(() => {
      this.#isClosed = true;
      for (const { reject } of this.#pending.values()) reject(closedChannel());
      this.#pending.clear();
    });
  }

  call<Name extends keyof Theirs & string>(
    name: Name,
    argument: Argument<Theirs[Name]>,
  ): Promise<Answer<Theirs[Name]>> {
    if (this.#isClosed) return Promise.reject(closedChannel());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#channel.send({ kind: "call", id, name, argument });
    });
  }

  async #answer(ours: Calls, { id, name, argument }: Message & { kind: "call" }): Promise<void> {
    const reply = await answerTo(ours, name, argument, id);
    if (!this.#isClosed) this.#channel.send(reply);
  }

  #settle(message: Exclude<Message, { kind: "call" }>): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === "answer") pending?.resolve(message.answer as never);
    else pending?.reject(failure(message.reason));
  }
}

async function answerTo(ours: Calls, name: string, argument: unknown, id: number): Promise<Message> {
  try {
    return { kind: "answer", id, answer: await ours[name]?.(argument as never) };
  } catch (error) {
    const reason = isFailure(error) ? error.message : `${(error as Error)?.name}: ${reasonOf(error)}`;
    return { kind: "refusal", id, reason };
  }
}

function closedChannel(): Error {
  return failure("the other process has ended");
}
