import { PassThrough } from "node:stream";
import { type CallToolResult, Client, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Backend } from "../../../src/mcp/backend.ts";
import { protocolServer, ToolCalls } from "../../../src/mcp/protocol.ts";
import { StdioTransport } from "../../../src/mcp/stdio.ts";
import { toolsOver } from "../../../src/mcp/tools.ts";
import { RATEBOOK } from "../../cli/support/ratebook.ts";

export type Structured = Readonly<Record<string, unknown>>;

/** An agent: the SDK's own client, with the tools at the other end of its pipes. */
export class Agent {
  readonly client = new Client({ name: "test", version: "1" });
  readonly #transport: Transport;
  /** What is logged at the other end. */
  log = "";

  private constructor(transport: (log: (text: string) => void) => Transport) {
    this.#transport = transport((text) => {
      this.log += text;
    });
  }

  /** With the real command, as a process. */
  static ofCommand(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Agent {
    return new Agent((log) => {
      const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...variables };
      const transport = new StdioClientTransport({ command: RATEBOOK, args: ["mcp", ...args], env, stderr: "pipe" });
      transport.stderr?.on("data", log);
      return transport;
    });
  }

  /** With the tools in this process, which are served as the command serves them. */
  static over(backend: Backend): Agent {
    return new Agent((log) => {
      const tools = toolsOver(backend);
      const logLine = (text: string) => log(`${text}\n`);
      const server = protocolServer(tools, new ToolCalls(tools, logLine));
      const [sent, answered] = [new PassThrough(), new PassThrough()];
      void server.connect(new StdioTransport(sent, answered, Number.POSITIVE_INFINITY));
      return new StdioTransport(answered, sent, Number.POSITIVE_INFINITY);
    });
  }

  /** Connects and learns the tools, so that the client holds every answer against the schema of its tool. */
  async connected(): Promise<this> {
    await this.client.connect(this.#transport);
    await this.client.listTools();
    return this;
  }

  async call(name: string, sent: Structured): Promise<CallToolResult> {
    return (await this.client.callTool({ name, arguments: sent })) as CallToolResult;
  }

  /** The answer of a call that must have one. */
  async answer(name: string, sent: Structured): Promise<Structured> {
    const { isError, structuredContent, content } = await this.call(name, sent);
    const [said] = content as readonly { readonly text: string }[];
    if (isError || structuredContent === undefined) throw new Error(said?.text);
    if (JSON.stringify(structuredContent) !== said?.text) throw new Error("the text is not the structured answer");
    return structuredContent as Structured;
  }

  /** What a call that must be refused is told. */
  async refusal(name: string, sent: Structured): Promise<string> {
    const { isError, structuredContent, content } = await this.call(name, sent);
    const [said] = content as readonly { readonly text: string }[];
    if (!isError || structuredContent !== undefined) throw new Error(`it was answered: ${said?.text}`);
    return said?.text ?? "";
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
