import { dirname } from "node:path";
import { freeBytesAt } from "../../core/files/disk.ts";
import { failure } from "../../core/runtime/failure.ts";
import { JOB_LIMITS } from "../limits.ts";
import type { JobRecord } from "./record.ts";

/** Disk limits of jobs (`limits.ts`). */
export type JobSpace = Readonly<Record<"resultBytesMax" | "bytesPerKeyMax" | "bytesMax" | "freeBytesMin", number>>;

export const JOB_SPACE: JobSpace = JOB_LIMITS;

type SpaceLimit = "results" | "key_bytes" | "all_bytes" | "disk";

/** Limits that jobs reach together. */
export type SharedSpaceLimit = Exclude<SpaceLimit, "results">;

const KIBIBYTE = 1024;

/** The limit and its remedy, for the client. */
export function spaceText(limit: SpaceLimit, space: JobSpace): string {
  const { resultBytesMax, bytesPerKeyMax, bytesMax, freeBytesMin } = space;
  switch (limit) {
    case "results":
      return `The results are larger than ${sizeText(resultBytesMax)}, the most that a job may write. Name fewer fields in the field fields, split the file, or reprice it with the command.`;
    case "key_bytes":
      return `The jobs of this API key take more than ${sizeText(bytesPerKeyMax)} together, files and results. Download results, delete their jobs, and send the file again.`;
    case "all_bytes":
      return `The jobs of all keys take more than ${sizeText(bytesMax)} together. Delete jobs that are no longer needed, or send the file again later: jobs are deleted an hour after their end.`;
    case "disk":
      return `The disk of the service is full or cannot be written: its last ${sizeText(freeBytesMin)} are kept free. Tell the operator of the service, and send the file again later.`;
  }
}

function sizeText(bytes: number): string {
  if (bytes % KIBIBYTE ** 3 === 0) return `${bytes / KIBIBYTE ** 3} GiB`;
  return bytes % KIBIBYTE ** 2 === 0 ? `${bytes / KIBIBYTE ** 2} MiB` : `${bytes} bytes`;
}

/** The limit that the jobs of a key, or of all keys, exceed; null when they exceed none. */
export function limitOf(
  ofKey: readonly JobRecord[],
  all: readonly JobRecord[],
  { bytesPerKeyMax, bytesMax }: JobSpace,
): SharedSpaceLimit | null {
  if (bytesOf(ofKey) > bytesPerKeyMax) return "key_bytes";
  return bytesOf(all) > bytesMax ? "all_bytes" : null;
}

function bytesOf(jobs: readonly JobRecord[]): number {
  return jobs.reduce((sum, { keptBytes }) => sum + keptBytes, 0);
}

/** Whether a key uses more than any other with a running job: at the limit of all keys, its job ends. */
export function isHeaviest(keyId: string, jobs: readonly JobRecord[]): boolean {
  const atWork = new Set(jobs.filter(({ status }) => status === "running").map((job) => job.keyId));
  const bytesOfKey = (key: string) => bytesOf(jobs.filter((job) => job.keyId === key));
  const own = bytesOfKey(keyId);
  return [...atWork].every((key) => bytesOfKey(key) <= own);
}

/** Counts what a job's thread writes, before it writes: a file of a few bytes can produce gigabytes of results. */
export class ResultRoom {
  readonly #folder: string;
  readonly #space: JobSpace;
  #written: number;
  /** Bytes up to which the disk is known to have space. */
  #lookedAt = 0;

  /** `out` is a file in the folder; `writtenBefore` counts earlier turns of this job. */
  constructor(out: string, space: JobSpace, writtenBefore: number) {
    this.#written = writtenBefore;
    this.#folder = dirname(out);
    this.#space = space;
  }

  get written(): number {
    return this.#written;
  }

  /** Throws a failure that names the limit when these bytes exceed it. */
  async take(bytes: number): Promise<void> {
    this.#written += bytes;
    if (this.#written > this.#space.resultBytesMax) throw failure(spaceText("results", this.#space));
    if (this.#written < this.#lookedAt) return;
    this.#lookedAt = this.#written + JOB_LIMITS.bytesPerLookAtDisk;
    // Free space that cannot be read is no limit: a full disk fails the write itself.
    const free = await freeBytesAt(this.#folder).catch(() => Number.POSITIVE_INFINITY);
    if (free - bytes < this.#space.freeBytesMin) throw failure(spaceText("disk", this.#space));
  }
}
