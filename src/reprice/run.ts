import { existsSync } from "node:fs";
import { AS_MUCH_AS_FITS, type MayWrite } from "../core/files/writing.ts";
import type { Progress } from "../core/runtime/progress.ts";
import type { Crew } from "./crew.ts";
import type { PricedChunk } from "./pricing/chunk-pricer.ts";
import { faultLines, RepricingTally } from "./pricing/tally.ts";
import { type Chunk, ChunkReader } from "./reading/chunks.ts";
import type { InputFile } from "./reading/input-file.ts";
import { type Checkpoint, type RunFiles, type RunOutput, writeCheckpoint } from "./writing/run-files.ts";

/** Progress of pricing, with the lookups answered so far, which exclude titles and empty lines. */
export type OnPricing = (progress: Progress & { readonly lookups: number }) => void;

/** A run in progress: chunks go to the threads in order and return in any; their results are written in order. */
export class RepricingRun {
  readonly #input: InputFile;
  readonly #files: RunOutput;
  readonly #checkpoints: RunCheckpoints;
  readonly #start: Checkpoint;
  readonly #mayWrite: MayWrite;
  readonly #tally = new RepricingTally();
  #place: Checkpoint["place"];

  constructor(
    input: InputFile,
    files: RunOutput,
    checkpoints: RunCheckpoints,
    start: Checkpoint,
    mayWrite: MayWrite = AS_MUCH_AS_FITS,
  ) {
    this.#input = input;
    this.#files = files;
    this.#checkpoints = checkpoints;
    this.#start = start;
    this.#mayWrite = mayWrite;
    this.#place = start.place;
    this.#tally.add(start.tally);
  }

  /** The position of the run: everything before it is written. */
  get checkpoint(): Checkpoint {
    return {
      ...this.#start,
      place: this.#place,
      outputBytes: this.#files.outputBytes,
      faultsBytes: this.#files.faultsBytes,
      tally: this.#tally.record(),
    };
  }

  /** Infinite as long as the end of the input is unknown. */
  get bytesLeft(): number {
    return this.#input.size - this.#place.offset;
  }

  /** Prices to the end of the input; false when it was interrupted. */
  async priceAll(crew: Crew, interruption: AbortSignal, onProgress: OnPricing): Promise<boolean> {
    const reader = new ChunkReader(this.#input, this.#place, crew.chunkBytes, crew.chunkRecordsMax);
    // The oldest first. Bounded, so that a slow chunk or disk holds up the reading and memory stays flat.
    const underWay: UnderWay[] = [];
    for (;;) {
      while (underWay.length < crew.chunksMax) {
        const chunk = await reader.next();
        if (chunk === null) break;
        underWay.push(sent(chunk, crew));
      }
      const oldest = underWay.shift();
      if (oldest === undefined) return true;
      const priced = await oldest.priced.catch((error: unknown) => {
        if (interruption.aborted) return null;
        throw error;
      });
      if (priced === null) return false;
      await this.#write(oldest.end, priced);
      this.#report(onProgress);
    }
  }

  /** Writes a checkpoint for `--resume`. */
  async pause(): Promise<void> {
    await this.#checkpoints.writeNow(this.checkpoint);
    await this.#files.close();
  }

  async finish(): Promise<void> {
    await this.#checkpoints.writeNow(this.checkpoint);
    await this.#files.keep(faultLines(this.#tally.record()) > 0);
  }

  /** After this, there is nothing to resume. */
  async forget(): Promise<void> {
    await this.#checkpoints.settled();
    await this.#files.forget();
  }

  /** After a failure: whether there is something to resume. Files that cannot be resumed are deleted. */
  async abandon(): Promise<boolean> {
    await this.#checkpoints.settled();
    const isKept = this.#checkpoints.hasAny;
    await (isKept ? this.#files.close() : this.#files.discard());
    return isKept;
  }

  async #write(end: Chunk["end"], { output, faults, tally }: PricedChunk): Promise<void> {
    await this.#mayWrite(output.length + faults.length);
    await this.#files.write(output, faults);
    this.#tally.add(tally);
    this.#place = end;
    this.#checkpoints.note(this.checkpoint);
  }

  /** Of this run alone: the estimate of a resumed run must not count earlier work. */
  #report(onProgress: OnPricing): void {
    const begun = this.#start.place.offset;
    const { line } = this.#place;
    const stage = `priced up to line ${line - 1}`;
    const { done, total } = this.#input.reading ?? {
      done: this.#place.offset - begun,
      total: this.#input.size - begun,
    };
    onProgress({ stage, lookups: this.#tally.lookups, done, total });
  }
}

interface UnderWay {
  readonly priced: Promise<PricedChunk>;
  readonly end: Chunk["end"];
}

function sent(chunk: Chunk, crew: Crew): UnderWay {
  const priced = crew.price(chunk);
  // It is awaited in its turn, when others may have failed before it.
  priced.catch(() => {});
  return { priced, end: chunk.end };
}

/** An interruption costs at most about this much work; a slow disk could not keep up with more. */
const INTERVAL_MILLISECONDS = 1_000;

export type RunCheckpoints = Pick<Checkpoints, "hasAny" | "note" | "writeNow" | "settled">;

export const NO_CHECKPOINTS: RunCheckpoints = {
  hasAny: false,
  note: () => undefined,
  writeNow: async () => undefined,
  settled: async () => undefined,
};

/** Writes checkpoints beside the work: pricing never waits for the disk. */
export class Checkpoints {
  readonly #path: string;
  readonly #files: RunFiles;
  #writing: Promise<void> | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #failure: unknown = null;

  constructor(path: string, files: RunFiles) {
    this.#path = path;
    this.#files = files;
  }

  /** Whether a checkpoint exists, from this run or from the one that it resumes. */
  get hasAny(): boolean {
    return existsSync(this.#path);
  }

  /** Called after every chunk; writes at intervals. */
  note(checkpoint: Checkpoint): void {
    if (this.#failure !== null) throw this.#failure;
    if (this.#writing !== null || performance.now() - this.#writtenAt < INTERVAL_MILLISECONDS) return;
    this.#writtenAt = performance.now();
    this.#writing = this.#write(checkpoint)
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#writing = null;
      });
  }

  /** Always writes a checkpoint, after the one in progress. */
  async writeNow(checkpoint: Checkpoint): Promise<void> {
    await this.settled();
    await this.#write(checkpoint);
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(checkpoint: Checkpoint): Promise<void> {
    await this.#files.synchronize();
    await writeCheckpoint(this.#path, checkpoint);
  }
}
