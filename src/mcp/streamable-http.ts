import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { orAborted } from "../core/runtime/ending.ts";
import type { Api } from "./api.ts";
import { protocolServer } from "./protocol.ts";

interface Terms {
  /** Aborted when the client has left. */
  readonly abandoned: AbortSignal;
  /** Receives an exception that is our mistake. */
  readonly reportFailure: (error: unknown) => void;
}

/**
 * Answers one request of Streamable HTTP without a session, so that every process on every node can answer. The answer is JSON, never a
 * stream of events, since no tool reports its progress.
 */
export async function answerAgent(request: Request, api: Api, { abandoned, reportFailure }: Terms): Promise<Response> {
  // The service logs and counts the request of each call itself.
  const server = protocolServer(api, { onCall: () => {}, onMistake: reportFailure });
  const { host } = new URL(request.url);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    // A page of another origin is refused. The host name was checked before.
    enableDnsRebindingProtection: true,
    allowedOrigins: [`http://${host}`, `https://${host}`],
  });
  await server.connect(transport);
  try {
    return await orAborted(transport.handleRequest(request), abandoned);
  } finally {
    // Cancels an open call.
    await server.close();
  }
}
