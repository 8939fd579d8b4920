import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "../fire/http.ts";
import { Server } from "../fire/server.ts";
import type { Workspace } from "../fire/workspace.ts";
import { sharedClock } from "../soak/shared-clock.ts";
import { Spans } from "./spans.ts";

/** What was on its way to a node when it was killed is noticed by its clients in this time. */
const AFTERMATH_MILLISECONDS = 1_000;

interface Ready {
  readonly status: string | number;
  readonly database?: string;
  readonly release?: { readonly version: string };
}

interface Place {
  readonly workspace: Workspace;
  readonly name: string;
  readonly url: string;
  readonly workers: number;
  /** For how long before it was killed its usage may be lost. */
  readonly lossMilliseconds: number;
}

/** A real node of the trial: it can be killed and started again where it was. */
export class TrialNode {
  readonly home: string;
  /** From a kill until it answers again. */
  readonly down = new Spans();
  readonly #place: Place;
  readonly #log: string;
  readonly #lately: { readonly at: number; readonly lookups: number }[] = [];
  #server: Server | null = null;
  #port: number | null = null;
  #lossMax = 0;

  constructor(place: Place) {
    this.#place = place;
    this.home = place.workspace.path(place.name);
    this.#log = place.workspace.path(`${place.name}.log`);
  }

  get name(): string {
    return this.#place.name;
  }

  get server(): Server {
    if (this.#server === null) throw new Error(`${this.name} was never started.`);
    return this.#server;
  }

  get port(): number {
    return this.server.port;
  }

  /** Lookups that its kills may have cost so far. */
  get lossMax(): number {
    return this.#lossMax;
  }

  /** The end of its log, for a finding. */
  get logEnd(): string {
    return existsSync(this.#log) ? readFileSync(this.#log, "utf8").slice(-4_000) : "";
  }

  async start(): Promise<void> {
    const { workspace, url, workers } = this.#place;
    const log = ["--log-file", this.#log, "--log-level", "warn"];
    const options = ["--database", url, "--home", this.home, "--workers", String(workers), ...log];
    this.#server = await Server.start(workspace, options, {}, this.#port);
    this.#port = this.#server.port;
  }

  /** As when its machine loses power. */
  kill(): () => Promise<void> {
    const isUpAgain = this.down.begin();
    const since = sharedClock() - this.#place.lossMilliseconds;
    for (const { at, lookups } of this.#lately) if (at >= since) this.#lossMax += lookups;
    for (const pid of [this.server.pid, ...this.server.workers]) process.kill(pid, "SIGKILL");
    return async () => {
      await this.start();
      await wait(AFTERMATH_MILLISECONDS);
      isUpAgain();
    };
  }

  /** A client was answered so many lookups. */
  answered(lookups: number): void {
    const at = sharedClock();
    this.#lately.push({ at, lookups });
    while ((this.#lately[0]?.at ?? at) < at - this.#place.lossMilliseconds) this.#lately.shift();
  }

  async ready(): Promise<Ready | null> {
    const answer = await this.#get("/readyz", "");
    return answer === null ? null : (JSON.parse(answer.body) as Ready);
  }

  /** The status of a lookup with a key; 0 when there is no answer. */
  async status(path: string, key: string): Promise<number> {
    return (await this.#get(path, key))?.status ?? 0;
  }

  async #get(path: string, key: string): Promise<{ readonly status: number; readonly body: string } | null> {
    const client = new Client(this.port, 1);
    try {
      return await client.get(path, key);
    } catch {
      return null;
    } finally {
      client.close();
    }
  }
}
