import { reasonOf } from "./failure.ts";

interface TaskOptions {
  /** The pause between two runs; absent: it runs only when it is called. */
  readonly everyMilliseconds?: number;
  /** The pauses after failures, if they differ. A process stays alive for a retry, and for no other run. */
  readonly retry?: Backoff;
  readonly outage?: Outage;
}

/** Work that is repeated (periodic task): every so often, when called, and after a failure. One run at a time, none after `close`. */
export class RepeatedTask {
  readonly #work: () => Promise<void>;
  readonly #options: TaskOptions;
  #running: Promise<unknown> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;
  #isClosed = false;

  constructor(work: () => Promise<void>, options: TaskOptions) {
    this.#work = work;
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The first run comes after the first pause. */
  start(): void {
    this.#schedule(null);
  }

  /** Runs now; a call during a run leads to another run after it. Resolves to the error of the last run; null if it worked. */
  run(): Promise<unknown> {
    this.#isWanted = true;
    this.#running ??= this.#runWhileWanted();
    return this.#running;
  }

  /** Resolves when the run under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #runWhileWanted(): Promise<unknown> {
    clearTimeout(this.#timer);
    let error: unknown = null;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      error = await this.#attempt();
    }
    this.#running = null;
    this.#schedule(error);
    return error;
  }

  async #attempt(): Promise<unknown> {
    const { outage, retry } = this.#options;
    try {
      await this.#work();
      retry?.reset();
      if (!this.#isClosed) outage?.works();
      return null;
    } catch (error) {
      if (!this.#isClosed) outage?.failed(error);
      return error;
    }
  }

  #schedule(error: unknown): void {
    if (this.#isClosed) return;
    const { everyMilliseconds, retry } = this.#options;
    const isRetry = error !== null && retry !== undefined;
    const milliseconds = isRetry ? retry.next() : everyMilliseconds;
    if (milliseconds === undefined) return;
    this.#timer = setTimeout(() => void this.run(), milliseconds);
    if (!isRetry) this.#timer.unref();
  }
}

/** Waits that double from one failure to the next (exponential backoff). */
export class Backoff {
  readonly #millisecondsMin: number;
  readonly #millisecondsMax: number;
  #next: number;

  constructor(millisecondsMin: number, millisecondsMax: number = millisecondsMin) {
    this.#millisecondsMin = millisecondsMin;
    this.#millisecondsMax = millisecondsMax;
    this.#next = millisecondsMin;
  }

  next(): number {
    const milliseconds = this.#next;
    this.#next = Math.min(2 * milliseconds, this.#millisecondsMax);
    return milliseconds;
  }

  reset(): void {
    this.#next = this.#millisecondsMin;
  }
}

interface OutageReports {
  readonly onFailed: (error: unknown) => void;
  readonly onWorking?: (() => void) | undefined;
  /** Whether `onWorking` is called for the first success too, without a failure before it. */
  readonly reportsFirst?: boolean;
  /** Whether a failure for another reason than the last one is reported too. */
  readonly reportsEachReason?: boolean;
  /** Errors that another part of the program reports; they change nothing here. */
  readonly isReportedElsewhere?: (error: unknown) => boolean;
}

/** Reports once when something fails, and once when it works again. */
export class Outage {
  readonly #reports: OutageReports;
  #state: "unknown" | "working" | "failing" = "unknown";
  #reason = "";

  constructor(reports: OutageReports) {
    this.#reports = reports;
  }

  get isWorking(): boolean {
    return this.#state === "working";
  }

  get isFailing(): boolean {
    return this.#state === "failing";
  }

  failed(error: unknown): void {
    const { onFailed, reportsEachReason, isReportedElsewhere } = this.#reports;
    if (isReportedElsewhere?.(error)) return;
    const reason = reasonOf(error);
    const isNews = !this.isFailing || (reportsEachReason && reason !== this.#reason);
    this.#state = "failing";
    this.#reason = reason;
    if (isNews) onFailed(error);
  }

  works(): void {
    const { onWorking, reportsFirst } = this.#reports;
    const isNews = this.isFailing || (reportsFirst && !this.isWorking);
    this.#state = "working";
    if (isNews) onWorking?.();
  }
}
