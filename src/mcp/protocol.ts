import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as ProtocolTool,
} from "@modelcontextprotocol/sdk/types.js";
import { programVersion } from "../core/files/installation.ts";
import type { SchemaOfObject, Tool, ToolAnswer } from "./tool.ts";
import type { ToolCalls } from "./tool-calls.ts";

const INSTRUCTIONS =
  "Ratebook answers what state Medicaid programs pay, to the cent, with the calculation. Find the provider with `search`, call `parameters` once for what a state and setting take, then `price`. Outpatient services are priced by the code, inpatient stays by the stay or the day. Send the day of the service or stay: without it, today's rates are returned. Amounts are exact decimal strings: quote them and do not compute with them; `explain` has every step. Beside the members that its tool lists, an answer has `release` (where it comes from), and where they apply `warnings` (doubts about the prices), `left_out` (what is not shown, and how to get it) and `in_common` (fields that all results share, taken out of them). Cite the release and the publication of the sources, and repeat the warnings and the assumptions with every price. No rate is an answer: `error_message` and `no_rate` say why and what would help. Members that are null are left out of all answers.";

/** A server of the protocol that offers the tools; it still has to be connected. */
export function protocolServer(tools: readonly Tool[], calls: ToolCalls): Server {
  // Of the SDK's two servers the one that takes JSON Schema: ours is made from the declarations of the states.
  const server = new Server(
    { name: "ratebook", title: "Ratebook", version: programVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) =>
    resultOf(await calls.answer(params.name, params.arguments ?? {}, signal)),
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

/** A schema as the protocol's types have it. */
function schemaOf({ properties, required }: SchemaOfObject): ProtocolTool["inputSchema"] {
  return {
    type: "object",
    properties: { ...properties },
    ...(required.length === 0 ? {} : { required: [...required] }),
  };
}

/** The answer twice, as the protocol wants it: structured, and as text for agents that know no other. */
function resultOf(answer: ToolAnswer): CallToolResult {
  if (!answer.ok) return { isError: true, content: [{ type: "text", text: answer.message }] };
  const { structured } = answer;
  return { content: [{ type: "text", text: JSON.stringify(structured) }], structuredContent: { ...structured } };
}
