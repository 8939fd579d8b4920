import type { UsageCount } from "./usage-count.ts";
import { UsageCounts } from "./usage-counts.ts";
import type { HomeUsageStore } from "./usage-store.ts";

/**
 * Workers hand over what they have counted four times a second (`HANDOVER_MILLISECONDS`), and it is written twice a second: together less
 * than the second's worth that a crash may cost.
 */
const WRITE_MILLISECONDS = 500;
export const HANDOVER_MILLISECONDS = 250;

interface UsageListener {
  /** Usage cannot be written; told once, until it can again. What was counted is kept in memory and tried again. */
  readonly onUnwritten: (error: unknown) => void;
  readonly onWrittenAgain: () => void;
  /** There was no room in memory for so many lookups. */
  readonly onLost: (lookups: number) => void;
}

/** A write-behind buffer: gathers the usage of a server and writes it to its home, in one transaction each time. Never throws: counting ends nobody. */
export class UsageWriter {
  readonly #open: () => HomeUsageStore;
  readonly #listener: UsageListener;
  readonly #counts: UsageCounts;
  #store: HomeUsageStore | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isUnwritten = false;

  constructor(open: () => HomeUsageStore, listener: UsageListener, counts: UsageCounts = new UsageCounts()) {
    this.#open = open;
    this.#listener = listener;
    this.#counts = counts;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.write(), WRITE_MILLISECONDS).unref();
  }

  add(counts: readonly UsageCount[]): void {
    this.#counts.addAll(counts);
  }

  /** Writes what has come together; keeps it when that fails. */
  write(): void {
    const counts = this.#counts.take();
    if (counts.length > 0) {
      try {
        this.#store ??= this.#open();
        this.#store.addNow(counts);
        this.#written();
      } catch (error) {
        this.#counts.addAll(counts);
        this.#unwritten(error);
      }
    }
    const lost = this.#counts.takeLost();
    if (lost > 0) this.#listener.onLost(lost);
  }

  /** Writes what is left. */
  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.write();
    this.#letGo();
  }

  #written(): void {
    if (!this.#isUnwritten) return;
    this.#isUnwritten = false;
    this.#listener.onWrittenAgain();
  }

  #unwritten(error: unknown): void {
    // The file may be another one by the next time.
    this.#letGo();
    if (this.#isUnwritten) return;
    this.#isUnwritten = true;
    this.#listener.onUnwritten(error);
  }

  #letGo(): void {
    void this.#store?.close();
    this.#store = null;
  }
}
