import { type CallToolResult, type Tool as ProtocolTool, Server } from "@modelcontextprotocol/server";
import { programVersion } from "../core/files/installation.ts";
import { isFailure } from "../core/runtime/failure.ts";
import { quoted } from "../core/text/refusal.ts";
import type { Api } from "./api.ts";
import { refusal, type ToolAnswer, toolsOver } from "./tools.ts";

const INSTRUCTIONS =
  "Ratebook answers what state Medicaid programs pay, to the cent, with the calculation. Find the provider with `search`, call `parameters` once for what a state and setting take, then `price`. Outpatient services are priced by the code, inpatient stays by the stay or the day. Send the day of the service or stay: without it, today's rates are returned. Amounts are exact decimal strings: quote them and do not compute with them; `explain` has every step. Beside its own members an answer has `release` (where it comes from), `warnings` (doubts about the prices) and, if it was too long, `left_out` (what is not shown; send an identifier of one provider to get it). Cite the release and the publication of the rows, and repeat the warnings and the assumptions with every price. No rate is an answer: `error_message` and `no_rate` say why and what would help. Members that are null are left out of all answers.";

interface Observer {
  /** Receives the outcome of each call: never what was sent. */
  readonly onCall: (tool: string, outcome: "answered" | "refused" | "failed", milliseconds: number) => void;
  /** Receives an exception that is our mistake. */
  readonly onMistake: (error: unknown) => void;
}

/** A protocol server that offers the tools over an API; it is not connected yet. */
export function protocolServer(api: Api, { onCall, onMistake }: Observer): Server {
  const tools = new Map(toolsOver(api).map((tool) => [tool.name, tool]));
  // The SDK has two servers; this one accepts JSON Schema, which we derive from the states' declarations.
  const server = new Server(
    { name: "ratebook", title: "Ratebook", version: programVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: [...tools.values()].map(({ answer: _, ...tool }) => ({
      ...tool,
      inputSchema: tool.inputSchema as ProtocolTool["inputSchema"],
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq: { signal } }) => {
    const { name, arguments: sent = {} } = params;
    const tool = tools.get(name);
    if (tool === undefined) {
      return resultOf(refusal(`${quoted(name)} is not a tool of Ratebook; there are ${[...tools.keys()].join(", ")}.`));
    }
    const begun = performance.now();
    const took = () => Math.ceil(performance.now() - begun);
    try {
      const answer = await tool.answer(sent, signal);
      onCall(name, answer.ok ? "answered" : "refused", took());
      return resultOf(answer);
    } catch (error) {
      onCall(name, "failed", took());
      if (isFailure(error)) return resultOf(refusal(error.message));
      // The answer to an abandoned call is never sent.
      if (!signal.aborted) onMistake(error);
      return resultOf(refusal("Ratebook made a mistake and has no answer; its log says more. (internal_error)"));
    }
  });
  return server;
}

/** The answer twice, as the protocol requires: structured, and as text for agents without structured output. */
function resultOf(answer: ToolAnswer): CallToolResult {
  if (!answer.ok) return { isError: true, content: [{ type: "text", text: answer.message }] };
  const { structured } = answer;
  return { content: [{ type: "text", text: JSON.stringify(structured) }], structuredContent: { ...structured } };
}
