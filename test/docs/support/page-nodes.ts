import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, vi } from "vitest";
import { states } from "../../../src/states/index.ts";
import { installedFolder } from "../../support/suite/installed.ts";
import { SOON as WAITING } from "../../support/waiting.ts";

/** Generous, for a busy machine. */
export const SOON = { ...WAITING, interval: 50 };
/** A client that leaves the machine to those whom it watches. */
const PACE_MILLISECONDS = 100;

const [california] = states;
const QUERY = new URLSearchParams({ ...california?.lookups[0]?.examples[0]?.query });

interface Started {
  readonly port: number;
  readonly process: ChildProcess;
  /** Not the server that there was before. */
  readonly isNode: boolean;
}

export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly reason?: string;
}

/** The nodes that a page starts and stops, and a client that asks those which stand behind the proxy, over and over. */
export class PageNodes {
  /** Lookups that nodes have answered, and those of the server that there was before. */
  answered = 0;
  answeredBefore = 0;
  readonly failures: unknown[] = [];
  readonly #nodes = new Map<string, Started>();
  readonly #behindProxy = new Set<string>();
  #log = "";
  #asking: Promise<void> = Promise.resolve();
  #isOver = false;

  /** Starts a command that serves, and puts it behind the proxy when it is ready. */
  async start(name: string, command: string, port: number): Promise<void> {
    // As it is installed, it starts in half the time.
    const node = spawn("sh", ["-c", `exec ${command}`], {
      cwd: installedFolder(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    node.stdout?.on("data", (text) => {
      this.#log += text;
    });
    this.#nodes.set(name, { port, process: node, isNode: command.includes("--database") });
    await vi.waitFor(async () => {
      if (node.exitCode !== null) throw new Error(`${name} ended with ${node.exitCode}: ${this.#log}`);
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    }, SOON);
    this.#behindProxy.add(name);
  }

  /** Takes a node out of the proxy, as somebody does before it is stopped. */
  async takeOut(name: string): Promise<void> {
    this.#behindProxy.delete(name);
    await this.#asking;
  }

  async ended(name: string): Promise<void> {
    const node = this.#nodes.get(name)?.process;
    if (node !== undefined && node.exitCode === null) await once(node, "exit");
    expect(node?.exitCode).toBe(0);
    this.#nodes.delete(name);
  }

  /** The processes as variables of a shell. */
  get variables(): Record<string, string> {
    return Object.fromEntries([...this.#nodes].map(([name, node]) => [name, String(node.process.pid)]));
  }

  get log(): readonly LogLine[] {
    return this.#log
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LogLine);
  }

  /** Which release each node serves. */
  async versions(): Promise<readonly string[]> {
    const answers = [...this.#nodes.values()].map(({ port }) => fetch(`http://127.0.0.1:${port}/readyz`));
    const bodies = await Promise.all(answers.map(async (answer) => (await answer).json()));
    return (bodies as { readonly release: { readonly version: string } }[]).map(({ release }) => release.version);
  }

  /** Asks until it is ended, each node in turn. */
  async ask(key: string): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      const names = [...this.#behindProxy];
      const name = names[turn % names.length] as string;
      this.#asking = this.#askOnce(this.#nodes.get(name) as Started, key);
      await this.#asking;
      await wait(PACE_MILLISECONDS);
    }
  }

  async #askOnce({ port, isNode }: Started, key: string): Promise<void> {
    try {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/ca/outpatient/rate?${QUERY}`, { headers });
      await answer.text();
      if (answer.status !== 200) this.failures.push(answer.status);
      else if (isNode) this.answered += 1;
      else this.answeredBefore += 1;
    } catch (error) {
      this.failures.push(String(error));
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    for (const name of [...this.#nodes.keys()]) {
      this.#nodes.get(name)?.process.kill("SIGTERM");
      await this.ended(name);
    }
  }

  async stopAsking(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
  }
}
