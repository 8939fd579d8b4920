import { type CallToolResult, type JSONObject, type Tool as ProtocolTool, Server } from "@modelcontextprotocol/server";
import { programVersion } from "../core/files/installation.ts";
import { endable } from "../core/runtime/ending.ts";
import { isOutside, reasonOf } from "../core/runtime/failure.ts";
import { Semaphore } from "../core/runtime/semaphore.ts";
import { quoted } from "../core/text/refusal.ts";
import type { RequestFields } from "../pricing/request/read.ts";
import { MCP_LIMITS } from "./limits.ts";
import { refusal, type SchemaOfObject, type Tool, type ToolAnswer } from "./tool.ts";

const INSTRUCTIONS =
  "Ratebook answers what state Medicaid programs pay, to the cent, with the calculation. Find the provider with `search`, call `parameters` once for what a state and setting take, then `price`. Outpatient services are priced by the code, inpatient stays by the stay or the day. Send the day of the service or stay: without it, today's rates are returned. Amounts are exact decimal strings: quote them and do not compute with them; `explain` has every step. Beside the members that its tool lists, an answer has `release` (where it comes from), and where they apply `warnings` (doubts about the prices), `left_out` (what is not shown, and how to get it) and `in_common` (fields that all results share, taken out of them). Cite the release and the publication of the sources, and repeat the warnings and the assumptions with every price. No rate is an answer: `error_message` and `no_rate` say why and what would help. Members that are null are left out of all answers.";

/** A protocol server that offers the tools; it is not connected yet. */
export function protocolServer(tools: readonly Tool[], calls: ToolCalls): Server {
  // The SDK has two servers; this one accepts JSON Schema, which we derive from the states' declarations.
  const server = new Server(
    { name: "ratebook", title: "Ratebook", version: programVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(listed) }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) =>
    resultOf(await calls.answer(params.name, params.arguments ?? {}, mcpReq.signal)),
  );
  return server;
}

function listed({ name, title, description, inputSchema, outputSchema }: Tool): ProtocolTool {
  return {
    ...{ name, title, description },
    inputSchema: schemaOf(inputSchema),
    outputSchema: schemaOf(outputSchema),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

function schemaOf({ properties, required }: SchemaOfObject): ProtocolTool["inputSchema"] {
  return {
    type: "object",
    properties: { ...(properties as Record<string, JSONObject>) },
    ...(required.length === 0 ? {} : { required: [...required] }),
  };
}

/** The answer twice, as the protocol requires: structured, and as text for agents without structured output. */
function resultOf(answer: ToolAnswer): CallToolResult {
  if (!answer.ok) return { isError: true, content: [{ type: "text", text: answer.message }] };
  const { structured } = answer;
  return { content: [{ type: "text", text: JSON.stringify(structured) }], structuredContent: { ...structured } };
}

/** Writes a log line; never what was sent. */
export type WriteLog = (text: string) => void;

/** Answers tool calls: a few at a time, each with an answer or a refusal in every case. */
export class ToolCalls {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #semaphore = new Semaphore(MCP_LIMITS.callsAtOnce);
  readonly #unanswered = new Set<Promise<ToolAnswer>>();
  readonly #log: WriteLog;
  readonly #reportFailure: (error: unknown) => void;

  /** Unexpected exceptions are logged with their stack, unless they are reported elsewhere. */
  constructor(
    tools: readonly Tool[],
    log: WriteLog,
    reportFailure = (error: unknown) => log(error instanceof Error ? (error.stack ?? error.message) : reasonOf(error)),
  ) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#log = log;
    this.#reportFailure = reportFailure;
  }

  async answer(name: string, sent: RequestFields, abandoned: AbortSignal): Promise<ToolAnswer> {
    const tool = this.#tools.get(name);
    if (tool === undefined) {
      return refusal(`${quoted(name)} is not a tool of Ratebook; there are ${[...this.#tools.keys()].join(", ")}.`);
    }
    if (this.#unanswered.size >= MCP_LIMITS.callsUnansweredMax) {
      return refusal(`${this.#unanswered.size} calls wait for their answers already. Call again when they have them.`);
    }
    const answer = this.#answered(tool, sent, abandoned);
    this.#unanswered.add(answer);
    try {
      return await answer;
    } finally {
      this.#unanswered.delete(answer);
    }
  }

  /** Resolves when all calls so far have their answers. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#unanswered);
  }

  async #answered(tool: Tool, sent: RequestFields, abandoned: AbortSignal): Promise<ToolAnswer> {
    const begun = performance.now();
    const logged = (outcome: string) =>
      this.#log(`${tool.name}: ${outcome}, ${Math.ceil(performance.now() - begun)} ms`);
    try {
      const answer = await endable(abandoned, () => this.#semaphore.use(() => tool.answer(sent, abandoned)));
      logged(answer.ok ? "answered" : "refused");
      return answer;
    } catch (error) {
      if (abandoned.aborted) {
        logged("given up");
        return refusal("The call was cancelled.");
      }
      logged("failed");
      if (isOutside(error)) return refusal(`${error.message} (failed)`);
      this.#reportFailure(error);
      return refusal("Ratebook made a mistake and has no answer; its log says more. (internal_error)");
    }
  }
}
