import { failure } from "../failure.ts";
import type { Channel, Message } from "./channel.ts";

/** A process that was started with a channel, as its parent sees it, or this process as it sees the way to its parent. */
interface Connected {
  readonly connected: boolean;
  send?(message: Message, handle: undefined, options: object, sent: () => void): boolean;
  on(event: "message", receive: (message: Message) => void): unknown;
  once(event: "disconnect", closed: () => void): unknown;
}

/** The channel that Node gives to a process and the one that started it. Messages travel as JSON. */
export function processChannel(connected: Connected): Channel {
  return {
    otherSide: "the other process",
    carriesErrors: false,
    // A message that cannot be written is lost with the process that would have read it; `onClose` tells of its end.
    send: (message) => {
      if (connected.connected) connected.send?.(message, undefined, {}, () => {});
    },
    onMessage: (receive) => {
      connected.on("message", receive);
    },
    onClose: (closed) => {
      connected.once("disconnect", () => closed(failure("the other process has ended")));
    },
  };
}
