import { type CallToolResult, Client, InMemoryTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Api } from "../../../src/mcp/api.ts";
import { protocolServer } from "../../../src/mcp/protocol.ts";
import { RATEBOOK } from "../../cli/support/ratebook.ts";

export type Structured = Readonly<Record<string, unknown>>;

/** An agent: the SDK's own client, with the tools at the other end. */
export class Agent {
  readonly client = new Client({ name: "test", version: "1" });
  readonly #transport: Transport;
  /** The log at the other end. */
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

  /** With the tools in this process. */
  static over(api: Api): Agent {
    return new Agent((log) => {
      const [here, there] = InMemoryTransport.createLinkedPair();
      const server = protocolServer(api, {
        onCall: (tool, outcome) => log(`${tool}: ${outcome}\n`),
        onMistake: (error) => log(String(error)),
      });
      void server.connect(there);
      return here;
    });
  }

  async connected(): Promise<this> {
    await this.client.connect(this.#transport);
    return this;
  }

  async call(name: string, sent: Structured): Promise<CallToolResult> {
    return (await this.client.callTool({ name, arguments: sent })) as CallToolResult;
  }

  /** The answer of a call, which must not be refused. */
  async answer(name: string, sent: Structured): Promise<Structured> {
    const { isError, structuredContent, content } = await this.call(name, sent);
    const [text] = content as readonly { readonly text: string }[];
    if (isError || structuredContent === undefined) throw new Error(text?.text);
    if (JSON.stringify(structuredContent) !== text?.text) throw new Error("the text is not the structured answer");
    return structuredContent as Structured;
  }

  /** The text of a call that must be refused. */
  async refusal(name: string, sent: Structured): Promise<string> {
    const { isError, structuredContent, content } = await this.call(name, sent);
    const [text] = content as readonly { readonly text: string }[];
    if (!isError || structuredContent !== undefined) throw new Error(`it was answered: ${text?.text}`);
    return text?.text ?? "";
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
