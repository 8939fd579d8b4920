import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { SOON } from "../../../support/waiting.ts";

/** Enough for a stack and the lines before it. */
const LAST_WORDS_CHARACTERS = 4_000;

type LogLine = Readonly<Record<string, unknown>>;

/** A server as a child process, with everything that it says. */
export class RunningServer {
  readonly process: ChildProcess;
  /** Resolves when it has exited and all that it wrote has been read: the last lines may arrive after the exit. */
  readonly #closed: Promise<unknown>;
  #output = "";
  #complaints = "";
  readonly #log: LogLine[] = [];
  #readUpTo = 0;
  port = 0;

  constructor(command: string, args: readonly string[], variables: Readonly<Record<string, string>>) {
    this.process = spawn(command, args, { env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "pipe"] });
    this.#closed = once(this.process, "close");
    this.process.stdout?.on("data", (text) => {
      this.#output += text;
    });
    this.process.stderr?.on("data", (text) => {
      this.#complaints += text;
    });
  }

  get output(): string {
    return this.#output;
  }

  get complaints(): string {
    return this.#complaints;
  }

  /** Its log; a line that is not JSON fails the test. Tests look at it many times a second: each line is parsed once. */
  get log(): readonly LogLine[] {
    for (let end = this.#lineEnd(); end >= 0; end = this.#lineEnd()) {
      this.#log.push(JSON.parse(this.#output.slice(this.#readUpTo, end)) as LogLine);
      this.#readUpTo = end + 1;
    }
    return this.#log;
  }

  #lineEnd(): number {
    return this.#output.indexOf("\n", this.#readUpTo);
  }

  events(event: string): readonly LogLine[] {
    return this.log.filter((line) => line.event === event);
  }

  async started(): Promise<this> {
    const [line] = await this.logged("listening");
    this.port = line?.port as number;
    return this;
  }

  /** Waits until an event was logged so many times. */
  async logged(event: string, times = 1): Promise<readonly LogLine[]> {
    return await vi.waitFor(() => {
      if (this.process.exitCode !== null) throw new Error(`it ended: ${this.#complaints}${this.#output}`);
      const events = this.events(event);
      if (events.length < times) throw new Error(`${event} was logged ${events.length} times`);
      return events;
    }, SOON);
  }

  /** On a connection of its own: one that was kept for seconds may be closed by the server just when it is used again. */
  async fetch(path: string, options: RequestInit = {}): Promise<Response> {
    const headers = new Headers(options.headers);
    headers.set("connection", "close");
    try {
      return await fetch(`http://127.0.0.1:${this.port}${path}`, { ...options, headers });
    } catch (error) {
      throw this.#withEnd(error as Error);
    }
  }

  /** A refused connection says nothing: how the server ended and its last words do. */
  #withEnd(error: Error): Error {
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) return error;
    const last = `${this.#output}${this.#complaints}`.slice(-LAST_WORDS_CHARACTERS);
    return new Error(`The server has ended (${signalCode ?? exitCode}): ${last}`, { cause: error });
  }

  async ended(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, "exit");
    // The output of a killed server may be open in its workers, and one that a test has paused is never read to its end.
    if (this.process.signalCode === null && this.process.stdout?.isPaused() !== true) await this.#closed;
    return this.process.exitCode;
  }

  async stop(): Promise<number | null> {
    this.process.kill("SIGTERM");
    return await this.ended();
  }
}

/** A folder that is gone after the test. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "ratebook-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
