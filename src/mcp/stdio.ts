import { setTimeout as after, setImmediate as nextTurn } from "node:timers/promises";
import type { Backend } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";
import { protocolServer, ToolCalls, type WriteLog } from "./protocol.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { toolsOver } from "./tools.ts";

interface Streams {
  readonly log: WriteLog;
  /** Aborted when the process receives a stop signal. */
  readonly stopped: AbortSignal;
}

/**
 * Serves the tools on standard input and output, which carries nothing but the protocol, until the other side closes it or the
 * process is stopped. False when a message was too long to go on after it.
 */
export async function serveTools(backend: Backend, { log, stopped }: Streams): Promise<boolean> {
  const tools = toolsOver(backend);
  const calls = new ToolCalls(tools, log);
  const server = protocolServer(tools, calls);
  const { promise: ended, resolve: end } = Promise.withResolvers<"closed" | "stopped" | "input ended">();
  // What is wrong with a message may quote it, and nothing that was sent is logged.
  server.onerror = () => log("a message was not understood");
  server.onclose = () => end("closed");
  stopped.addEventListener("abort", () => end("stopped"));
  process.stdin.once("end", () => end("input ended"));
  await server.connect(new StdioTransport(process.stdin, process.stdout, MCP_LIMITS.messageBytesMax));
  const why = await ended;
  if (why === "closed") log(`a message had more than ${MCP_LIMITS.messageBytesMax} bytes, which no call has`);
  // A client that sends a few calls and closes the pipe waits for their answers, which are written a moment after they are there.
  if (why === "input ended") await settledSoon(calls);
  // Calls under way are given up before the release that they read from is closed.
  await server.close();
  await settledSoon(calls);
  process.stdin.destroy();
  return why !== "closed";
}

async function settledSoon(calls: ToolCalls): Promise<void> {
  await Promise.race([calls.settled(), after(MCP_LIMITS.closingMillisecondsMax, null, { ref: false })]);
  await nextTurn();
}
