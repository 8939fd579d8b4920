import type { RangeQueue } from "./queue.ts";

/** Several times within the heartbeat of the queue. */
const KEEP_MILLISECONDS = 3_000;

/**
 * The leases of this node: ranges of a run that it has taken and not finished. They are renewed by heartbeats from the moment they are
 * taken, whatever the node is at.
 */
export class HeldRanges {
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

  /** One at a time. Where the database is away it is said again later; whoever has the ranges then gives the same result. */
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
