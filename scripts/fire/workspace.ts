import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { descendantsOf } from "./processes.ts";

export const ROOT = join(import.meta.dirname, "../..");
const MAIN = join(ROOT, "src", "cli", "main.ts");

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** A command that takes longer than this hangs. */
const COMMAND_MILLISECONDS_MAX = 120_000;

/** A temporary folder and the processes that work in it; both are gone afterwards. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), "ratebook-fire-"));
  readonly #children = new Set<ChildProcess>();
  readonly #onExit = (): void => this.#clear();

  constructor() {
    process.once("exit", this.#onExit);
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  /** Starts the command from its source, with a preload if there is one (`node --import`); workers and threads have it too. */
  start(args: readonly string[], preload: string | null = null, variables: NodeJS.ProcessEnv = {}): ChildProcess {
    const before = preload === null ? [] : ["--import", preload];
    return this.spawn([...before, MAIN, ...args], { ...process.env, ...variables });
  }

  /** Starts a program of Node. */
  spawn(args: readonly string[], env: NodeJS.ProcessEnv, cwd = this.folder): ChildProcess {
    const child = spawn(process.execPath, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    return child;
  }

  /** Runs a command to its end. */
  async run(args: readonly string[], preload: string | null = null): Promise<Ended> {
    const child = this.start(args, preload);
    let [stdout, stderr] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    const deadline = setTimeout(() => child.kill("SIGABRT"), COMMAND_MILLISECONDS_MAX);
    await once(child, "close");
    clearTimeout(deadline);
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
  }

  /** Runs a command that must succeed; its standard output. */
  async done(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`ratebook ${args.slice(0, 2).join(" ")} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** Makes a key for all states without a limit, in a home or a database. */
  async key(...place: readonly string[]): Promise<MadeKey> {
    const about = ["--name", "fire", "--states", "ca,fl,ny,ga", "--rate", "off", "--json"];
    const printed = await this.done("keys", "create", ...about, ...place);
    return JSON.parse(printed.trimEnd().split("\n").at(-1) ?? "") as MadeKey;
  }

  close(): void {
    process.removeListener("exit", this.#onExit);
    this.#clear();
  }

  #clear(): void {
    for (const child of this.#children) {
      const workers = descendantsOf(child.pid as number);
      for (const pid of [child.pid as number, ...workers]) killIfThere(pid);
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Kills a process as a lack of memory or power does; one that has ended meanwhile is left alone. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
