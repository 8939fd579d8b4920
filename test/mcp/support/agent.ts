import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { RATEBOOK } from "../../cli/support/ratebook.ts";

export type Structured = Readonly<Record<string, unknown>>;

/** An agent: the SDK's own client with the real command at the other end of its pipes. */
export class Agent {
  readonly client = new Client({ name: "test", version: "1" });
  readonly #transport: StdioClientTransport;
  /** What the command says on standard error. */
  log = "";

  constructor(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
    const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...variables };
    this.#transport = new StdioClientTransport({ command: RATEBOOK, args: ["mcp", ...args], env, stderr: "pipe" });
    this.#transport.stderr?.on("data", (text) => {
      this.log += text;
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
