import { existsSync, statSync } from "node:fs";
import { type FileHandle, open, readFile, rename, rm, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { Day } from "../../core/calendar/day.ts";
import { Lock } from "../../core/files/lock.ts";
import { replaceFileLater, synchronizeFolder } from "../../core/files/replace-file.ts";
import {
  type ProtectedInput,
  refuseOverwriting,
  refuseReplacing,
  unwritable,
  writtenFile,
} from "../../core/files/writing.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { Place } from "../reading/chunks.ts";

export class RunFiles {
  readonly #paths: RunPaths;
  readonly #output: GrowingFile;
  readonly #faults: GrowingFile;

  private constructor(paths: RunPaths, output: GrowingFile, faults: GrowingFile) {
    this.#paths = paths;
    this.#output = output;
    this.#faults = faults;
  }

  /** Begins a run and deletes the checkpoint of an earlier one. */
  static async begin(
    paths: RunPaths,
    headers: { readonly output: string; readonly faults: string },
  ): Promise<RunFiles> {
    await rm(paths.progress, { force: true });
    // A loss of power could restore the old checkpoint, which would be taken for one of this run.
    await naming(paths.out, synchronizeFolder(dirname(paths.progress)));
    const output = await GrowingFile.create(paths.outPartial, headers.output);
    try {
      return new RunFiles(paths, output, await GrowingFile.create(paths.faultsPartial, headers.faults));
    } catch (error) {
      await output.discard();
      throw error;
    }
  }

  /** Resumes at a checkpoint and drops what was written after it. */
  static async goOn(
    paths: RunPaths,
    { outputBytes, faultsBytes }: Checkpoint,
    faultsHeader: string,
  ): Promise<RunFiles> {
    const output = await takenBack(paths.out, paths.outPartial, outputBytes);
    try {
      return new RunFiles(paths, output, await faultsTakenBack(paths, faultsBytes, faultsHeader));
    } catch (error) {
      await output.close();
      throw error;
    }
  }

  get outputBytes(): number {
    return this.#output.length;
  }

  get faultsBytes(): number {
    return this.#faults.length;
  }

  async write(output: Uint8Array, faults: Uint8Array): Promise<void> {
    await this.#output.write(output);
    await this.#faults.write(faults);
  }

  /** Flushes, so that a loss of power keeps what was written. */
  async synchronize(): Promise<void> {
    await Promise.all([this.#output.synchronize(), this.#faults.synchronize()]);
  }

  /** Renames the complete files. The checkpoint stays until `forget`, so that every step can be repeated. */
  async keep(hasFaults: boolean): Promise<void> {
    await this.synchronize();
    await this.close();
    await naming(this.#paths.out, this.#giveNames(hasFaults));
  }

  async #giveNames(hasFaults: boolean): Promise<void> {
    if (hasFaults) await rename(this.#paths.faultsPartial, this.#paths.faults);
    else await Promise.all([this.#paths.faultsPartial, this.#paths.faults].map((path) => rm(path, { force: true })));
    await rename(this.#paths.outPartial, this.#paths.out);
    await synchronizeFolder(dirname(this.#paths.out));
  }

  /** Deletes the checkpoint once the summary is made: after a crash before that, `--resume` makes it. */
  async forget(): Promise<void> {
    await rm(this.#paths.progress, { force: true });
    await naming(this.#paths.out, synchronizeFolder(dirname(this.#paths.out)));
  }

  async close(): Promise<void> {
    await Promise.all([this.#output.close(), this.#faults.close()]);
  }

  async discard(): Promise<void> {
    await Promise.all([this.#output.discard(), this.#faults.discard()]);
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

class GrowingFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #length: number;
  #isClosed = false;

  constructor(path: string, handle: FileHandle, length: number) {
    this.#path = path;
    this.#handle = handle;
    this.#length = length;
  }

  /** Creates a file with its first line; if there is no space for that, no file is left. */
  static async create(path: string, header: string): Promise<GrowingFile> {
    // Deletes what is in the way, a link or a FIFO too: nothing is written through it.
    await naming(path, unlinkIfThere(path));
    const file = new GrowingFile(path, await naming(path, open(path, "wx")), 0);
    try {
      await file.write(Buffer.from(header));
    } catch (error) {
      await file.discard();
      throw error;
    }
    return file;
  }

  get length(): number {
    return this.#length;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const writing = this.#handle.write(bytes, written, bytes.length - written, this.#length);
      const { bytesWritten } = await naming(this.#path, writing);
      written += bytesWritten;
      this.#length += bytesWritten;
    }
  }

  async synchronize(): Promise<void> {
    await naming(this.#path, this.#handle.sync());
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#handle.close();
  }

  async discard(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
  }
}

/** A file of an interrupted run, cut to its known length. The run may have ended after the rename. */
async function takenBack(path: string, partial: string, length: number): Promise<GrowingFile> {
  if (!existsSync(partial) && existsSync(path) && statSync(path).size === length) await rename(path, partial);
  const bytes = existsSync(partial) ? statSync(partial).size : 0;
  if (bytes < length) {
    throw failure(`${partial} has ${bytes} of the ${length} bytes that were written. Begin again with --force.`);
  }
  const handle = await open(partial, "r+");
  await handle.truncate(length);
  return new GrowingFile(partial, handle, length);
}

/** A file without rejected lines is deleted when the run ends: if the run was interrupted just then, it had only its header. */
async function faultsTakenBack(
  { faults, faultsPartial }: RunPaths,
  length: number,
  header: string,
): Promise<GrowingFile> {
  const isEmpty = length === Buffer.byteLength(header);
  if (isEmpty && !existsSync(faultsPartial)) return await GrowingFile.create(faultsPartial, header);
  return await takenBack(faults, faultsPartial, length);
}

/** The error of a full disk does not name the file: this failure does. */
async function naming<Outcome>(path: string, work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The destination of results: files, or a stream. */
export type RunOutput = Pick<
  RunFiles,
  "outputBytes" | "faultsBytes" | "write" | "synchronize" | "keep" | "forget" | "close" | "discard"
>;

/** The files of a run. They get their final names when they are complete. */
export interface RunPaths {
  readonly out: string;
  readonly outPartial: string;
  readonly faults: string;
  readonly faultsPartial: string;
  /** The checkpoint; deleted when the run is complete and its summary is made. */
  readonly progress: string;
}

const CSV = /\.csv$/i;

/** Throws a failure when results cannot be written. */
export function pathsFor(requested: string): RunPaths {
  const out = writtenFile(requested);
  const faults = writtenFile(`${out.replace(CSV, "")}.faults.csv`);
  return {
    out,
    outPartial: `${out}.partial`,
    faults,
    faultsPartial: `${faults}.partial`,
    progress: `${out}.progress`,
  };
}

/**
 * Locks the files of this run against other runs; the result releases them. Outputs with different names may share their file
 * of rejected lines (`a.csv` and `a`), so both are locked.
 */
export function lockRun({ out, faults }: RunPaths): () => void {
  const results = Lock.take(out, "reprice");
  try {
    const others = Lock.take(faults, "reprice");
    return () => {
      others.release();
      results.release();
    };
  } catch (error) {
    results.release();
    throw error;
  }
}

/** Refuses to replace existing results. */
export function refuseToReplace({ out, faults, progress }: RunPaths): void {
  if (existsSync(progress)) {
    throw failure(`A run to ${out} was interrupted. Go on with --resume, or begin again with --force.`);
  }
  refuseReplacing(
    [out, faults].map((path) => ({ path, option: "--out" })),
    false,
  );
}

/** Results must never replace a file that the run reads. */
export function refuseInputs(paths: RunPaths, inputs: readonly ProtectedInput[]): void {
  refuseOverwriting(
    Object.values(paths).map((path) => ({ path, option: "--out" })),
    inputs,
  );
}

/** What makes two runs equal, each entry under its name in messages. */
export type RunIdentity = Readonly<Record<string, string>>;

/** Progress of a run: everything before `place` is in the files. */
export interface Checkpoint {
  readonly run: RunIdentity;
  readonly today: Day;
  readonly place: Place;
  readonly outputBytes: number;
  readonly faultsBytes: number;
  readonly tally: TallyRecord;
}

/** Replaces the checkpoint atomically. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  try {
    await replaceFileLater(path, (file) => file.writeFile(`${JSON.stringify(checkpoint)}\n`));
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The checkpoint of an interrupted run; null when there is none. */
export async function readCheckpoint(path: string): Promise<Checkpoint | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw failure(`${path} cannot be read: ${reasonOf(error)}.`);
  }
  try {
    return JSON.parse(text) as Checkpoint;
  } catch {
    throw failure(`${path} is damaged. Begin again with --force.`);
  }
}

/** Refuses to resume another run than the interrupted one: its output would mix two. */
export function refuseOtherRun(path: string, { run: before }: Checkpoint, now: RunIdentity): void {
  const other = Object.keys({ ...before, ...now }).find((name) => before[name] !== now[name]);
  if (other === undefined) return;
  const difference = `${other} was ${before[other] ?? "not given"} and is now ${now[other] ?? "not given"}`;
  throw failure(`The run of ${path} cannot be resumed: ${difference}. Begin again with --force.`);
}
