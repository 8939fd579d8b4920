import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Client } from "./http.ts";
import { descendantsOf } from "./process-size.ts";
import { waitFor } from "./wait-for.ts";
import type { Variables, Workspace } from "./workspace.ts";

/** Generous, for a busy machine: a start takes a second or two. */
const START_MILLISECONDS_MAX = 120_000;
/** The drain of a server takes 30 seconds at most, and its end a moment of a busy machine. */
const STOP_MILLISECONDS_MAX = 120_000;

/** The name of what a line of the log tells. */
const EVENT = /"event":"([a-z_]+)"/;

/** A real server as a process of its own. */
export class Server {
  readonly #child: ChildProcess;
  #output = "";
  #unfinishedLine = "";
  #complaints = "";
  readonly #eventCounts = new Map<string, number>();
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      this.#output += text;
      this.#countEvents(text);
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      this.#complaints += text;
    });
  }

  /** Resolves when it answers; its log may go anywhere. One that replaces another receives its port. */
  static async start(
    workspace: Workspace,
    options: readonly string[],
    variables: Variables = {},
    knownPort: number | null = null,
  ): Promise<Server> {
    const port = knownPort ?? (await freePort());
    const server = new Server(workspace.start(["serve", "--port", String(port), ...options], variables), port);
    const hasBegun = await waitFor(async () => server.hasEnded || (await isReady(port)), START_MILLISECONDS_MAX);
    if (hasBegun && !server.hasEnded) return server;
    server.kill("SIGKILL");
    throw new Error(`The server does not start: ${server.said}`);
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  get workers(): readonly number[] {
    return descendantsOf(this.pid);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Everything that it said: its log, where that has no file, and what is wrong. */
  get said(): string {
    return this.#output + this.#complaints;
  }

  /** How often its log has an event so far, when the log has no file. */
  timesLogged(event: string): number {
    return this.#eventCounts.get(event) ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Asks it to stop; how it ended, or null when it had to be killed. */
  async stop(): Promise<number | null> {
    this.kill("SIGCONT");
    this.kill("SIGTERM");
    return await this.stopped();
  }

  /** Waits for the end of a server after its stop signal; how it ended, or null when it had to be killed. */
  async stopped(): Promise<number | null> {
    if (!(await waitFor(() => this.hasEnded, STOP_MILLISECONDS_MAX))) this.kill("SIGKILL");
    return this.#child.exitCode;
  }

  #countEvents(text: string): void {
    const lines = (this.#unfinishedLine + text).split("\n");
    this.#unfinishedLine = lines.pop() ?? "";
    for (const line of lines) {
      const event = EVENT.exec(line)?.[1];
      if (event !== undefined) this.#eventCounts.set(event, this.timesLogged(event) + 1);
    }
  }
}

/** A free port. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

async function isReady(port: number): Promise<boolean> {
  const client = new Client(port, 1);
  try {
    return (await client.get("/readyz", "")).status === 200;
  } catch {
    return false;
  } finally {
    client.close();
  }
}
