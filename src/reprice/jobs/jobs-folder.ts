import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { freeBytesAt } from "../../core/files/disk.ts";
import { makeFoldersLater, OWNER_ONLY_FOLDER } from "../../core/files/writing.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { JOB_LIMITS } from "../limits.ts";
import { JobFolder, removeFolder } from "./job-folder.ts";

/** A check of a job takes a microsecond or less. */
const JOBS_PER_CLOCK_READING = 100;

/** The folder with the folders of all jobs, of all processes with the same home. */
export class JobsFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Free space of its disk, also before the folder exists. */
  async freeBytes(): Promise<number> {
    return await freeBytesAt(this.#path);
  }

  async make(): Promise<void> {
    await makeFoldersLater(this.#path, OWNER_ONLY_FOLDER);
  }

  /** The files of a new job, with an id that no client can guess. */
  newJob(): JobFolder {
    return this.job(randomBytes(16).toString("hex"));
  }

  job(id: string): JobFolder {
    return new JobFolder(this.#path, id);
  }

  /** Ids of jobs and names of deleted ones, perhaps names of other files. Empty when the folder cannot be read. */
  async names(): Promise<readonly string[]> {
    return await readdir(this.#path).catch(() => []);
  }

  /** Deletes what is left of a deleted job. */
  async removeLeft(name: string): Promise<void> {
    await removeFolder(join(this.#path, name));
  }
}

/** Acts on a few jobs at a time: Node's file threads are shared with everything else that uses the disk. */
export async function fewAtOnce<Item>(items: Iterable<Item>, act: (item: Item) => Promise<void>): Promise<void> {
  const next = items[Symbol.iterator]();
  const inTurn = async () => {
    for (let item = next.next(); !item.done; item = next.next()) await act(item.value);
  };
  await Promise.all(Array.from({ length: JOB_LIMITS.readAtOnceMax }, inTurn));
}

/** Checks jobs one after the other. Thousands take some milliseconds: lookups are answered in between. */
export async function inSlices<Item>(items: Iterable<Item>, act: (item: Item) => void): Promise<void> {
  const slices = new Slices(JOBS_PER_CLOCK_READING);
  for (const item of items) {
    if (slices.isOver()) await nextSlice();
    act(item);
  }
}
