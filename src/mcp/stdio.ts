import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { reasonOf } from "../core/runtime/failure.ts";
import type { Api } from "./api.ts";
import { protocolServer } from "./protocol.ts";

/** Serves the tools on standard input and output, which carries only the protocol, until the client closes it or the process is stopped. */
export async function serveTools(api: Api, log: (text: string) => void): Promise<void> {
  const server = protocolServer(api, {
    onCall: (tool, outcome, milliseconds) => log(`${tool}: ${outcome}, ${milliseconds} ms`),
    onMistake: (error) => log(error instanceof Error ? (error.stack ?? error.message) : reasonOf(error)),
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  server.onclose = resolve;
  // The error may quote the message, and nothing that was sent is logged.
  server.onerror = () => log("a message was not understood");
  const stop = () => void server.close();
  process.once("SIGTERM", stop).once("SIGINT", stop);
  await server.connect(new StdioServerTransport());
  await closed;
  process.stdin.destroy();
}
