import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JobRecord } from "./record.ts";

/** Claims are about patients: no other user of the machine reads them. */
export const OWNER_ONLY = 0o700;

/** What a folder is called from the moment on that its job is deleted. */
const DELETED = "deleted-";

/** The files of one job. Whoever deletes it renames the folder first: then nothing new can be written into it by its path. */
export class JobFolder {
  readonly id: string;
  readonly input: string;
  readonly results: string;
  /** Where repricing puts the lines that it cannot read. */
  readonly faults: string;
  /** The report on the results, for people. */
  readonly workbook: string;
  readonly #path: string;
  readonly #deletedPath: string;

  constructor(jobsFolder: string, id: string) {
    this.id = id;
    this.#path = join(jobsFolder, id);
    this.#deletedPath = join(jobsFolder, `${DELETED}${id}`);
    this.input = join(this.#path, "input");
    this.results = join(this.#path, "results.csv");
    this.faults = join(this.#path, "results.faults.csv");
    this.workbook = join(this.#path, "report.xlsx");
  }

  make(): void {
    mkdirSync(this.#path, { mode: OWNER_ONLY });
  }

  /** Null when there is no such job any more; throws when there is one whose record cannot be read. */
  read(): JobRecord | null {
    let text: string;
    try {
      text = readFileSync(this.#record, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
    return JSON.parse(text) as JobRecord;
  }

  /** Whether the job was deleted; one of which nothing can be told was not. */
  get isGone(): boolean {
    try {
      return statSync(this.#path, { throwIfNoEntry: false }) === undefined;
    } catch {
      return false;
    }
  }

  /** Says that somebody is at it: other machines have no other sign of that. */
  touch(now: Date): void {
    utimesSync(this.#record, now, now);
  }

  /** When its record was last written or touched, in milliseconds; null when there is none. */
  get touchedAt(): number | null {
    return statSync(this.#record, { throwIfNoEntry: false })?.mtimeMs ?? null;
  }

  /** Whole or not at all; throws when the job has been deleted. */
  write(record: JobRecord): void {
    writeFileSync(`${this.#record}.new`, JSON.stringify(record));
    renameSync(`${this.#record}.new`, this.#record);
  }

  /** Nobody needs the claims once they are priced. */
  keepResults(): void {
    this.#keepOnly([this.#record, this.results, this.faults, this.workbook]);
  }

  /** Nobody may have what a job that failed has written so far. */
  keepRecord(): void {
    this.#keepOnly([this.#record]);
  }

  #keepOnly(kept: readonly string[]): void {
    for (const name of readdirSync(this.#path)) {
      const file = join(this.#path, name);
      if (!kept.includes(file)) rmSync(file, { force: true });
    }
  }

  remove(): void {
    try {
      renameSync(this.#path, this.#deletedPath);
    } catch {
      // Another process was quicker, or is just at it.
    }
    removeFolder(this.#deletedPath);
  }

  get #record(): string {
    return join(this.#path, "job.json");
  }
}

export function isDeleted(name: string): boolean {
  return name.startsWith(DELETED);
}

/** A thread that was ended a moment ago may still be closing its files. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
