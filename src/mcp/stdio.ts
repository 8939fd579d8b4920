import { setTimeout as after, setImmediate as nextTurn } from "node:timers/promises";
import { AGENT_MESSAGE_BYTES_MAX } from "../answers/question.ts";
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
