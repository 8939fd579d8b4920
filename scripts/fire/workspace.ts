import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { descendantsOf } from "./process-size.ts";

export const ROOT = join(import.meta.dirname, "../..");
const RATEBOOK = join(ROOT, "bin", "ratebook");

export type Variables = Readonly<Record<string, string>>;

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a workspace need not find or make itself. */
interface Given {
  readonly ratebook?: string;
  /** Runs a command without faults, in less time than a separate process takes. */
  readonly runHere?: (args: readonly string[]) => Promise<Omit<Ended, "signal">>;
  readonly sample?: string | null;
}

/** A command that takes longer than this hangs; on an idle machine none takes three seconds. */
const COMMAND_MILLISECONDS_MAX = 120_000;

/** A temporary folder and the processes that work in it; both are gone afterwards, after Ctrl-C too. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), "ratebook-fire-"));
  readonly #children = new Set<ChildProcess>();
  readonly #onExit = (): void => this.#clear();

  readonly #ratebook: string;
  readonly #runHere: Given["runHere"];
  /** A release of the sample that is there already; null: it is compiled where it is needed. */
  readonly sample: string | null;

  /** `ratebook`: the command that is run. */
  constructor({ ratebook = RATEBOOK, runHere, sample = null }: Given = {}) {
    this.#ratebook = ratebook;
    this.#runHere = runHere;
    this.sample = sample;
    process.once("exit", this.#onExit);
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  /** A folder of its own, empty. */
  fresh(name: string): string {
    const folder = this.path(name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Starts the command as a user does, but servers stop at once: no proxy stands before them, unless `variables` say otherwise. */
  start(args: readonly string[], variables: Variables = {}): ChildProcess {
    const child = spawn(this.#ratebook, args, {
      env: { ...process.env, RATEBOOK_DRAIN: "0", ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    return child;
  }

  /** Runs a command to its end; `onStart` may interfere with it. */
  async run(
    args: readonly string[],
    variables: Variables = {},
    onStart: ((child: ChildProcess) => void) | null = null,
  ): Promise<Ended> {
    const isLeftAlone = onStart === null && Object.keys(variables).length === 0;
    if (isLeftAlone && this.#runHere !== undefined) return { ...(await this.#runHere(args)), signal: null };
    const child = this.start(args, variables);
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    const deadline = setTimeout(() => child.kill("SIGABRT"), COMMAND_MILLISECONDS_MAX);
    onStart?.(child);
    await once(child, "close");
    clearTimeout(deadline);
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
  }

  close(): void {
    process.removeListener("exit", this.#onExit);
    this.#clear();
  }

  #clear(): void {
    for (const child of this.#children) endWithWorkers(child);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Has Ctrl-C end the process in the ordinary way, so that everything is cleared away; a second one does not cut that short. */
export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
}

/** Ends a process with those that it started: workers would go on until they notice, and stopped ones for ever. */
function endWithWorkers(child: ChildProcess): void {
  try {
    for (const worker of descendantsOf(child.pid as number)) process.kill(worker, "SIGKILL");
  } catch {
    // Some of them have ended meanwhile.
  }
  child.kill("SIGKILL");
}
