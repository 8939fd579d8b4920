/** How often each worker is asked for a sign of life. */
const BEAT_MILLISECONDS = 250;
/**
 * A worker that was silent for so many beats (1.5 s) hangs or was stopped: everything long is done in threads of their own, so
 * that nothing keeps it from answering for that long. Its clients wait meanwhile.
 */
const MISSED_BEATS_MAX = 6;
/** Opening a release may keep a worker busy: then it has 30 s. */
const MISSED_BEATS_MAX_OPENING = 120;
/** A tick that comes so late says that this process did not run either: a laptop slept, a container was paused. */
const LATE_MILLISECONDS = 3 * BEAT_MILLISECONDS;

/** A worker that does not come back after so many ticks (30 s) is not waited for before the next is ended. */
const REPLACEMENT_TICKS_MAX = 120;

/** A worker as the watchdog sees it. */
export interface Watched {
  /** Its place among the workers, which the one that replaces it has too. */
  readonly number: number;
  readonly isDead: boolean;
  /** Whether it has been asked for something that may keep it busy. */
  readonly isOpening: boolean;
  /** Whether clients depend on it. */
  readonly isServing: boolean;
  /** Rises with what it sends by itself while it answers requests. */
  readonly signs: number;
  /** Resolves with a sign of life. */
  readonly beat: () => Promise<unknown>;
}

/** What a worker owes since it was last asked. */
interface Owed {
  readonly beats: number;
  readonly isOpening: boolean;
  readonly signs: number;
}

/** A place whose worker was ended, and how long its replacement has been waited for. */
interface Vacancy {
  readonly number: number;
  readonly ticks: number;
}

/**
 * A watchdog: finds workers that hang, by heartbeats. It counts in ticks of its own timer, and forgets what it counted when
 * that timer was late: where all processes were stopped, none hangs. A worker that answers requests does not hang, however late
 * its heartbeats are. Workers that serve are ended one at a time, the next when the first is replaced: if all are
 * silent, the machine or an attack is the reason, and without any worker no request is answered.
 */
export class WorkerWatchdog<Worker extends Watched> {
  readonly #workers: () => Iterable<Worker>;
  readonly #onHanging: (worker: Worker) => void;
  readonly #now: () => number;
  /** Beats that each worker owes an answer to; none while it answers. */
  readonly #owed = new Map<Worker, Owed>();
  /** Those of them whose heartbeat was given up on. */
  readonly #unasked = new WeakSet<Worker>();
  #vacancy: Vacancy | null = null;
  #tickedAt: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(workers: () => Iterable<Worker>, onHanging: (worker: Worker) => void, now = () => performance.now()) {
    this.#workers = workers;
    this.#onHanging = onHanging;
    this.#now = now;
    this.#tickedAt = now();
  }

  start(): void {
    this.#tickedAt = this.#now();
    this.#timer = setInterval(() => this.tick(), BEAT_MILLISECONDS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  tick(): void {
    const now = this.#now();
    const isLate = now - this.#tickedAt > LATE_MILLISECONDS;
    this.#tickedAt = now;
    const workers = [...this.#workers()].filter(({ isDead }) => !isDead);
    for (const worker of this.#owed.keys()) if (!workers.includes(worker)) this.#owed.delete(worker);
    this.#fillVacancy(workers);
    for (const worker of workers) this.#watch(worker, isLate);
  }

  #fillVacancy(workers: readonly Worker[]): void {
    if (this.#vacancy === null) return;
    const { number, ticks } = this.#vacancy;
    const isBack = workers.some((worker) => worker.number === number && worker.isServing);
    this.#vacancy = isBack || ticks >= REPLACEMENT_TICKS_MAX ? null : { number, ticks: ticks + 1 };
  }

  #watch(worker: Worker, isLate: boolean): void {
    const { isOpening, signs } = worker;
    const owed = this.#owed.get(worker);
    if (owed === undefined) {
      this.#owed.set(worker, { beats: 0, isOpening, signs });
      this.#ask(worker);
      return;
    }
    if (this.#unasked.delete(worker)) this.#ask(worker);
    // What it missed while it was opening a release was allowed: it owes a sign of life from the moment that it is done.
    const isDone = owed.isOpening && !isOpening;
    const isAnswering = owed.signs !== signs;
    const beats = isLate || isDone || isAnswering ? 0 : owed.beats + 1;
    this.#owed.set(worker, { beats, isOpening, signs });
    if (beats >= (isOpening ? MISSED_BEATS_MAX_OPENING : MISSED_BEATS_MAX)) this.#end(worker);
  }

  /** A heartbeat that was given up on is no sign of life: the worker is asked again with the next tick, and owes all it owed. */
  #ask(worker: Worker): void {
    const answered = () => this.#owed.delete(worker);
    const givenUp = () => this.#unasked.add(worker);
    worker.beat().then(answered, givenUp);
  }

  #end(worker: Worker): void {
    if (worker.isServing) {
      if (this.#vacancy !== null) return;
      this.#vacancy = { number: worker.number, ticks: 0 };
    }
    this.#onHanging(worker);
  }
}
