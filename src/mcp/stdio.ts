import type { Readable, Writable } from "node:stream";
import { setTimeout as after, setImmediate as nextTurn } from "node:timers/promises";
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { AGENT_MESSAGE_BYTES_MAX } from "../answers/question.ts";
import type { Backend } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";
import { protocolServer, ToolCalls, type WriteLog } from "./protocol.ts";
import { toolsOver } from "./tools.ts";

interface Streams {
  readonly log: WriteLog;
  /** Aborted when the process receives a stop signal. */
  readonly stopped: AbortSignal;
}

/**
 * Serves the tools on standard input and output, which carries only the protocol, until the client closes it or the process is
 * stopped. False when a message was too long to continue after it.
 */
export async function serveTools(backend: Backend, { log, stopped }: Streams): Promise<boolean> {
  const tools = toolsOver(backend);
  const calls = new ToolCalls(tools, log);
  const server = protocolServer(tools, calls);
  const { promise: ended, resolve: end } = Promise.withResolvers<"closed" | "stopped" | "input ended">();
  // The error may quote the message, and nothing that was sent is logged.
  server.onerror = () => log("a message was not understood");
  server.onclose = () => end("closed");
  stopped.addEventListener("abort", () => end("stopped"));
  process.stdin.once("end", () => end("input ended"));
  await server.connect(new StdioTransport(process.stdin, process.stdout, AGENT_MESSAGE_BYTES_MAX));
  const why = await ended;
  if (why === "closed") log(`a message had more than ${AGENT_MESSAGE_BYTES_MAX} bytes, which no call has`);
  // A client that sends a few calls and closes the pipe waits for their answers.
  if (why === "input ended") await settledSoon(calls);
  // Open calls are cancelled before the release that they read is closed.
  await server.close();
  await settledSoon(calls);
  process.stdin.destroy();
  return why !== "closed";
}

async function settledSoon(calls: ToolCalls): Promise<void> {
  await Promise.race([calls.settled(), after(MCP_LIMITS.closingMillisecondsMax, null, { ref: false })]);
  await nextTurn();
}

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
