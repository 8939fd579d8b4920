import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, vi } from "vitest";
import { states } from "../../../../../src/states/index.ts";
import { RATEBOOK } from "../../../../cli/support/ratebook.ts";
import { SOON as WAITING } from "../../../../support/waiting.ts";
import { statusOf } from "../../support/fresh-connection.ts";
import { RunningServer } from "../../support/running-server.ts";

/** Generous, for a busy machine. */
export const SOON = { ...WAITING, interval: 100 };

/** Between two requests of a client: a request that fails is noticed without the whole of a processor. */
const PAUSE_MILLISECONDS = 50;

/** While nothing happens at the port, and while it changes hands: short beside the time that this takes. */
const VISIT_PAUSES = { calm: 200, hurried: 15 };

const [california] = states;
const QUERY = new URLSearchParams({ ...california?.lookups[0]?.examples[0]?.query });

interface Ready {
  readonly status: string | number;
  readonly database?: string;
  readonly detail?: string;
  readonly release?: { readonly version: string };
}

/** A node of a test, and what can be asked of it. */
export class TrialNode {
  readonly home: string;
  readonly server: RunningServer;

  constructor(folder: string, name: string, url: string, ...options: string[]) {
    this.home = join(folder, name);
    const command = ["serve", "--database", url, "--home", this.home, "--port", "0", ...options];
    this.server = new RunningServer(RATEBOOK, command, {});
  }

  async started(): Promise<this> {
    const [line] = await this.logged("listening");
    this.server.port = line?.port as number;
    return this;
  }

  async logged(event: string): Promise<ReturnType<RunningServer["events"]>> {
    return await vi.waitFor(() => {
      const events = this.server.events(event);
      if (events.length === 0) throw new Error(`no ${event} in ${this.server.complaints}${this.server.output}`);
      return events;
    }, SOON);
  }

  async ready(): Promise<Ready> {
    return (await (await this.server.fetch("/readyz")).json()) as Ready;
  }

  async untilServing(version: string): Promise<void> {
    await vi.waitFor(async () => expect((await this.ready()).release?.version).toBe(version), SOON);
  }

  /** The status of one lookup. */
  async lookup(key: string): Promise<number> {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await this.server.fetch(`/api/v1/ca/outpatient/rate?${QUERY}`, { headers });
    await answer.text();
    return answer.status;
  }

  async kill(): Promise<void> {
    this.server.process.kill("SIGKILL");
    await this.server.ended();
  }
}

/** Enough that connections wait at the port whenever it changes hands. */
const VISITORS = 12;

/** Clients that request the readiness of a node over and over, each time on a new connection. */
export class Visits {
  /** For each client what came, without what is the same as before. */
  readonly #statuses: (number | string)[][] = Array.from({ length: VISITORS }, () => []);
  readonly #visiting: readonly Promise<void>[];
  #isOn = true;
  #pauseMilliseconds = VISIT_PAUSES.calm;

  constructor(port: number) {
    this.#visiting = this.#statuses.map((statuses) => this.#visit(port, statuses));
  }

  async #visit(port: number, statuses: (number | string)[]): Promise<void> {
    while (this.#isOn) {
      const status = await statusOf(port, "/readyz");
      if (status !== statuses.at(-1)) statuses.push(status);
      await wait(this.#pauseMilliseconds);
    }
  }

  /** From now on the port may change hands at any moment. */
  hurry(): void {
    this.#pauseMilliseconds = VISIT_PAUSES.hurried;
  }

  /** Resolves when a status has come to every client. */
  async until(status: number): Promise<void> {
    await vi.waitFor(() => {
      for (const statuses of this.#statuses) expect(statuses).toContain(status);
    }, SOON);
  }

  /** The sequences of statuses that occurred, each from the first of a status on. */
  async end(first: number): Promise<ReadonlySet<string>> {
    this.#isOn = false;
    await Promise.all(this.#visiting);
    return new Set(this.#statuses.map((statuses) => statuses.slice(statuses.indexOf(first)).join(", ")));
  }
}

/** Asks nodes over and over until it is ended, and keeps every status that is not 200. */
export class Load {
  answered = 0;
  readonly failures: unknown[] = [];
  #isOn = true;
  readonly #clients: Promise<void>[];

  constructor(nodes: readonly TrialNode[], key: string) {
    this.#clients = nodes.map(async (node) => {
      while (this.#isOn) {
        const status = await node.lookup(key).catch((error: unknown) => String(error));
        if (status !== 200) this.failures.push(status);
        this.answered += 1;
        await wait(PAUSE_MILLISECONDS);
      }
    });
  }

  async someAnswers(count = 10): Promise<void> {
    const before = this.answered;
    await vi.waitFor(() => expect(this.answered).toBeGreaterThan(before + count), SOON);
  }

  async end(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#clients);
  }
}
