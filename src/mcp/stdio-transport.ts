import type { Readable, Writable } from "node:stream";
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";

/**
 * Messages of the protocol, one per line of JSON. The SDK has such a transport too, with two differences: it skips a line that
 * is not JSON without reporting it, and it cancels the calls under way when its input ends. A client that pipes a few calls in
 * and closes the pipe would get no answers.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #messageBytesMax: number;
  /** The line that has not ended yet. */
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(input: Readable, output: Writable, messageBytesMax: number) {
    this.#input = input;
    this.#output = output;
    this.#messageBytesMax = messageBytesMax;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#read);
    this.#input.on("error", this.#report);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#output.write(serializeMessage(message))) return;
    await new Promise<void>((resolve) => this.#output.once("drain", resolve));
  }

  async close(): Promise<void> {
    this.#input.off("data", this.#read).off("error", this.#report).pause();
    this.#pieces = [];
    this.onclose?.();
  }

  readonly #report = (error: Error) => this.onerror?.(error);

  readonly #read = (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      if (!this.#keep(rest.subarray(0, end))) return;
      const line = Buffer.concat(this.#pieces).toString("utf8");
      this.#pieces = [];
      this.#bytes = 0;
      rest = rest.subarray(end + 1);
      this.#receive(line);
    }
    this.#keep(rest);
  };

  /** False: the line is too long, which ends the connection, since no limit would hold what follows. */
  #keep(piece: Buffer): boolean {
    this.#bytes += piece.length;
    this.#pieces.push(piece);
    const isShort = this.#bytes <= this.#messageBytesMax;
    if (!isShort) void this.close();
    return isShort;
  }

  #receive(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }
}
