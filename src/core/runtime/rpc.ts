import { Server } from "node:net";
import { failure, isFailure, reasonOf } from "./failure.ts";

/*
 * Remote procedure calls between threads and between processes: a call has a name, one argument and a promised answer.
 * Either side may call.
 */

/** What a side offers: functions of one argument and a signal, which says when the caller no longer waits. */
export type Calls = Readonly<Record<string, (argument: never, cancelled: AbortSignal) => unknown>>;

type Answer<Call> = Call extends (...given: never) => infer Outcome ? Awaited<Outcome> : never;
type Argument<Call> = Call extends (argument: infer Given, ...rest: never) => unknown ? Given : never;

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly deadline: NodeJS.Timeout | undefined;
}

/** Deadlines for the calls to the other side, and the handler of a missed one. */
interface Patience<Theirs extends Calls> {
  readonly millisecondsMax: Readonly<Record<keyof Theirs & string, number>>;
  readonly onOverdue?: (name: keyof Theirs & string) => void;
}

/** A timer that fires this late means that this process itself was stopped: the answer may be waiting to be read. */
const LATE_MILLISECONDS = 250;

const NEVER = new AbortController().signal;

/** One side of a channel: it calls what the other offers (`Theirs`) and answers what is called here. */
export class Peer<Theirs extends Calls> {
  readonly #channel: Channel;
  readonly #ours: Calls;
  readonly #patience: Patience<Theirs> | null;
  readonly #pending = new Map<number, Pending>();
  /** Calls that are answered here now and may be cancelled. */
  readonly #cancellable = new Map<number, AbortController>();
  #lastId = 0;
  #ended: Error | null = null;

  /** Without `patience` there are no deadlines. */
  constructor(channel: Channel, ours: Calls, patience: Patience<Theirs> | null = null) {
    this.#channel = channel;
    this.#ours = ours;
    this.#patience = patience;
    channel.onMessage((message) => this.#take(message));
    channel.onClose((why) => this.end(why));
  }

  get waiting(): number {
    return this.#pending.size;
  }

  /** The error of all calls after the other side has ended; null until then. */
  get ended(): Error | null {
    return this.#ended;
  }

  /**
   * Rejects with the error of the other side (`SentError`), or when that side ends. Cancelling a call requests an early
   * answer: the call still waits for it.
   */
  async call<Name extends keyof Theirs & string>(
    name: Name,
    argument: Argument<Theirs[Name]>,
    cancelled?: AbortSignal,
  ): Promise<Answer<Theirs[Name]>> {
    if (this.#ended !== null) throw this.#ended;
    this.#lastId += 1;
    const id = this.#lastId;
    const call: Message = { kind: "call", id, name, argument };
    // First: if sending throws, there is no answer to wait for.
    this.#send(cancelled === undefined ? call : { ...call, isCancellable: true }, argument);
    // The channel carries any value; the function of this name defines its type.
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Theirs[Name]>>();
    this.#pending.set(id, { resolve: resolve as Pending["resolve"], reject, deadline: this.#deadline(id, name) });
    if (cancelled === undefined) return await promise;
    const cancel = () => this.#send({ kind: "cancel", id });
    cancelled.addEventListener("abort", cancel);
    if (cancelled.aborted) cancel();
    try {
      return await promise;
    } finally {
      cancelled.removeEventListener("abort", cancel);
    }
  }

  /** Calls without waiting for an answer. An error on the other side is an uncaught exception there. */
  notify<Name extends keyof Theirs & string>(name: Name, argument: Argument<Theirs[Name]>): void {
    this.#send({ kind: "notice", name, argument }, argument);
  }

  /** Rejects all waiting and later calls. The first reason counts. */
  end(why: Error): void {
    this.#ended ??= why;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject, deadline } of pending) {
      clearTimeout(deadline);
      reject(this.#ended);
    }
  }

  #send(message: Message, value?: unknown): void {
    if (this.#ended === null) this.#channel.send(message, transferredWith(value));
  }

  #deadline(id: number, name: keyof Theirs & string): NodeJS.Timeout | undefined {
    if (this.#patience === null) return undefined;
    const { millisecondsMax, onOverdue } = this.#patience;
    const milliseconds = millisecondsMax[name];
    const due = performance.now() + milliseconds;
    return setTimeout(() => {
      const pending = this.#pending.get(id);
      if (pending === undefined) return;
      if (performance.now() - due > LATE_MILLISECONDS) {
        this.#pending.set(id, { ...pending, deadline: this.#deadline(id, name) });
        return;
      }
      this.#pending.delete(id);
      onOverdue?.(name);
      pending.reject(failure(`${this.#channel.otherSide} has not answered within ${milliseconds / 1_000} s`));
    }, milliseconds);
  }

  #take(message: Message): void {
    if (message.kind === "call") void this.#answer(message);
    else if (message.kind === "notice") this.#ours[message.name]?.(message.argument as never, NEVER);
    else if (message.kind === "cancel") this.#cancellable.get(message.id)?.abort();
    else this.#settle(message);
  }

  async #answer({ id, name, argument, isCancellable }: Message & { kind: "call" }): Promise<void> {
    const cancelled = isCancellable === true ? new AbortController() : null;
    if (cancelled !== null) this.#cancellable.set(id, cancelled);
    try {
      const answer = await this.#ours[name]?.(argument as never, cancelled?.signal ?? NEVER);
      this.#send({ kind: "answer", id, answer }, answer);
    } catch (thrown) {
      // An answer that cannot be sent is a mistake too.
      this.#send({ kind: "error", id, error: sentError(thrown, this.#channel.carriesErrors) });
    } finally {
      this.#cancellable.delete(id);
    }
  }

