import { failure, isFailure, reasonOf } from "../runtime/failure.ts";

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
  readonly deadline: NodeJS.Timeout;
}

/** How long the other side has for each of its calls, and who is told when it has not answered. */
export interface Patience<Theirs extends Calls> {
  readonly millisecondsMax: Readonly<Record<keyof Theirs & string, number>>;
  readonly onOverdue?: (name: keyof Theirs & string) => void;
}

/** A deadline that is met so late says that this process itself was stopped: the answer may be waiting to be read. */
const LATE_MILLISECONDS = 250;

export class Peer<Theirs extends Calls> {
  readonly #channel: Channel;
  readonly #patience: Patience<Theirs>;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isClosed = false;

  constructor(channel: Channel, ours: Calls, patience: Patience<Theirs>) {
    this.#channel = channel;
    this.#patience = patience;
    channel.onMessage((message) => {
      if (message.kind === "call") void this.#answer(ours, message);
      else this.#settle(message);
    });
    channel.onClose(() => {
      this.#isClosed = true;
      for (const { reject, deadline } of this.#pending.values()) {
        clearTimeout(deadline);
        reject(closedChannel());
      }
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
      const millisecondsMax = this.#patience.millisecondsMax[name];
      this.#pending.set(id, { resolve, reject, deadline: this.#deadline(id, name, millisecondsMax) });
      this.#channel.send({ kind: "call", id, name, argument });
    });
  }

  #deadline(id: number, name: keyof Theirs & string, millisecondsMax: number): NodeJS.Timeout {
    const due = performance.now() + millisecondsMax;
    return setTimeout(() => {
      const pending = this.#pending.get(id);
      if (pending === undefined) return;
      if (performance.now() - due > LATE_MILLISECONDS) {
        this.#pending.set(id, { ...pending, deadline: this.#deadline(id, name, millisecondsMax) });
        return;
      }
      this.#pending.delete(id);
      this.#patience.onOverdue?.(name);
      pending.reject(failure(`the other process has not answered within ${millisecondsMax / 1_000} s`));
    }, millisecondsMax);
  }

  async #answer(ours: Calls, { id, name, argument }: Message & { kind: "call" }): Promise<void> {
    const reply = await answerTo(ours, name, argument, id);
    if (!this.#isClosed) this.#channel.send(reply);
  }

  #settle(message: Exclude<Message, { kind: "call" }>): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    clearTimeout(pending?.deadline);
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
