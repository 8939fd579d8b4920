import { setTimeout as wait } from "node:timers/promises";
import { isFailure, isOutside, reasonOf } from "../../core/runtime/failure.ts";
import { Outage } from "../../core/runtime/repeated-task.ts";
import { type Database, isConnectionLost, isOfDatabase } from "../../nodes/database/database.ts";
import type { Crew } from "../crew.ts";
import type { Plan } from "../plan.ts";
import type { RangeQueue } from "./queue.ts";
import { type OpenRun, type Range, RangeStore, Runs } from "./range-store.ts";

/** How soon an idle node finds a new run, or more ranges of one. */
const IDLE_MILLISECONDS = 250;
const ABANDONED_MILLISECONDS = 10_000;
/** How long a node waits before it retries a lost database. */
const AWAY_MILLISECONDS = 1_000;
/** After this a release that could not be fetched is retried: each try may read all of it. */
const REFUSED_MILLISECONDS = 30_000;

export interface RangeTools {
  readonly program: string;
  /** The path of a release on this node, fetched if necessary; null when it is not available. */
  readonly releaseWith: (contentHash: string) => Promise<string | null>;
  readonly startCrew: (plan: Plan) => Promise<Crew>;
  readonly notify: (text: string) => void;
}

/** A node that prices the ranges of all runs, the oldest run first, until it is stopped. */
export class RangeWorker {
  readonly #queue: RangeQueue;
  /** Reports once that the database is lost, and once that it is back, also while ranges are under way. */
  readonly #outage: Outage;
  readonly #runs: Runs;
  readonly #ranges: RangeStore;
  readonly #tools: RangeTools;
  readonly #stop: AbortSignal;
  /** Runs that this node cannot price, and until when; each is reported. */
  readonly #refused = new Map<string, number>();
  /** The run that the crew works for. */
  #crew: { readonly run: string; readonly crew: Crew } | null = null;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #held: HeldRanges;
  #tidiedAt = 0;

