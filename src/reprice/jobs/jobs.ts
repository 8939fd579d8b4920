import { stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { isOutside } from "../../core/runtime/failure.ts";
import { PlacesPerKey } from "../../core/runtime/semaphore.ts";
import { JOB_LIMITS } from "../limits.ts";
import { DryRuns, type NotShown } from "./dry-runs.ts";
import type { JobFolder } from "./job-folder.ts";
import type { JobList } from "./job-lists.ts";
import { ArrivingBytes, failed, finish, tryToWrite } from "./job-progress.ts";
import { type Announcement, type FoundJob, JobStore } from "./job-store.ts";
import { type ThreadWork, workInThread } from "./job-thread.ts";
import { KeptReleases, type ReleaseInService } from "./kept-releases.ts";
import type { JobKeys } from "./known-jobs.ts";
import type { JobProgress } from "./messages.ts";
import type { FilesInUse } from "./open-files.ts";
import type { JobTask, Order } from "./order.ts";
import type { JobRecord } from "./record.ts";
import type { JobsLimit } from "./shared-limits.ts";
import { JOB_SPACE, type JobSpace, spaceText } from "./space.ts";
import { Turns } from "./turns.ts";

export interface JobCounts {
  readonly queued: number;
  readonly running: number;
}

export interface JobUsage {
  readonly keyId: string;
  readonly state: string;
  readonly setting: string;
  readonly lookups: number;
  readonly priced: number;
}

interface JobsSettings {
  readonly folder: string;
  readonly threadModule: URL;
  readonly onCounts: (counts: JobCounts) => void;
  /** Called for every file that was repriced to its end. */
  readonly onPriced: (usage: JobUsage) => void;
  /** Receives an unexpected exception; its message may quote a claim. */
  readonly onMistake: (error: unknown) => void;
  /** Disk limits of jobs; the usual ones when absent. */
  readonly space?: JobSpace;
  /** The state of the keys that jobs belong to; unchanging when absent. */
  readonly keys?: JobKeys;
}

/** The release and the day that a job is priced with. */
export type JobContext = Pick<JobTask, "release" | "today" | "staleAfterMonths">;

/** What a job keeps of the form of its file. */
interface AcceptedForm {
  /** Of a request with an Idempotency-Key. */
  readonly formHash: string | null;
  readonly fileName: string | null;
  readonly claimsName: string | null;
  /** Other states that its key is enabled for. */
  readonly otherStates: readonly string[];
  /** Where the client reaches the page; null when there is none. */
  readonly pageOrigin: string | null;
}

const NO_FORM: AcceptedForm = { formHash: null, fileName: null, claimsName: null, otherStates: [], pageOrigin: null };

interface QueuedJob {
  readonly keyId: string;
  readonly bytes: number;
  readonly folder: JobFolder;
  readonly task: JobTask;
  readonly ending: AbortController;
  /** Time that earlier turns have used. */
  readonly millisecondsBefore: number;
}

const MISTAKE = "Something went wrong here. Send the file again; if it fails again, report the job's id.";
const OUTSIDE =
  "The files of the job could not be read or written: the disk of the service may be full. Tell the operator of the service, and send the file again.";
const UNWRITABLE =
  "The home of the service cannot be written: its disk may be read-only or full. Tell the operator of the service, and send the file again once that is fixed.";
const OUT_OF_TIME = `The work took longer than ${JOB_LIMITS.workMillisecondsMax / 60_000} minutes and was given up. Split the file, or reprice it with the command.`;

/** Files that are repriced for clients, one at a time in each process; the others wait for their turn (`turns.ts`). */
export class RepricingJobs {
  /** Downloads in progress. */
  readonly downloads = new PlacesPerKey(JOB_LIMITS.downloadsPerKeyMax);
  /** Answers about finished jobs in progress. */
  readonly endedJobAnswers = new PlacesPerKey(JOB_LIMITS.endedJobAnswersPerKeyMax);
  readonly #settings: JobsSettings;
  readonly #store: JobStore;
  readonly #kept: KeptReleases;
  readonly #dryRuns: DryRuns;
  readonly #sweep: NodeJS.Timeout;
  readonly #over = new AbortController();
  readonly #queue = new Turns<QueuedJob>();
  #current: QueuedJob | null = null;
  #working: Promise<void> = Promise.resolve();
  #sweeping: Promise<void> | null = null;

  constructor(settings: JobsSettings) {
    this.#settings = settings;
    this.#store = new JobStore(settings.folder, settings.onMistake, this.space, settings.keys);
    this.#kept = new KeptReleases(settings.folder, this.space, () => this.#store.releasesInUse());
    this.#dryRuns = new DryRuns(settings.threadModule);
    void this.swept();
    this.#sweep = setInterval(() => void this.swept(), JOB_LIMITS.sweepMilliseconds).unref();
  }

  /** Resolves when expired jobs are deleted. At the start, before the first request: what a killed server left. */
  swept(): Promise<void> {
    this.#sweeping ??= this.#sweepNow()
      .catch(this.#settings.onMistake)
      .finally(() => {
        this.#sweeping = null;
      });
    return this.#sweeping;
  }

  /** Aborted when the server stops: uploads are not waited for. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  get space(): JobSpace {
    return this.#settings.space ?? JOB_SPACE;
  }

  /** Reserves a place for an upload; or returns the limit that refuses it, or the job of an identical request. */
  reserve(announced: Announcement): Promise<JobFolder | JobsLimit | FoundJob> {
    return this.#store.reserve(announced, new Date());
  }

  /** Counts the bytes of an upload; throws when its job has been deleted. */
  arriving(folder: JobFolder): ArrivingBytes {
    return new ArrivingBytes(this.#store, folder);
  }

  /** Registers that files of a job are read here until the use is closed (`open-files.ts`). */
  use({ folder, record }: FoundJob): FilesInUse {
    return this.#store.use(folder, record);
  }

  /** Whether the key of an arriving file may not have it priced. A preview does not count. */
  hasTooMany(folder: JobFolder): boolean {
    return this.#store.hasTooMany(folder);
  }

  /** The same once the file has arrived, with what other processes have taken meanwhile. */
  hasTooManyNow(folder: JobFolder): Promise<boolean> {
    return this.#store.hasTooManyNow(folder);
  }

  find(id: string, keyId: string): Promise<FoundJob | null> {
    return this.#store.find(id, keyId);
  }

  /** The jobs of a key, the newest first. */
  list(keyId: string): Promise<JobList> {
    return this.#store.list(keyId);
  }

  /**
   * Keeps the release that a file will be priced with; throws a failure when it cannot. The record names the release first:
   * another process reads the records again before it deletes a release.
   */
  async keepRelease(folder: JobFolder, context: JobContext, release: ReleaseInService): Promise<JobContext> {
    const { name, version, contentHash } = context.release.description;
    await this.#store.change(folder, { release: { name, version, contentHash } });
    const file = await this.#kept.keep(release);
    return { ...context, release: { ...context.release, file } };
  }

  /** Queues a file that has arrived. At the limit of its key, the job that ended first makes room for it. */
  async accept(
    folder: JobFolder,
    order: Order,
    context: JobContext,
    { formHash, fileName, claimsName, otherStates, pageOrigin }: AcceptedForm = NO_FORM,
  ): Promise<JobRecord> {
    const task = { ...this.#taskOf(folder, order, context), otherStates, fileName, claimsName, pageOrigin };
    const { name, version, contentHash } = context.release.description;
    const { size: bytesTotal } = await stat(folder.input);
    const keptBytes = bytesTotal + ((await stat(folder.claims).catch(() => null))?.size ?? 0);
    const { state, setting } = task;
    const mark = this.#store.ownRecord(folder)?.mark ?? null;
    const record = await this.#store.change(folder, {
      status: "queued",
      state,
      setting,
      fileName,
      claimsName,
      release: { name, version, contentHash },
      bytesTotal,
      keptBytes,
      mark: mark === null ? null : { ...mark, formHash },
    });
    await this.#store.makeRoom(record.keyId);
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
    this.#reportCounts();
    this.#working = this.#working.then(() => this.#workOnNext()).catch(this.#settings.onMistake);
  }

  /** Previews a file; `left` is aborted when its client has gone. `unwritten`: its record can no longer be written. */
  async dryRun(
    folder: JobFolder,
    order: Order,
    context: JobContext,
    left: AbortSignal,
  ): Promise<ThreadWork | NotShown | "unwritten"> {
    let keyId: string;
    try {
      ({ keyId } = await this.#store.change(folder, { isDryRun: true }));
    } catch (error) {
      if (isOutside(error)) return "unwritten";
      throw error;
    }
    return await this.look(keyId, folder, order, context, left);
  }

  /** Previews a file before it is accepted for pricing: its columns may lack what a lookup needs. */
  async look(
    keyId: string,
    folder: JobFolder,
    order: Order,
    context: JobContext,
    left: AbortSignal,
  ): Promise<ThreadWork | NotShown> {
    const task = { ...this.#taskOf(folder, order, context), isDryRun: true, countsLines: !order.isDryRun };
    return await this.#dryRuns.show(keyId, task, AbortSignal.any([this.over, left]));
  }

  /**
   * Ends the work on a job and deletes its files; another process that works on it notices soon. False when the files cannot be
   * deleted now: no process works on the job any more, and the sweep deletes them.
   */
  async remove(folder: JobFolder): Promise<boolean> {
    const job = [this.#current, ...this.#queue.waiting].find((each) => each?.folder.id === folder.id);
    job?.ending.abort();
    if (job) this.#queue.remove(job);
    this.#reportCounts();
    const isDeleted = await this.#store.remove(folder);
    // Waits, so that the client has space for its next file.
    await Promise.race([
      this.#store.closed(folder),
      setTimeout(JOB_LIMITS.closingMillisecondsMax, null, { ref: false }),
    ]);
    return isDeleted;
  }

  async end(): Promise<void> {
    clearInterval(this.#sweep);
    this.#store.stopWatching();
    this.#over.abort();
    this.#queue.clear();
    this.#current?.ending.abort();
    await this.#working;
    await this.#sweeping;
    await this.#store.clear();
    await this.#kept.sweep(new Date(), 0);
  }

  async #workOnNext(): Promise<void> {
    const job = this.#queue.next();
    if (job === null) return;
    this.#current = job;
    this.#reportCounts();
    let isPaused = false;
    const begun = performance.now();
    let use: FilesInUse | null = null;
    try {
      await this.#store.change(job.folder, { status: "running" });
      use = this.#store.use(job.folder);
      use.ended.addEventListener("abort", () => job.ending.abort());
      isPaused = await this.#workOn(job, begun);
    } catch (error) {
      // The files of a deleted job cannot be written, and its client has gone.
      if (!job.ending.signal.aborted && !(await job.folder.isGone())) await this.#fail(job, error);
    } finally {
      use?.close();
      if (!isPaused) this.#store.letGo(job.folder);
      this.#current = null;
      this.#reportCounts();
    }
  }

  /** True when it gave its place to another key and waits for its next turn. */
  async #workOn(job: QueuedJob, begun: number): Promise<boolean> {
    const { keyId, folder, task, ending, millisecondsBefore } = job;
    const timeout = AbortSignal.timeout(Math.max(JOB_LIMITS.workMillisecondsMax - millisecondsBefore, 0));
    const pausing = new AbortController();
    const full = new AbortController();
    let progress: JobProgress | null = null;
    let noting: Promise<void> | null = null;
    const note = setInterval(() => {
      noting ??= this.#noteProgress(folder, progress, ending, full)
        .catch(this.#settings.onMistake)
        .finally(() => {
          noting = null;
        });
      const isTurnOver = performance.now() - begun >= JOB_LIMITS.turnMilliseconds;
      if (isTurnOver && this.#queue.hasOther(keyId)) pausing.abort();
    }, JOB_LIMITS.progressMilliseconds);
    let work: ThreadWork | null;
    try {
      const end = AbortSignal.any([ending.signal, timeout, full.signal]);
      const onProgress = (far: JobProgress) => {
        progress = far;
      };
      work = await workInThread(this.#settings.threadModule, task, end, onProgress, pausing.signal);
    } finally {
      clearInterval(note);
      await noting;
    }
    if (work === null) {
      if (full.signal.aborted) await failed(this.#store, folder, spaceText(full.signal.reason, this.space));
      else if (timeout.aborted) await failed(this.#store, folder, OUT_OF_TIME);
      return false;
    }
    const { outcome } = work;
    if (outcome.kind === "paused" && !ending.signal.aborted) {
      await this.#store.change(folder, { status: "queued" });
      const spent = Math.ceil(millisecondsBefore + performance.now() - begun);
      const { written = 0 }: Partial<JobProgress> = progress ?? {};
      const resumed = { ...task, isResumed: true, writtenBefore: written };
      this.#enqueue({ ...job, task: resumed, millisecondsBefore: spent });
      return true;
    }
    await finish(this.#store, folder, outcome);
    if (outcome.kind !== "done") return false;
    const { state, setting } = task;
    this.#settings.onPriced({ keyId, state, setting, lookups: outcome.lines, priced: outcome.priced });
    return false;
  }

  /** The thread counts what it writes; the total of all jobs is checked here. */
  async #noteProgress(
    folder: JobFolder,
    progress: JobProgress | null,
    ending: AbortController,
    full: AbortController,
  ): Promise<void> {
    if (await folder.isGone()) ending.abort();
    else if (progress !== null) {
      await tryToWrite(this.#store, folder, progress);
      const limit = await this.#store.spaceLimit(folder);
      if (limit !== null) full.abort(limit);
    }
  }

  async #fail({ folder }: QueuedJob, error: unknown): Promise<void> {
    if (!isOutside(error)) this.#settings.onMistake(error);
    try {
      await failed(this.#store, folder, isOutside(error) ? OUTSIDE : MISTAKE);
    } catch (full) {
      // Not even the failure can be written. Without an end in memory the job would seem to go on, and refuse further files.
      this.#settings.onMistake(full);
      this.#store.endUnwritten(folder, UNWRITABLE);
    }
  }

  async #sweepNow(): Promise<void> {
    const now = new Date();
    await this.#store.touchOwn(now);
    await this.#kept.touch(this.#store.ownReleases(), now).catch(this.#settings.onMistake);
    await this.#store.sweep(now);
    await this.#kept.sweep(now, JOB_LIMITS.keptMillisecondsMax);
  }

  #reportCounts(): void {
    this.#settings.onCounts({ queued: this.#queue.size, running: this.#current === null ? 0 : 1 });
  }

  #taskOf(folder: JobFolder, { state, ...order }: Order, context: JobContext): JobTask {
    const { input, claims, results: out, workbook, findings } = folder;
    return { ...order, ...context, state: state.code, input, claims, out, workbook, findings, space: this.space };
  }
}
