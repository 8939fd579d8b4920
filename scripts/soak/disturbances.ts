import { setTimeout as wait } from "node:timers/promises";
import type { Findings } from "../fire/findings.ts";
import { Client } from "../fire/http.ts";
import type { KnownLookup } from "../fire/known-lookups.ts";
import type { Patience } from "../fire/patience.ts";
import type { Random } from "../fire/random.ts";
import { madeKey } from "../fire/sample.ts";
import type { Server } from "../fire/server.ts";
import { waitFor } from "../fire/wait-for.ts";
import type { Workspace } from "../fire/workspace.ts";
import { sharedClock } from "./shared-clock.ts";
import type { Witness } from "./witness.ts";

const PAUSE_MILLISECONDS = 1_000;
/** After many kills a server waits for up to ten seconds before it starts another; the start takes a second or two on an idle machine. */
const WORKER_MILLISECONDS_MAX = 60_000;
/** A revoked key that works for so long works for ever; how long it did is judged afterwards. */
const REVOKED_MILLISECONDS_MAX = 60_000;

interface Disturbed {
  readonly workspace: Workspace;
  readonly server: Server;
  readonly home: string;
  /** A worker that is never killed: a process that starts again starts with little memory, and hides what it has lost. */
  readonly spared: number;
  readonly lookups: readonly KnownLookup[];
  readonly patience: Patience;
  readonly witness: Pick<Witness, "stoodStill">;
  readonly findings: Findings;
}

/** Reloads, key changes and worker kills, one after the other, in the middle of the load. */
export class Disturbances {
  readonly #disturbed: Disturbed;
  #killedAt = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(disturbed: Disturbed) {
    this.#disturbed = disturbed;
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** Whether a kill explains that an answer was lost at this time of the shared clock. */
  async isExplained(at: number): Promise<boolean> {
    const { server, patience, witness } = this.#disturbed;
    const hangs = server.timesLogged("worker_hangs") + server.timesLogged("long_work_stuck");
    if (hangs > 0 && !patience.isHangFound) return true;
    const killedAt = this.#killedAt;
    if (at - killedAt < patience.lostMillisecondsMax) return true;
    return at - killedAt < patience.lostMillisecondsMax + (await witness.stoodStill(killedAt, at));
  }

  /** Whether a worker was killed at or after this time of the shared clock. */
  wasKilledSince(at: number): boolean {
    return this.#killedAt >= at;
  }

  async until(isOver: () => boolean, random: Random): Promise<void> {
    const kinds = [() => this.#reload(), () => this.#keys(), () => this.#kill(random)];
    while (!isOver()) {
      await (kinds[this.#count % kinds.length] as () => Promise<void>)();
      this.#count += 1;
      if (isOver()) return;
      await wait(PAUSE_MILLISECONDS);
    }
  }

  async #reload(): Promise<void> {
    const { workspace, home, findings } = this.#disturbed;
    const { code, stderr } = await workspace.run(["reload", "--home", home]);
    findings.check("reloads", code === 0 ? null : stderr, null);
  }

  /** A new key works at once; a revoked one is refused within a second. */
  async #keys(): Promise<void> {
    const { workspace, server, home, lookups, findings } = this.#disturbed;
    const path = lookups[0]?.path as string;
    const client = new Client(server.port, 4);
    const status = async (key: string) => (await client.get(path, key).catch(() => ({ status: 0 }))).status;
    try {
      const { id, key } = await madeKey(workspace, home);
      findings.check("keys, a new one works", (await status(key)) === 200 ? null : "it is refused", { id });
      const { code, stderr } = await workspace.run(["keys", "revoke", id, "--home", home]);
      const revokedAt = sharedClock();
      const isRefused = await waitFor(async () => (await status(key)) === 401, REVOKED_MILLISECONDS_MAX);
      const late = isRefused ? await this.#lateness(revokedAt, sharedClock()) : "it goes on working";
      findings.check("keys, a revoked one is refused", code === 0 ? late : stderr, { id });
    } finally {
      client.close();
    }
  }

  async #lateness(revokedAt: number, refusedAt: number): Promise<string | null> {
    const { patience, witness } = this.#disturbed;
    const worked = refusedAt - revokedAt;
    const isLate = worked > patience.revokedMillisecondsMax + (await witness.stoodStill(revokedAt, refusedAt));
    return isLate ? `it worked for another ${Math.round(worked)} ms` : null;
  }

  async #kill(random: Random): Promise<void> {
    const { server, spared, findings } = this.#disturbed;
    const victim = random.pick(server.workers.filter((pid) => pid !== spared));
    const started = server.timesLogged("worker_started");
    this.#killedAt = sharedClock();
    process.kill(victim, "SIGKILL");
    // A starting worker answers no requests: killing the other one now would leave none.
    const isReplaced = await waitFor(() => server.timesLogged("worker_started") > started, WORKER_MILLISECONDS_MAX);
    findings.check("workers killed, another takes the place", isReplaced ? null : "none does", { victim });
  }
}