  constructor(database: Database, queue: RangeQueue, tools: RangeTools, stop: AbortSignal) {
    this.#queue = queue;
    this.#outage = new Outage({
      onFailed: (error) => tools.notify(`${reasonOf(database.failureFrom(error))} Trying again.`),
      onWorking: () => tools.notify(`${database.shown} is back.`),
    });
    this.#runs = new Runs(database, queue);
    this.#ranges = new RangeStore(database, queue, stop, this.#outage);
    this.#held = new HeldRanges(queue);
    this.#tools = tools;
    this.#stop = stop;
  }

  /** Resolves when it was stopped and has finished its ranges. */
  async work(): Promise<void> {
    const signal = this.#stop;
    try {
      while (!signal.aborted) {
        const worked = await this.#workOnce().catch((error: unknown) => this.#wentAway(error));
        const pause = this.#outage.isFailing ? AWAY_MILLISECONDS : IDLE_MILLISECONDS;
        if (!worked) await wait(pause, null, { signal }).catch(() => {});
      }
    } finally {
      this.#held.close();
      await this.#crew?.crew.end();
    }
  }

  async #workOnce(): Promise<boolean> {
    if (performance.now() - this.#tidiedAt > ABANDONED_MILLISECONDS) {
      this.#tidiedAt = performance.now();
      await this.#runs.removeAbandoned();
    }
    const runs = await this.#runs.list();
    this.#outage.works();
    this.#forgetOver(runs);
    for (const run of runs) {
      if (!this.#isRefused(run) && (await this.#workOn(run))) return true;
    }
    return false;
  }

  #forgetOver(runs: readonly OpenRun[]): void {
    const open = new Set(runs.map(({ id }) => id));
    for (const id of this.#refused.keys()) if (!open.has(id)) this.#refused.delete(id);
  }

  /** Prices the ranges of a run until none of it waits. */
  async #workOn(run: OpenRun): Promise<boolean> {
    const copy = await this.#copyFor(run);
    if (copy === null) return false;
    let hasWorked = false;
    try {
      for (;;) {
        const room = this.#stop.aborted ? 0 : this.#room(run);
        const taken = room > 0 ? await this.#queue.take(run.id, room) : [];
        if (taken.length > 0) {
          hasWorked = true;
          await this.#begin(run, copy, taken);
        }
        if (this.#underWay.size === 0) return hasWorked;
        if (this.#room(run) === 0 || taken.length === 0) {
          await Promise.race([...this.#underWay.values(), wait(IDLE_MILLISECONDS)]);
        }
      }
    } finally {
      await Promise.all(this.#underWay.values());
    }
  }

  /** One range more than the threads can work on: the others are left to other nodes. */
  #room({ id }: OpenRun): number {
    const most = this.#crew?.run === id ? Math.ceil(this.#crew.crew.chunksMax / 2) : 1;
    return most - this.#underWay.size;
  }

  async #begin(run: OpenRun, copy: string, taken: readonly string[]): Promise<void> {
    this.#held.hold(run.id, taken);
    try {
      const crew = await this.#crewFor(run, copy);
      for (const range of await this.#ranges.lines(taken)) {
        const pricing = this.#price(run, crew, range).finally(() => {
          this.#underWay.delete(range.id);
          this.#held.letGo([range.id]);
        });
        this.#underWay.set(range.id, pricing);
      }
      // Ranges of a run that is over.
      this.#held.letGo(taken.filter((range) => !this.#underWay.has(range)));
    } catch (error) {
      this.#held.letGo(taken);
      await this.#queue.giveBack(run.id, taken, reasonOf(error)).catch(() => {});
      if (isConnectionLost(error) || !isOutside(error)) throw error;
      this.#refuse(run, reasonOf(error));
    }
  }

  async #price(run: OpenRun, crew: Crew, range: Range): Promise<void> {
    try {
      await this.#ranges.finish(run.id, range.id, await crew.price(range));
    } catch (error) {
      // The next node may succeed; if the database is lost, the queue takes the range back itself.
      this.#tools.notify(`The range from line ${range.firstLine} was not priced: ${reasonOf(error)}`);
      await this.#queue.giveBack(run.id, [range.id], reasonOf(error)).catch(() => {});
    }
  }

  async #crewFor({ id, plan }: OpenRun, copy: string): Promise<Crew> {
    if (this.#crew?.run === id) return this.#crew.crew;
    await this.#crew?.crew.end();
    this.#crew = null;
    const crew = await this.#tools.startCrew({ ...plan, release: { ...plan.release, copy } });
    this.#crew = { run: id, crew };
    return crew;
  }

  /** The path of a run's release on this node; null when the node cannot price it as the command would. */
  async #copyFor(run: OpenRun): Promise<string | null> {
    const { program, releaseWith } = this.#tools;
    if (run.program !== program) {
      this.#refuse(run, `it was begun by Ratebook ${run.program}, and this is ${program}`);
      return null;
    }
    const { contentHash } = run.plan.release;
    try {
      const copy = await releaseWith(contentHash);
      if (copy === null) this.#refuse(run, `this node has not the release with the content ${contentHash}`);
      return copy;
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.#refuse(run, `its release cannot be had for now (${reasonOf(error)})`, REFUSED_MILLISECONDS);
      return null;
    }
  }

  #isRefused({ id }: OpenRun): boolean {
    return performance.now() < (this.#refused.get(id) ?? 0);
  }

  #refuse({ id }: OpenRun, reason: string, milliseconds = Number.POSITIVE_INFINITY): void {
    this.#refused.set(id, performance.now() + milliseconds);
    this.#tools.notify(`Run ${id} is left to other nodes: ${reason}.`);
  }

  /** A lost database is waited for. */
  #wentAway(error: unknown): boolean {
    if (!isOfDatabase(error)) throw error;
    this.#outage.failed(error);
    return false;
  }
}

/** Several times within the heartbeat of the queue. */
const KEEP_MILLISECONDS = 3_000;

/**
 * The leases of this node: ranges that it has taken and not finished. Heartbeats renew them from the moment they are taken.
 */
class HeldRanges {
  readonly #queue: Pick<RangeQueue, "keep">;
  readonly #runs = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #isAtIt = false;

  constructor(queue: Pick<RangeQueue, "keep">) {
    this.#queue = queue;
    this.#timer = setInterval(() => void this.#keep(), KEEP_MILLISECONDS);
  }

  hold(run: string, ranges: readonly string[]): void {
    for (const range of ranges) this.#runs.set(range, run);
  }

  letGo(ranges: readonly string[]): void {
    for (const range of ranges) this.#runs.delete(range);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** One at a time. A heartbeat that a lost database missed is repeated; another node that took the ranges gives the same result. */
  async #keep(): Promise<void> {
    if (this.#isAtIt) return;
    this.#isAtIt = true;
    const held = Map.groupBy(this.#runs, ([, run]) => run);
    for (const [run, entries] of held) {
      const ranges = entries.map(([range]) => range);
      await this.#queue.keep(run, ranges).catch(() => {});
    }
    this.#isAtIt = false;
  }
}
