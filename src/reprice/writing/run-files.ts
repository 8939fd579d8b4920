import { existsSync, statSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { failure } from "../../reading/failure.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { FAULTS_HEADER } from "./output-columns.ts";
import type { RunPaths } from "./run-paths.ts";

/** The output and the faulty lines while they are written. */
export class RunFiles {
  readonly #paths: RunPaths;
  readonly #output: GrowingFile;
  readonly #faults: GrowingFile;

  private constructor(paths: RunPaths, output: GrowingFile, faults: GrowingFile) {
    this.#paths = paths;
    this.#output = output;
    this.#faults = faults;
  }

  /** Begins a run, forgetting an earlier one. */
  static async begin(paths: RunPaths, header: string): Promise<RunFiles> {
    await rm(paths.progress, { force: true });
    const files = new RunFiles(
      paths,
      new GrowingFile(await open(paths.outPartial, "w"), 0),
      new GrowingFile(await open(paths.faultsPartial, "w"), 0),
    );
    await files.write(Buffer.from(header), Buffer.from(FAULTS_HEADER));
    return files;
  }

  /** Goes on where a checkpoint says, dropping what was written after it. */
  static async goOn(paths: RunPaths, { outputBytes, faultsBytes }: Checkpoint): Promise<RunFiles> {
    const output = await takenBack(paths.out, paths.outPartial, outputBytes);
    return new RunFiles(paths, output, await takenBack(paths.faults, paths.faultsPartial, faultsBytes));
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

  /** What was written so far survives a loss of power. */
  async synchronize(): Promise<void> {
    await Promise.all([this.#output.synchronize(), this.#faults.synchronize()]);
  }

  /** Gives the complete files their names; the checkpoint goes last, so that every step can be taken again. */
  async keep(hasFaults: boolean): Promise<void> {
    await this.synchronize();
    await this.close();
    if (hasFaults) await rename(this.#paths.faultsPartial, this.#paths.faults);
    else await Promise.all([this.#paths.faultsPartial, this.#paths.faults].map((path) => rm(path, { force: true })));
    await rename(this.#paths.outPartial, this.#paths.out);
    await rm(this.#paths.progress, { force: true });
    await synchronizeFolder(dirname(this.#paths.out));
  }

  async close(): Promise<void> {
    await Promise.all([this.#output.close(), this.#faults.close()]);
  }

  /** Takes away what was written. */
  async discard(): Promise<void> {
    await this.close();
    await Promise.all([this.#paths.outPartial, this.#paths.faultsPartial].map((path) => rm(path, { force: true })));
  }
}

/** A file that is written from its beginning to its end. */
class GrowingFile {
  readonly #handle: FileHandle;
  #length: number;
  #isClosed = false;

  constructor(handle: FileHandle, length: number) {
    this.#handle = handle;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, written, bytes.length - written, this.#length);
      written += bytesWritten;
      this.#length += bytesWritten;
    }
  }

  async synchronize(): Promise<void> {
    await this.#handle.sync();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#handle.close();
  }
}

/** A file of an interrupted run, cut to its known length. It may have got its name already when the run ended. */
async function takenBack(path: string, partial: string, length: number): Promise<GrowingFile> {
  if (!existsSync(partial) && existsSync(path) && statSync(path).size === length) await rename(path, partial);
  const bytes = existsSync(partial) ? statSync(partial).size : 0;
  if (bytes < length) {
    throw failure(`${partial} has ${bytes} of the ${length} bytes that were written. Begin again with --force.`);
  }
  const handle = await open(partial, "r+");
  await handle.truncate(length);
  return new GrowingFile(handle, length);
}

async function synchronizeFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
