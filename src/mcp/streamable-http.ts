import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { McpHandler } from "../answers/question.ts";
import { orAborted } from "../core/runtime/ending.ts";
import { releaseBackend } from "./backend.ts";
import { protocolServer, ToolCalls } from "./protocol.ts";
import { toolsOver } from "./tools.ts";

/**
 * Answers one message of Streamable HTTP without a session, so that every process on every node can answer. The answer is JSON, never a stream of
 * events, since no tool reports its progress.
 */
export const answerAgent: McpHandler = async ({ release, headers, message, abandoned, reportFailure }) => {
  const tools = toolsOver(releaseBackend(release));
  const server = protocolServer(tools, new ToolCalls(tools, () => {}, reportFailure));
  const { host = "" } = headers;
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    // A page of another origin is refused. The host name was checked before.
    enableDnsRebindingProtection: true,
    allowedOrigins: [`http://${host}`, `https://${host}`],
  });
  await server.connect(transport);
  try {
    const request = new Request("http://localhost/mcp", { method: "POST", headers });
    const response = await orAborted(transport.handleRequest(request, { parsedBody: message }), abandoned);
    return { status: response.status, json: await response.text() };
  } finally {
    // Cancels an open call.
    await server.close();
  }
};
