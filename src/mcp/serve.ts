import { setTimeout as after, setImmediate as nextTurn } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool as ProtocolTool,
} from "@modelcontextprotocol/sdk/types.js";
import { programVersion } from "../files/program-version.ts";
import type { Backend } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";
import type { SchemaOfObject, Tool, ToolAnswer } from "./tool.ts";
import { ToolCalls, type WriteLog } from "./tool-calls.ts";
import { toolsOver } from "./tools.ts";

const INSTRUCTIONS =
  "Ratebook tells what state Medicaid programs pay, to the cent, with the calculation. Find the provider with `search`, ask `parameters` once for what a state and setting take, then `price`. Send the day of the service or stay: without it, today's rates are told. Amounts are exact decimal strings: quote them and do not compute with them; `explain` has every step. Cite the release and the publication of the sources, and tell the warnings and the assumptions with every price. No rate is an answer: `error_message` and `no_rate` say why and what would help. Members that are null are left out of all answers.";

interface Streams {
  readonly log: WriteLog;
  /** Aborted when the process is told to stop. */
  readonly stopped: AbortSignal;
}

/**
 * Serves the tools on standard input and output, which carries nothing but the protocol, until the other side closes it or the
 * process is told to stop. False when a message was too long to go on after it.
 */
export async function serveTools(backend: Backend, { log, stopped }: Streams): Promise<boolean> {
  const tools = toolsOver(backend);
  const calls = new ToolCalls(tools, log);
  // Of the SDK's two servers the one that takes JSON Schema: ours is made from the declarations of the states.
  const server = new Server(
    { name: "ratebook", title: "Ratebook", version: programVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) =>
    resultOf(await calls.answer(params.name, params.arguments ?? {}, signal)),
  );
  const { promise: ended, resolve: end } = Promise.withResolvers<"closed" | "stopped" | "input ended">();
  // What is wrong with a message may quote it, and nothing that was sent is logged.
  server.onerror = () => log("a message was not understood");
  server.onclose = () => end("closed");
  stopped.addEventListener("abort", () => end("stopped"));
  process.stdin.once("end", () => end("input ended"));
  await server.connect(
    new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MCP_LIMITS.messageBytesMax }),
  );
  const why = await ended;
  if (why === "closed") log(`a message had more than ${MCP_LIMITS.messageBytesMax} bytes, which no call has`);
  // Who sends a few calls and closes the pipe waits for their answers, which are written a moment after they are there.
  if (why === "input ended") await settledSoon(calls);
  // What is still under way is given up, before what it reads from is closed.
  await server.close();
  await settledSoon(calls);
  process.stdin.destroy();
  return why !== "closed";
}

async function settledSoon(calls: ToolCalls): Promise<void> {
  await Promise.race([calls.settled(), after(MCP_LIMITS.closingMillisecondsMax, null, { ref: false })]);
  await nextTurn();
}

function listed({ name, title, description, inputSchema, outputSchema }: Tool): ProtocolTool {
  return {
    ...{ name, title, description },
    inputSchema: schemaOf(inputSchema),
    outputSchema: schemaOf(outputSchema),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** A schema as the protocol's types have it. */
function schemaOf({ properties, required, ...rest }: SchemaOfObject): ProtocolTool["inputSchema"] {
  return { ...rest, properties: { ...properties }, required: [...required] };
}

/** The answer twice, as the protocol asks for it: structured, and as text for agents that know no other. */
function resultOf(answer: ToolAnswer): CallToolResult {
  if (!answer.ok) return { isError: true, content: [{ type: "text", text: answer.message }] };
  const { structured } = answer;
  return { content: [{ type: "text", text: JSON.stringify(structured) }], structuredContent: { ...structured } };
}
