import { statSync } from "node:fs";
import { isOutside } from "../runtime/failure.ts";
import { DryRuns, type NotShown } from "./dry-runs.ts";
import type { JobFolder } from "./job-folder.ts";
import { changed, failed, finish, tryToWrite } from "./job-progress.ts";
import { JobStore, type JobsLimit } from "./job-store.ts";
import { type ThreadWork, workInThread } from "./job-thread.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { JobProgress } from "./messages.ts";
import type { JobTask, Order } from "./order.ts";
import type { JobRecord } from "./record.ts";
import { Turns } from "./turns.ts";

/** How many jobs of this process wait and work. */
export interface JobCounts {
  readonly queued: number;
  readonly running: number;
}

/** What a file that was repriced has used. */
export interface JobUsage {
  readonly keyId: string;
  readonly state: string;
  readonly setting: string;
  /** Its lines. */
  readonly lookups: number;
  /** Those that have a price. */
  readonly priced: number;
}

interface JobsMeans {
  /** Of the home that all processes of the server share. */
  readonly folder: string;
  /** What a thread that works on a file starts with. */
  readonly threadModule: URL;
  readonly onCounts: (counts: JobCounts) => void;
  /** Told of every file that was repriced to its end. */
  readonly onPriced: (usage: JobUsage) => void;
  /** Told of an exception that nobody expected; its message may quote a claim. */
  readonly onMistake: (error: unknown) => void;
}

/** What a job is worked on with: the release in service and the day. */
export type JobContext = Pick<JobTask, "release" | "today" | "staleAfterMonths">;

interface QueuedJob {
  readonly keyId: string;
  readonly bytes: number;
  readonly folder: JobFolder;
  readonly task: JobTask;
  readonly ending: AbortController;
  /** What earlier turns have taken of its time. */
  readonly millisecondsBefore: number;
}

const MISTAKE = "Something went wrong here. Send the file again; if it fails again, report the job's id.";
const OUTSIDE =
  "The files of the job could not be read or written: the disk of the service may be full. Tell whoever runs it, and send the file again.";
const OUT_OF_TIME = `The work took longer than ${JOB_LIMITS.workMillisecondsMax / 60_000} minutes and was given up. Split the file, or reprice it with the command.`;

/** Files that are repriced for clients of the service, one at a time in each process; the others wait for their turn (`turns.ts`). */
export class RepricingJobs {
  readonly #means: JobsMeans;
  readonly #store: JobStore;
  readonly #dryRuns: DryRuns;
  readonly #sweep: NodeJS.Timeout;
  /** Arriving, waiting or at work in this process, by id. */
  readonly #held = new Map<string, JobFolder>();
  readonly #over = new AbortController();
  readonly #queue = new Turns<QueuedJob>();
  #current: QueuedJob | null = null;
  #working: Promise<void> = Promise.resolve();

  constructor(means: JobsMeans) {
    this.#means = means;
    this.#store = new JobStore(means.folder, means.onMistake);
    this.#dryRuns = new DryRuns(means.threadModule);
    this.#sweepNow();
    this.#sweep = setInterval(() => this.#sweepNow(), JOB_LIMITS.sweepMilliseconds).unref();
  }

  /** Aborted when the server stops: files that are arriving are not waited for. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  reserve(keyId: string): JobFolder | JobsLimit {
    const job = this.#store.reserve(keyId, new Date());
    if (typeof job !== "string") this.#held.set(job.id, job);
    return job;
  }

  /** Whether a key has no room for the file that is arriving, unless that is looked at and no more. */
  hasTooMany(keyId: string): boolean {
    return this.#store.hasTooMany(keyId);
  }

  find(id: string, keyId: string): { readonly folder: JobFolder; readonly record: JobRecord } | null {
    return this.#store.find(id, keyId);
  }

