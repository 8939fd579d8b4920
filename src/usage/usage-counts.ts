import type { Day } from "../calendar/day.ts";
import type { UsageCount, Used } from "./usage-count.ts";

/**
 * One per key, day, state and setting: a thousand keys that use everything make some eight thousand a day. So many (some 20 MB)
 * come together only where nothing could be written for many days.
 */
export const COUNTS_MAX = 100_000;

type Growing = { -readonly [Field in keyof UsageCount]: UsageCount[Field] };

/** What was used and is not written down yet. */
export class UsageCounts {
  readonly #countsMax: number;
  #counts = new Map<string, Growing>();
  #lostLookups = 0;

  constructor(countsMax: number = COUNTS_MAX) {
    this.#countsMax = countsMax;
  }

  /** Counts what a request has used on a day; one without a key or without a lookup has used nothing. */
  use({ keyId, state, setting, lookups, priced }: Used, day: Day): void {
    if (lookups === 0 || keyId === null || state === null || setting === null) return;
    this.add({ keyId, day, state, setting, lookups, priced });
  }

  add(count: UsageCount): void {
    const place = `${count.day} ${count.keyId} ${count.state} ${count.setting}`;
    const there = this.#counts.get(place);
    if (there !== undefined) {
      there.lookups += count.lookups;
      there.priced += count.priced;
    } else if (this.#counts.size < this.#countsMax) this.#counts.set(place, { ...count });
    else this.#lostLookups += count.lookups;
  }

  addAll(counts: readonly UsageCount[]): void {
    for (const count of counts) this.add(count);
  }

  /** Hands over everything; nothing is here afterwards. */
  take(): readonly UsageCount[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts;
  }

  /** Lookups for which there was no room, since this was last asked. */
  takeLost(): number {
    const lost = this.#lostLookups;
    this.#lostLookups = 0;
    return lost;
  }
}
