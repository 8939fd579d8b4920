import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { Backoff } from "../../core/runtime/repeated-task.ts";
import { Peer, processChannel } from "../../core/runtime/rpc.ts";
import type { ServerConfiguration } from "./configuration.ts";
import type { EventFields, Log } from "./log.ts";
import { type PrimaryCalls, WORKER_MILLISECONDS_MAX, type WorkerCalls } from "./worker-calls.ts";

/** Workers write to the primary, which writes one log for all: lines of several processes would mix. */
export function setUpWorkers(module: URL): void {
  cluster.setupPrimary({ exec: fileURLToPath(module), args: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
}

/** Calls that may keep a worker busy for a while. */
const OPENING = new Set<keyof WorkerCalls>(["configure", "prepare", "open", "listen"]);

/**
 * Calls that end a worker which does not answer in time: a reload, a start or a stop waits for them, and a worker that has not adopted a
 * release answers with the old one. Any other call only fails, and the watchdog finds out whether the worker hangs.
 */
const ENDING_IF_OVERDUE = new Set<keyof WorkerCalls>(["prepare", "adopt", "open", "listen", "drain"]);

/** A worker as the primary process sees it. */
export class WorkerProcess implements WatchedWorker, Restartable {
  readonly number: number;
  /** Resolves when the process has ended and all its output is read. */
  readonly ended: Promise<ProcessEnd>;
  readonly #worker: Worker;
  readonly #peer: Peer<WorkerCalls>;
  #opening = 0;
  #signs = 0;
  #isServing = false;
  #isKilled = false;

  /** Throws a failure when the system refuses more processes. */
  constructor(number: number, ours: Omit<PrimaryCalls, "alive">, onLines: (lines: string) => void) {
    const worker = cluster.fork();
    // An error without a listener would end the primary. A process that could not be started has no output.
    worker.on("error", () => {});
    const output: Readable | null | undefined = worker.process.stdout;
    if (!output) throw failure("The system lets no more processes be started, or files be opened. Raise its limits.");
    this.number = number;
    this.#worker = worker;
    this.ended = lifeOf(worker, output);
    forwardLines(output, onLines);
    const calls: PrimaryCalls = {
      ...ours,
      alive: () => {
        this.#signs += 1;
      },
    };
    this.#peer = new Peer<WorkerCalls>(processChannel(worker.process), calls, {
      millisecondsMax: WORKER_MILLISECONDS_MAX,
      onOverdue: (name) => {
        if (ENDING_IF_OVERDUE.has(name)) this.kill();
      },
    });
  }

  async call<Name extends keyof WorkerCalls>(
    name: Name,
    argument: Parameters<WorkerCalls[Name]>[0],
  ): Promise<Awaited<ReturnType<WorkerCalls[Name]>>> {
    const opening = OPENING.has(name) ? 1 : 0;
    this.#opening += opening;
    if (name === "drain") this.#isServing = false;
    try {
      const answer = (await this.#peer.call(name, argument as never)) as Awaited<ReturnType<WorkerCalls[Name]>>;
      if (name === "listen") this.#isServing = true;
      return answer;
    } finally {
      this.#opening -= opening;
    }
  }

  /** Makes it open the release; resolves to the hash of what it opened. */
  async prepare(configuration: ServerConfiguration): Promise<string> {
    await this.call("configure", { worker: this.number, configuration });
    return (await this.call("prepare", null)).contentHash;
  }

  get isOpening(): boolean {
    return this.#opening > 0;
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  get signs(): number {
    return this.#signs;
  }

  beat(): Promise<unknown> {
    return this.call("heartbeat", null);
  }

  get isDead(): boolean {
    return this.#isKilled || this.#worker.isDead() || !this.#worker.isConnected();
  }

  /** Ends it in any state: a suspended process accepts no other signal. */
  kill(): void {
    this.#isKilled = true;
    this.#worker.process.kill("SIGKILL");
  }

  /** Lets the process end by itself: nothing keeps it alive once the channel is closed. */
  release(): void {
    if (this.#worker.isConnected()) this.#worker.process.disconnect();
  }
}

/** By a monotonic clock, until the process ended: a late event does not make its life longer. */
async function lifeOf({ process }: Worker, output: Readable): Promise<ProcessEnd> {
  const startedAt = performance.now();
  let end: ProcessEnd = { livedMilliseconds: 0, cause: {} };
  process.once("exit", (exitCode, signal) => {
    end = {
      livedMilliseconds: performance.now() - startedAt,
      cause: signal === null ? { exit_code: Number(exitCode) } : { signal },
    };
  });
  await Promise.allSettled([once(process, "exit"), once(output, "close")]);
  return end;
}

/** Passes on whole lines; a killed process may leave an unfinished one. */
function forwardLines(stream: Readable, onLines: (lines: string) => void): void {
  let unfinished = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) {
      onLines(unfinished + text.slice(0, end));
      unfinished = "";
    }
    unfinished += text.slice(end);
  });
  // Its lines are lost then; that is no reason to end all workers.
  stream.on("error", () => {});
}

/** How often each worker gets a heartbeat. */
const BEAT_MILLISECONDS = 250;
/**
 * A worker that was silent for so many beats (1.5 s) hangs or was suspended: long work is done in other threads, so nothing else keeps it
 * silent for that long. Its clients wait meanwhile.
 */