  #settle(message: Message & { kind: "answer" | "error" }): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    clearTimeout(pending?.deadline);
    if (message.kind === "answer") pending?.resolve(message.answer);
    else pending?.reject(receivedError(message.error));
  }
}

/** A message between two threads or processes. The number of a call identifies its answer. */
export type Message =
  /** `isCancellable`: the caller may cancel later. */
  | {
      readonly kind: "call";
      readonly id: number;
      readonly name: string;
      readonly argument: unknown;
      readonly isCancellable?: true;
    }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: SentError }
  /** A call without an answer. */
  | { readonly kind: "notice"; readonly name: string; readonly argument: unknown };

/** One end of a channel between two threads or processes. Messages arrive in the order in which they were sent. */
export interface Channel {
  /** Name of the other end, as the start of a sentence. */
  readonly otherSide: string;
  /** Whether errors can be sent as objects; JSON channels send their message. */
  readonly carriesErrors: boolean;
  /** Throws when the message cannot be copied. A side that is gone is sent nothing. */
  send(message: Message, transferred: readonly ArrayBuffer[]): void;
  onMessage(receive: (message: Message) => void): void;
  onClose(closed: (why: Error) => void): void;
}

/** A child process with a channel, as its parent sees it; or this process, as a child. */
interface Connected {
  readonly connected: boolean;
  send?(message: Message, server: Server | undefined, options: object, sent: () => void): boolean;
  on(event: "message", receive: (message: Message, server?: unknown) => void): unknown;
  once(event: "disconnect", closed: () => void): unknown;
}

/**
 * The channel that Node gives to a process and the one that started it. Messages travel as JSON. A listening server as the argument of a
 * call arrives as a server on the same socket, which listens already: both processes accept its connections.
 */
export function processChannel(connected: Connected): Channel {
  return {
    otherSide: "the other process",
    carriesErrors: false,
    // A message that cannot be written is lost with its reader; `onClose` reports that.
    send: (message) => {
      if (!connected.connected) return;
      if (message.kind === "call" && message.argument instanceof Server) {
        connected.send?.({ ...message, argument: null }, message.argument, {}, () => {});
      } else connected.send?.(message, undefined, {}, () => {});
    },
    onMessage: (receive) => {
      connected.on("message", (message, server) => {
        receive(message.kind === "call" && server instanceof Server ? { ...message, argument: server } : message);
      });
    },
    onClose: (closed) => {
      connected.once("disconnect", () => closed(failure("the other process has ended")));
    },
  };
}

/** An error on its way to another thread or process. */
type SentError =
  | { readonly kind: "sentence"; readonly reason: string }
  | { readonly kind: "error"; readonly error: unknown; readonly name?: string; readonly code?: unknown };

/**
 * A copied error keeps message and stack, but not the name or code that distinguish failures from our own mistakes
 * (`failure.ts`): they are sent along. JSON between processes keeps nothing of an error.
 */
function sentError(thrown: unknown, carriesErrors: boolean): SentError {
  if (!carriesErrors) return { kind: "sentence", reason: sentenceOf(thrown) };
  if (!(thrown instanceof Error)) return { kind: "error", error: thrown };
  const { code }: NodeJS.ErrnoException = thrown;
  return { kind: "error", error: thrown, name: thrown.name, code };
}

/** The error of the other side with its stack, or a failure with its message. */
function receivedError(sent: SentError): unknown {
  if (sent.kind === "sentence") return failure(sent.reason);
  const { error, name, code } = sent;
  if (!(error instanceof Error)) return error;
  if (name !== undefined && name !== error.name) error.name = name;
  return code === undefined ? error : Object.assign(error, { code });
}

function sentenceOf(thrown: unknown): string {
  if (isFailure(thrown)) return thrown.message;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : reasonOf(thrown);
}

/** Memory to transfer with an argument or an answer, as long as the value lives. */
const memoryOf = new WeakMap<object, readonly ArrayBuffer[]>();

/**
 * Marks an argument or an answer whose memory is moved to the other thread instead of copied; it is gone here after
 * sending. Between processes everything is copied.
 */
export function transfer<Value extends object>(value: Value, memory: readonly ArrayBuffer[]): Value {
  memoryOf.set(value, memory);
  return value;
}

/** The memory that was marked for transfer with a value, if any. */
function transferredWith(value: unknown): readonly ArrayBuffer[] {
  return (typeof value === "object" && value !== null ? memoryOf.get(value) : undefined) ?? [];
}