  /** Puts a file that has arrived into the queue. */
  accept(folder: JobFolder, order: Order, context: JobContext): JobRecord {
    const task = taskOf(folder, order, context);
    const { name, version, contentHash } = context.release.description;
    const bytesTotal = statSync(folder.input).size;
    const { state, setting } = task;
    const record = changed(folder, {
      status: "queued",
      state,
      setting,
      release: { name, version, contentHash },
      bytesTotal,
    });
    this.#enqueue({
      keyId: record.keyId,
      bytes: bytesTotal,
      folder,
      task,
      ending: new AbortController(),
      millisecondsBefore: 0,
    });
    return record;
  }

  #enqueue(job: QueuedJob): void {
    this.#queue.push(job);
    this.#tellCounts();
    this.#working = this.#working.then(() => this.#workOnNext()).catch(this.#means.onMistake);
  }

  /** What a file would be taken for; `left` is aborted when its client has gone. */
  async dryRun(
    folder: JobFolder,
    order: Order,
    context: JobContext,
    left: AbortSignal,
  ): Promise<ThreadWork | NotShown> {
    const { keyId } = changed(folder, { isDryRun: true });
    return await this.look(keyId, folder, order, context, left);
  }

  /** The same of a file that is to be priced, before it is accepted: its columns may not be what a lookup needs. */
  async look(
    keyId: string,
    folder: JobFolder,
    order: Order,
    context: JobContext,
    left: AbortSignal,
  ): Promise<ThreadWork | NotShown> {
    const task = { ...taskOf(folder, order, context), isDryRun: true, countsLines: !order.isDryRun };
    return await this.#dryRuns.show(keyId, task, AbortSignal.any([this.over, left]));
  }

  /** Ends the work on a job and deletes its files; another process that works on it notices within a moment. */
  remove(folder: JobFolder): void {
    const job = [this.#current, ...this.#queue.waiting].find((each) => each?.folder.id === folder.id);
    // Before its files, which may not let themselves be deleted: then they are nobody's, and the sweep deletes them.
    this.#held.delete(folder.id);
    job?.ending.abort();
    if (job) this.#queue.remove(job);
    this.#tellCounts();
    folder.remove();
  }

  /** Ends all work at once and deletes every file of it. */
  async end(): Promise<void> {
    clearInterval(this.#sweep);
    this.#over.abort();
    this.#queue.clear();
    this.#current?.ending.abort();
    await this.#working;
    this.#store.clear();
  }

  async #workOnNext(): Promise<void> {
    const job = this.#queue.next();
    if (job === null) return;
    this.#current = job;
    this.#tellCounts();
    let isPaused = false;
    try {
      changed(job.folder, { status: "running" });
      isPaused = await this.#workOn(job);
    } catch (error) {
      // The files of one that was deleted cannot be written, and nobody waits for it.
      if (!job.folder.isGone) this.#fail(job, error);
    } finally {
      if (!isPaused) this.#held.delete(job.folder.id);
      this.#current = null;
      this.#tellCounts();
    }
  }

  /** Whether it gave its place to another key, and waits for its next turn. */
  async #workOn(job: QueuedJob): Promise<boolean> {
    const { keyId, folder, task, ending, millisecondsBefore } = job;
    const begun = performance.now();
    const timeout = AbortSignal.timeout(Math.max(JOB_LIMITS.workMillisecondsMax - millisecondsBefore, 0));
    const pausing = new AbortController();
    let progress: JobProgress | null = null;
    const note = setInterval(() => {
      if (folder.isGone) ending.abort();
      else if (progress !== null) tryToWrite(folder, progress);
      const isTurnOver = performance.now() - begun >= JOB_LIMITS.turnMilliseconds;
      if (isTurnOver && this.#queue.hasOther(keyId)) pausing.abort();
    }, JOB_LIMITS.progressMilliseconds);
    let work: ThreadWork | null;
    try {
      const end = AbortSignal.any([ending.signal, timeout]);
      const onProgress = (far: JobProgress) => {
        progress = far;
      };
      work = await workInThread(this.#means.threadModule, task, end, onProgress, pausing.signal);
    } finally {
      clearInterval(note);
    }
    if (work === null) {
      if (timeout.aborted) failed(folder, OUT_OF_TIME);
      return false;
    }
    const { outcome } = work;
    if (outcome.kind === "paused" && !ending.signal.aborted) {
      changed(folder, { status: "queued" });
      const spent = Math.ceil(millisecondsBefore + performance.now() - begun);
      this.#enqueue({ ...job, task: { ...task, isResumed: true }, millisecondsBefore: spent });
      return true;
    }
    finish(folder, work);
    if (outcome.kind !== "done") return false;
    const { state, setting } = task;
    this.#means.onPriced({ keyId, state, setting, lookups: outcome.lines, priced: outcome.priced });
    return false;
  }

  #fail({ folder }: QueuedJob, error: unknown): void {
    if (!isOutside(error)) this.#means.onMistake(error);
    try {
      failed(folder, isOutside(error) ? OUTSIDE : MISTAKE);
    } catch (full) {
      // Not even this can be written: better no job than one that seems to go on for ever. What cannot be deleted now is
      // no longer held by anybody, and the sweep tries again.
      this.#means.onMistake(full);
      folder.remove();
    }
  }

  #sweepNow(): void {
    const now = new Date();
    this.#store.touch(this.#held.values(), now);
    this.#store.sweep(now);
  }

  #tellCounts(): void {
    this.#means.onCounts({ queued: this.#queue.size, running: this.#current === null ? 0 : 1 });
  }
}

function taskOf(
  folder: JobFolder,
  { state, ...order }: Order,
  { release, today, staleAfterMonths }: JobContext,
): JobTask {
  return {
    ...order,
    state: state.code,
    release,
    today,
    staleAfterMonths,
    input: folder.input,
    out: folder.results,
    workbook: folder.workbook,
  };
}
