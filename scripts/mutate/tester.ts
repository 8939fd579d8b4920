import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Order, Verdict } from "./test-process.ts";

/** How a run of a test file ended. A process that ends without a verdict has crashed. */
type Ending = "passed" | "failed" | "timed out" | "crashed";

/** Starting vitest, on a machine that is busy with others. */
const START_MILLISECONDS_MAX = 120_000;

/** A process that runs test files; it is replaced when a mutant hangs or crashes it. */
export class Tester {
  readonly #copy: string;
  #process: ChildProcess | null = null;

  constructor(copy: string) {
    this.#copy = copy;
  }

  async run(order: Order, millisecondsMax: number): Promise<Ending> {
    const running = this.#process ?? (await this.#start());
    const ending = verdictOf(running, millisecondsMax);
    running.send(order);
    const ended = await ending;
    if (ended === "timed out" || ended === "crashed") this.stop();
    return ended;
  }

  stop(): void {
    const { pid } = this.#process ?? {};
    this.#process = null;
    // With everything that its tests have started: the process leads a group of its own.
    if (pid !== undefined) killGroup(pid);
  }

  async #start(): Promise<ChildProcess> {
    const started = fork(join(this.#copy, "scripts/mutate/test-process.ts"), [this.#copy], {
      cwd: this.#copy,
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // What is compiled of mutated files belongs to the copy.
      env: { ...process.env, NODE_COMPILE_CACHE: join(this.#copy, "compiled") },
    });
    this.#process = started;
    const ready = await verdictOf(started, START_MILLISECONDS_MAX);
    if (ready !== "passed") throw new Error(`vitest did not start: ${ready}`);
    return started;
  }
}

function verdictOf(running: ChildProcess, millisecondsMax: number): Promise<Ending> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end("timed out"), millisecondsMax);
    const onMessage = (message: unknown) => end((message as Verdict).passed ? "passed" : "failed");
    const onExit = () => end("crashed");
    function end(ending: Ending): void {
      clearTimeout(timer);
      running.off("message", onMessage).off("exit", onExit);
      resolve(ending);
    }
    running.on("message", onMessage).on("exit", onExit);
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
