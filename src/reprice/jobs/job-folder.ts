import { type FileHandle, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFileLater } from "../../core/files/replace-file.ts";
import { OWNER_ONLY_FOLDER } from "../../core/files/writing.ts";
import { singleValues } from "../../core/schema/schema.ts";
import { safeCell } from "../../dataset/safe-cell.ts";
import type { RowIndex } from "../report/result-rows.ts";
import { summaryObject } from "../report/summary.ts";
import type { VarianceIndex } from "../report/variance-index.ts";
import type { JobRecord } from "./record.ts";

/** Prefix of the folder of a deleted job. */
const DELETED = "deleted-";

/** The files of one job. Deleting renames the folder first, so that nothing new is written into it by its path. */
export class JobFolder {
  readonly id: string;
  readonly input: string;
  /** The claims that the input is joined with; there only where the client sent them. */
  readonly claims: string;
  readonly results: string;
  /** The file of rejected lines. */
  readonly faults: string;
  readonly workbook: string;
  readonly findings: FindingsPaths;
  readonly #path: string;
  readonly #deletedPath: string;
  /** Serialises changes: two at once would share the draft of the record. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(jobsFolder: string, id: string) {
    this.id = id;
    this.#path = join(jobsFolder, id);
    this.#deletedPath = join(jobsFolder, `${DELETED}${id}`);
    this.input = join(this.#path, "input");
    this.claims = join(this.#path, "claims");
    this.results = join(this.#path, "results.csv");
    this.faults = join(this.#path, "results.faults.csv");
    this.workbook = join(this.#path, "report.xlsx");
    this.findings = {
      notesJson: join(this.#path, "notes.json"),
      notesCsv: join(this.#path, "notes.csv"),
      summaryJson: join(this.#path, "summary.json"),
      summaryCsv: join(this.#path, "summary.csv"),
      rowIndex: join(this.#path, "rows.json"),
      variances: join(this.#path, "variances.bin"),
    };
  }

  async make(): Promise<void> {
    await mkdir(this.#path, { mode: OWNER_ONLY_FOLDER });
  }

  /** Null when the job no longer exists; throws when its record cannot be read. */
  async read(): Promise<JobRecord | null> {
    let text: string;
    try {
      text = await readFile(this.#record, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
    return JSON.parse(text) as JobRecord;
  }

  /** The same. A record that cannot be read, for example half written at a power loss, counts as absent. */
  async readIfReadable(): Promise<JobRecord | null> {
    return await this.read().catch(() => null);
  }

  /** Whether the job was deleted. A folder that cannot be read was not. */
  async isGone(): Promise<boolean> {
    try {
      await stat(this.#path);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT";
    }
  }

  /** Bytes of its files, including those being written. */
  async bytes(): Promise<number> {
    const names = await readdir(this.#path);
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(join(this.#path, name)).catch(() => null))?.size),
    );
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  }

  /** Heartbeat: other machines have no other sign that a process works on the job. */
  async touch(now: Date): Promise<void> {
    await utimes(this.#record, now, now);
  }

  /** When the record was last written or touched, in milliseconds; null when there is none. */
  async touchedAt(): Promise<number | null> {
    return await writtenAt(this.#record);
  }

  /** When the folder was created or a file in it created or deleted; null when there is none. */
  async changedAt(): Promise<number | null> {
    return await writtenAt(this.#path);
  }

  /** Atomic; throws when the job has been deleted. */
  async write(record: JobRecord): Promise<void> {
    const write = (file: FileHandle) => file.writeFile(JSON.stringify(record));
    // No flush: a job ends with its server, so a loss of power ends it too.
    await this.#inTurn(() => replaceFileLater(this.#record, write, { flush: false }));
  }

  /** Deletes the claims, which are not needed once they are priced. */
  async keepResults(): Promise<void> {
    await this.#inTurn(() =>
      this.#keepOnly([this.results, this.faults, this.workbook, ...Object.values(this.findings)]),
    );
  }

  /** Results of a failed job are incomplete: its client gets the reason and the notes. */
  async keepNotes(): Promise<void> {
    await this.#inTurn(() => this.#keepOnly([this.findings.notesJson, this.findings.notesCsv]));
  }

  async #keepOnly(kept: readonly string[]): Promise<void> {
    for (const name of await readdir(this.#path)) {
      const file = join(this.#path, name);
      if (file !== this.#record && !kept.includes(file)) await rm(file, { force: true });
    }
  }

  async remove(): Promise<void> {
    try {
      await rename(this.#path, this.#deletedPath);
    } catch (error) {
      // ENOENT: another process was quicker. A full disk may refuse the rename; the claims must be deleted anyway.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") await removeFolder(this.#path);
    }
    await removeFolder(this.#deletedPath);
  }

  async #inTurn(change: () => Promise<void>): Promise<void> {
    const changed = this.#changing.then(change);
    this.#changing = changed.catch(() => {});
    await changed;
  }

  get #record(): string {
    return join(this.#path, "job.json");
  }
}

export function isDeleted(name: string): boolean {
  return name.startsWith(DELETED);
}

/** Retries: a thread that ended a moment ago may still be closing its files. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}

async function writtenAt(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? null;
}

/** Files for the notes and the summary of a job. The job's thread writes them as the answer needs them; the server sends them without parsing. */
export interface FindingsPaths {
  readonly notesJson: string;
  readonly notesCsv: string;
  readonly summaryJson: string;
  readonly summaryCsv: string;
  /** Where the rows of the results are, by the lines of the file. */
  readonly rowIndex: string;
  /** The lines with a variance, the largest first. */
  readonly variances: string;
}

export async function writeNotes({ notesJson, notesCsv }: FindingsPaths, notes: readonly string[]): Promise<void> {
  await writeFile(notesJson, JSON.stringify(notes));
  await writeFile(notesCsv, safeCell(notes));
}

export async function writeSummary({ summaryJson, summaryCsv }: FindingsPaths, summary: object): Promise<void> {
  await writeFile(summaryJson, JSON.stringify(summary));
  await writeFile(summaryCsv, summaryCells(summary));
}

export async function writeIndexes(
  { rowIndex, variances }: FindingsPaths,
  report: { readonly index: RowIndex; readonly variances: VarianceIndex },
): Promise<void> {
  await writeFile(rowIndex, JSON.stringify(report.index.record));
  await writeFile(variances, report.variances.bytes);
}

/**
 * The members of a summary with one value each. Lists (totals, largest differences) are in the results and the workbook;
 * the files and the release are in the row of the job.
 */
const VALUES = singleValues(summaryObject, ["file", "release", "faults_file"]);

/** The headings of a summary in CSV: `summary_underpaid_amount` is `summary.underpaid.amount`. */
export const SUMMARY_HEADINGS: readonly string[] = VALUES.map(({ heading }) => `summary_${heading}`);

/** The cells of a summary in CSV. A value that the file does not have is empty. */
export function summaryCells(summary: object | null): string {
  return VALUES.map(({ of }) => safeCell(of(summary))).join(",");
}
