import { statSync } from "node:fs";
import { isOutside } from "../reading/failure.ts";
import type { JobFolder } from "./job-folder.ts";
import { JobStore, type JobsLimit } from "./job-store.ts";
import { type ThreadWork, workInThread } from "./job-thread.ts";
import { JOB_LIMITS } from "./limits.ts";
import type { JobProgress } from "./messages.ts";
import type { JobTask, Order } from "./order.ts";
import type { JobRecord } from "./record.ts";

/** How many jobs of this process wait and work. */
export interface JobCounts {
  readonly queued: number;
  readonly running: number;
}

export interface JobsMeans {
  /** Of the home that all processes of the server share. */
  readonly folder: string;
  /** What a thread that works on a file starts with. */
  readonly threadModule: URL;
  readonly onCounts: (counts: JobCounts) => void;
  /** Told of an exception that nobody expected; its message may quote a claim. */
  readonly onMistake: (error: unknown) => void;
}

type Context = Pick<JobTask, "release" | "today">;

interface QueuedJob {
  readonly folder: JobFolder;
  readonly task: JobTask;
  readonly ending: AbortController;
}

const MISTAKE = "Something went wrong here. Send the file again; if it fails again, report the job's id.";
const OUT_OF_TIME = `The work took longer than ${JOB_LIMITS.workMillisecondsMax / 60_000} minutes and was given up. Split the file, or reprice it with the command.`;

/** Files that are repriced for clients of the service, one at a time in each process; the others wait in turn. */
export class RepricingJobs {
  readonly #means: JobsMeans;
  readonly #store: JobStore;
  readonly #sweep: NodeJS.Timeout;
  readonly #over = new AbortController();
  #queue: QueuedJob[] = [];
  #current: QueuedJob | null = null;
  #working: Promise<void> = Promise.resolve();

  constructor(means: JobsMeans) {
    this.#means = means;
    this.#store = new JobStore(means.folder);
    this.#sweepNow();
    this.#sweep = setInterval(() => this.#sweepNow(), JOB_LIMITS.sweepMilliseconds).unref();
  }

  /** Aborted when the server stops: files that are arriving are not waited for. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  reserve(keyId: string): JobFolder | JobsLimit {
    return this.#store.reserve(keyId, new Date());
  }

  find(id: string, keyId: string): { readonly folder: JobFolder; readonly record: JobRecord } | null {
    return this.#store.find(id, keyId);
  }

  /** Puts a file that has arrived into the queue. */
  accept(folder: JobFolder, order: Order, context: Context): JobRecord {
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
    this.#queue.push({ folder, task, ending: new AbortController() });
    this.#tellCounts();
    this.#working = this.#working.then(() => this.#workOnNext());
    return record;
  }

  /** What a file would be taken for; null when the server stops meanwhile. */
  async dryRun(folder: JobFolder, order: Order, context: Context): Promise<ThreadWork | null> {
    const end = AbortSignal.any([this.over, AbortSignal.timeout(JOB_LIMITS.workMillisecondsMax)]);
    return await workInThread(this.#means.threadModule, taskOf(folder, order, context), end, () => {});
  }

  /** Ends the work on a job and deletes its files; another process that works on it notices within a moment. */
  remove(folder: JobFolder): void {
    const job = [this.#current, ...this.#queue].find((each) => each?.folder.id === folder.id);
    folder.remove();
    job?.ending.abort();
    this.#queue = this.#queue.filter((each) => each !== job);
    this.#tellCounts();
  }

  /** Ends all work at once and deletes every file of it. */
  async end(): Promise<void> {
    clearInterval(this.#sweep);
    this.#over.abort();
    this.#queue = [];
    this.#current?.ending.abort();
    await this.#working;
    this.#store.clear();
  }

  async #workOnNext(): Promise<void> {
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#current = job;
    this.#tellCounts();
    try {
      changed(job.folder, { status: "running" });
      await this.#workOn(job);
    } catch (error) {
      // The files of one that was deleted cannot be written, and nobody waits for it.
      if (job.folder.read() !== null) this.#fail(job, error);
    } finally {
      this.#current = null;
      this.#tellCounts();
    }
  }

  async #workOn({ folder, task, ending }: QueuedJob): Promise<void> {
    const timeout = AbortSignal.timeout(JOB_LIMITS.workMillisecondsMax);
    let progress: JobProgress | null = null;
    const note = setInterval(() => {
      if (folder.read() === null) ending.abort();
      else if (progress !== null) tryToWrite(folder, progress);
    }, JOB_LIMITS.progressMilliseconds);
    let work: ThreadWork | null;
    try {
      work = await workInThread(this.#means.threadModule, task, AbortSignal.any([ending.signal, timeout]), (far) => {
        progress = far;
      });
    } finally {
      clearInterval(note);
    }
    if (work !== null) finish(folder, work);
    else if (timeout.aborted) failed(folder, OUT_OF_TIME);
  }

  #fail({ folder }: QueuedJob, error: unknown): void {
    if (!isOutside(error)) this.#means.onMistake(error);
    try {
      failed(folder, MISTAKE);
    } catch (full) {
      // Not even this can be written: better no job than one that seems to go on for ever.
      this.#means.onMistake(full);
      folder.remove();
    }
  }

  #sweepNow(): void {
    try {
      this.#store.sweep(new Date());
    } catch (error) {
      this.#means.onMistake(error);
    }
  }

  #tellCounts(): void {
    this.#means.onCounts({ queued: this.#queue.length, running: this.#current === null ? 0 : 1 });
  }
}

function taskOf(folder: JobFolder, { state, ...order }: Order, { release, today }: Context): JobTask {
  return {
    ...order,
    state: state.code,
    release,
    today,
    input: folder.input,
    out: folder.results,
    workbook: folder.workbook,
  };
}

/** Throws when the job has been deleted. */
function changed(folder: JobFolder, change: Partial<JobRecord>): JobRecord {
  const before = folder.read();
  if (before === null) throw new Error("The job has been deleted.");
  const record = { ...before, ...change };
  folder.write(record);
  return record;
}

/** Progress that cannot be written, on a full disk say, is no reason to give the work up. */
function tryToWrite(folder: JobFolder, { line, done, total }: JobProgress): void {
  try {
    const { bytesTotal } = folder.read() ?? { bytesTotal: 0 };
    // Of the lookups alone: the heading and the packing of a workbook are no part of it.
    const bytesDone = Math.floor((done / Math.max(total, 1)) * bytesTotal);
    changed(folder, { linesDone: Math.max(line - 2, 0), bytesDone });
  } catch {}
}

function failed(folder: JobFolder, reason: string): void {
  // First, since a full disk may be the reason.
  folder.keepRecord();
  changed(folder, { status: "failed", endedAt: new Date().toISOString(), reason });
}

function finish(folder: JobFolder, { outcome, notes }: ThreadWork): void {
  if (outcome.kind === "refused") {
    changed(folder, { notes });
    failed(folder, outcome.reason);
  } else if (outcome.kind === "done") {
    const { summary, hasFaults, lines } = outcome;
    const { bytesTotal } = folder.read() ?? { bytesTotal: 0 };
    const endedAt = new Date().toISOString();
    folder.keepResults();
    changed(folder, { status: "done", endedAt, summary, hasFaults, notes, linesDone: lines, bytesDone: bytesTotal });
  }
}
