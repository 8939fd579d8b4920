import type { SentError } from "./sent-error.ts";

/** What two threads, or two processes, say to each other. Every call has a number, by which its answer is known. */
export type Message =
  /** `isCancellable`: the one who calls may say later that nobody waits any longer. */
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
  /** A call that nobody waits for: it has no answer. */
  | { readonly kind: "notice"; readonly name: string; readonly argument: unknown };

/** One end of a channel between two threads or processes. Messages arrive in the order in which they were sent. */
export interface Channel {
  /** Who is at the other end, as a sentence begins that tells of it. */
  readonly otherSide: string;
  /** Whether errors can be sent as they are; where messages are JSON, they are told in a sentence. */
  readonly carriesErrors: boolean;
  /** Throws when the message cannot be copied. A side that is gone is sent nothing. */
  send(message: Message, transferred: readonly ArrayBuffer[]): void;
  onMessage(receive: (message: Message) => void): void;
  /** The other side has ended. */
  onClose(closed: (why: Error) => void): void;
}
