import type { ChildProcess } from "node:child_process";
import { freePort } from "../../src/serve/operations/port.ts";
import { statusOf } from "./http.ts";
import { descendantsOf } from "./processes.ts";
import { waitFor } from "./wait-for.ts";
import { killIfThere, type Workspace } from "./workspace.ts";

/** Generous, for a busy machine: a start or a stop takes a second or two. */
const MILLISECONDS_MAX = 120_000;
const SAID_CHARACTERS_MAX = 4_000;

/** How a server is started; `drainSeconds`: how long it goes on answering after a stop signal. */
interface Options {
  readonly preload?: string | null;
  readonly drainSeconds?: number;
}

/** A real server as a process of its own, which can be stopped or killed and started again at its port. */
export class Server {
  readonly #workspace: Workspace;
  readonly #args: readonly string[];
  readonly #options: Options;
  readonly port: number;
  #child: ChildProcess | null = null;
  #said = "";

  private constructor(workspace: Workspace, port: number, args: readonly string[], options: Options) {
    this.#workspace = workspace;
    this.port = port;
    this.#args = ["serve", "--port", String(port), "--log-level", "warn", ...args];
    this.#options = options;
  }

  static async started(workspace: Workspace, args: readonly string[], options: Options = {}): Promise<Server> {
    const server = new Server(workspace, await freePort("127.0.0.1", 0), args, options);
    await server.start();
    return server;
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const { preload = null, drainSeconds = 0 } = this.#options;
    const child = this.#workspace.start(this.#args, preload, { RATEBOOK_DRAIN: String(drainSeconds) });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#said = (this.#said + text).slice(-SAID_CHARACTERS_MAX);
      });
    }
    const isUp = async () => this.hasEnded || (await statusOf(this.port, "/readyz")) === 200;
    if (!(await waitFor(isUp, MILLISECONDS_MAX)) || this.hasEnded)
      throw new Error(`A server does not start: ${this.#said}`);
  }

  get pid(): number {
    return this.#child?.pid as number;
  }

  get workers(): readonly number[] {
    return descendantsOf(this.pid);
  }

  get hasEnded(): boolean {
    return this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The end of what it has logged and printed. */
  get said(): string {
    return this.#said;
  }

  /** Stops it as an operator does; what is wrong with its end, or null. */
  async stop(): Promise<string | null> {
    this.#child?.kill("SIGTERM");
    if (!(await waitFor(() => this.hasEnded, MILLISECONDS_MAX))) this.kill();
    const code = this.#child?.exitCode;
    return code === 0 ? null : `the server ended with ${code}: ${this.#said}`;
  }

  /** As when its machine loses power. */
  kill(): void {
    for (const pid of [this.pid, ...this.workers]) killIfThere(pid);
  }
}
