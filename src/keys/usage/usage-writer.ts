import type { Day } from "../../core/calendar/day.ts";
import { Outage } from "../../core/runtime/repeated-task.ts";
import { EVERY_SETTING, type HomeUsageStore, type UsageCount, type Used } from "./usage-store.ts";

/**
 * Workers pass on their counts four times a second (`HANDOVER_MILLISECONDS`), and these are written twice a second. Together that is less
 * than the second that a crash may cost.
 */
const WRITE_MILLISECONDS = 500;
export const HANDOVER_MILLISECONDS = 250;

interface UsageListener {
  /** Usage cannot be written; reported once, until it can again. Counts stay in memory and are tried again. */
  readonly onUnwritten: (error: unknown) => void;
  readonly onWrittenAgain: () => void;
  /** So many lookups will never be counted: memory had no room for them, or the server ends before they could be written. */
  readonly onLost: (lookups: number, cause: UsageLoss) => void;
}

export type UsageLoss = "memory full" | "stopped";

/**
 * A write-behind buffer: gathers the usage of a server and writes it to its home, one transaction at a time. Never throws: counting must
 * not end a process.
 */
export class UsageWriter {
  readonly #open: () => HomeUsageStore;
  readonly #onLost: UsageListener["onLost"];
  readonly #outage: Outage;
  readonly #counts: UsageCounts;
  #store: HomeUsageStore | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    open: () => HomeUsageStore,
    { onUnwritten, onWrittenAgain, onLost }: UsageListener,
    counts: UsageCounts = new UsageCounts(),
  ) {
    this.#open = open;
    this.#onLost = onLost;
    this.#outage = new Outage({ onFailed: onUnwritten, onWorking: onWrittenAgain });
    this.#counts = counts;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.write(), WRITE_MILLISECONDS).unref();
  }

  add(counts: readonly UsageCount[]): void {
    this.#counts.addAll(counts);
  }

  write(): void {
    const counts = this.#counts.take();
    if (counts.length > 0) {
      try {
        this.#store ??= this.#open();
        this.#store.addNow(counts);
        this.#outage.works();
      } catch (error) {
        this.#counts.addAll(counts);
        // The file may be another one by the next time.
        this.#letGo();
        this.#outage.failed(error);
      }
    }
    const lost = this.#counts.takeLost();
    if (lost > 0) this.#onLost(lost, "memory full");
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.write();
    this.#letGo();
    // Memory ends with the process.
    const unwritten = this.#counts.take().reduce((sum, { lookups }) => sum + lookups, 0);
    if (unwritten > 0) this.#onLost(unwritten, "stopped");
  }

  #letGo(): void {
    void this.#store?.close();
    this.#store = null;
  }
}

/**
 * One per key, day, state and setting: a thousand busy keys make some eight thousand a day. So many (some 20 MB) gather only when nothing
 * could be written for many days.
 */
export const COUNTS_MAX = 100_000;

type Growing = { -readonly [Field in keyof UsageCount]: UsageCount[Field] };

export class UsageCounts {
  readonly #countsMax: number;
  #counts = new Map<string, Growing>();
  #lostLookups = 0;

  constructor(countsMax: number = COUNTS_MAX) {
    this.#countsMax = countsMax;
  }

  /** Counts what a request has used on a day; one without a key or without a lookup has used nothing. */
  use({ keyId, state, setting, lookups, priced }: Used, day: Day): void {
    if (lookups === 0 || keyId === null || state === null) return;
    this.add({ keyId, day, state, setting: setting ?? EVERY_SETTING, lookups, priced });
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

  /** Returns all counts and clears them. */
  take(): readonly UsageCount[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts;
  }

  /** Lookups that did not fit since the last call. */
  takeLost(): number {
    const lost = this.#lostLookups;
    this.#lostLookups = 0;
    return lost;
  }
}