const MISSED_BEATS_MAX = 6;
/** A worker that opens a release may be busy: it has 30 s. */
const MISSED_BEATS_MAX_OPENING = 120;
/** A tick this late means that this process did not run either: a laptop slept, a container was paused. */
const LATE_MILLISECONDS = 3 * BEAT_MILLISECONDS;

/** A worker without a replacement after so many ticks (30 s) is not waited for before the next is ended. */
const REPLACEMENT_TICKS_MAX = 120;

/** A worker as the watchdog sees it. */
export interface WatchedWorker {
  /** Its number among the workers; its replacement gets the same. */
  readonly number: number;
  readonly isDead: boolean;
  /** Whether it has work that may keep it busy. */
  readonly isOpening: boolean;
  /** Whether clients depend on it. */
  readonly isServing: boolean;
  /** Rises with every message that it sends while it answers requests. */
  readonly signs: number;
  /** Resolves with a sign of life. */
  readonly beat: () => Promise<unknown>;
}

/** The heartbeats that a worker owes. */
interface Owed {
  readonly beats: number;
  readonly isOpening: boolean;
  readonly signs: number;
}

/** The place of an ended worker, and how long its replacement has been waited for. */
interface Vacancy {
  readonly number: number;
  readonly ticks: number;
}

/**
 * A watchdog: finds hanging workers by heartbeats. It counts in ticks of its timer, and resets when that timer was late: if all processes
 * were suspended, none hangs. A worker that answers requests does not hang, however late its heartbeats are. Serving workers are ended one
 * at a time, the next when the first is replaced: if all are silent, the machine or an attack is the reason, and without any worker no
 * request is answered.
 */
export class WorkerWatchdog<Worker extends WatchedWorker> {
  readonly #workers: () => Iterable<Worker>;
  readonly #onHanging: (worker: Worker) => void;
  readonly #now: () => number;
  /** Unanswered heartbeats of each worker; none while it answers. */
  readonly #owed = new Map<Worker, Owed>();
  /** Workers whose last heartbeat timed out. */
  readonly #unanswering = new WeakSet<Worker>();
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
      this.#beat(worker);
      return;
    }
    if (this.#unanswering.delete(worker)) this.#beat(worker);
    // Heartbeats that it missed while opening a release are allowed: it owes an answer once that is done.
    const isDone = owed.isOpening && !isOpening;
    const isAnswering = owed.signs !== signs;
    const beats = isLate || isDone || isAnswering ? 0 : owed.beats + 1;
    this.#owed.set(worker, { beats, isOpening, signs });
    if (beats >= (isOpening ? MISSED_BEATS_MAX_OPENING : MISSED_BEATS_MAX)) this.#end(worker);
  }

  /** A heartbeat that timed out is no answer: the worker gets another with the next tick, and still owes the earlier ones. */
  #beat(worker: Worker): void {
    const answered = () => this.#owed.delete(worker);
    const givenUp = () => this.#unanswering.add(worker);
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

interface ProcessEnd {
  readonly livedMilliseconds: number;
  /** An exit code or a signal, as the log has it. The system sends SIGKILL when memory runs out. */
  readonly cause: Pick<EventFields, "exit_code" | "signal">;
}

export interface Restartable {
  /** Resolves when it has ended. */
  readonly ended: Promise<ProcessEnd>;
}

/** How long to wait before a process is started again (exponential backoff). */
interface RestartWaits {
  /** After the first end. It doubles each time, so that a process that keeps ending does not starve the others. */
  readonly millisecondsMin: number;
  readonly millisecondsMax: number;
  /** A process that lived this long was started well: the next wait is the shortest again. */
  readonly steadyMilliseconds: number;
}

export const RESTART_WAITS: RestartWaits = {
  millisecondsMin: 100,
  millisecondsMax: 10_000,
  steadyMilliseconds: 60_000,
};

interface RestartOptions {
  readonly number: number;
  /** Starts another process in its place; throws when that finally fails. */
  readonly restart: () => Promise<Restartable>;
  readonly isOver: () => boolean;
  readonly log: Pick<Log, "info" | "error">;
  readonly waits?: RestartWaits;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** Replaces a process that ended, until the server stops. */
export async function keepAlive(
  first: Restartable,
  { number, restart, isOver, log, waits = RESTART_WAITS, wait = setTimeout }: RestartOptions,
): Promise<void> {
  const backoff = new Backoff(waits.millisecondsMin, waits.millisecondsMax);
  let living: Restartable | null = first;
  for (;;) {
    const end = await living?.ended;
    if (end !== undefined && isOver()) return;
    // A process that could not be started has lived for no time.
    if (end !== undefined && end.livedMilliseconds >= waits.steadyMilliseconds) backoff.reset();
    const wait_ms = backoff.next();
    if (end !== undefined) {
      log.error("worker_ended", { exited_worker: number, ...end.cause, wait_ms });
    }
    await wait(wait_ms);
    if (isOver()) return;
    try {
      living = await restart();
      log.info("worker_started", { exited_worker: number });
    } catch (error) {
      living = null;
      log.error("worker_not_started", { exited_worker: number, reason: reasonOf(error) });
    }
  }
}
