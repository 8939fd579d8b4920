import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { orAborted } from "../runtime/ending.ts";
import { protocolServer } from "./protocol.ts";
import { type AnsweringRelease, releaseBackend } from "./release-backend.ts";
import { ToolCalls } from "./tool-calls.ts";
import { toolsOver } from "./tools.ts";

/** One message of an agent, whose key was let in, and what it is answered from. */
export interface AgentMessage {
  readonly release: AnsweringRelease;
  /** The headers that the protocol reads: never the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly message: unknown;
  /** Aborted when the client has left. */
  readonly abandoned: AbortSignal;
  /** Receives an exception that is our mistake. */
  readonly reportFailure: (error: unknown) => void;
}

/** An answer over HTTP. */
export interface AgentAnswer {
  readonly status: number;
  readonly json: string;
}

/**
 * Answers one message of Streamable HTTP without a session: every process and every node answers every message. The answer is
 * JSON and never a stream of events, since no tool reports its progress.
 */
export async function answerAgent(sent: AgentMessage): Promise<AgentAnswer> {
  const { release, headers, message, abandoned, reportFailure } = sent;
  const tools = toolsOver(releaseBackend(release));
  const server = protocolServer(tools, new ToolCalls(tools, () => {}, reportFailure));
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request("http://localhost/mcp", { method: "POST", headers });
    const response = await orAborted(transport.handleRequest(request, { parsedBody: message }), abandoned);
    return { status: response.status, json: await response.text() };
  } finally {
    // Ends a call that is under way.
    await server.close();
  }
}
