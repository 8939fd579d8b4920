import type { JobFolder } from "./job-folder.ts";
import { fewAtOnce } from "./jobs-folder.ts";
import type { KnownJobs } from "./known-jobs.ts";
import type { OpenFiles } from "./open-files.ts";
import { failedNow, isUnderWay } from "./record.ts";
import type { UnwrittenEnd } from "./unwritten-ends.ts";

const NOT_DELETED =
  "The job was deleted. Its files cannot be deleted now, since the home of the service cannot be written. They are deleted once it can be written again.";

/**
 * Ends and deletes jobs, also while their files cannot be changed: the disk is read-only, full or failing. Then they end in memory
 * (`unwritten-ends.ts`) until their ends can be written.
 */
export class JobEnds {
  readonly #known: KnownJobs;
  readonly #open: OpenFiles;
  readonly #onMistake: (error: unknown) => void;

  constructor(known: KnownJobs, open: OpenFiles, onMistake: (error: unknown) => void) {
    this.#known = known;
    this.#open = open;
    this.#onMistake = onMistake;
  }

  /** This process no longer works on the job; its files stay. */
  letGo({ id }: JobFolder): void {
    const own = this.#known.ownRecord(id);
    if (own !== null) this.#known.end(own);
  }

  /** Ends a job of this process whose record cannot be written. It has failed from now on; the sweep writes that. */
  endUnwritten(folder: JobFolder, reason: string): void {
    if (this.#known.ownRecord(folder.id) === null) return;
    const written = this.#known.ownAsWritten(folder.id);
    if (written !== null) this.#endHere({ folder, record: failedNow(written, reason), isToDelete: false });
  }

  #endHere(end: UnwrittenEnd): void {
    this.#known.unwritten.add(end);
    this.#known.end(end.record);
  }

  /**
   * Deletes a job and ends what this process does with its files. False when the files cannot be deleted now: the job has ended, and
   * the sweep deletes them.
   */
  async remove(folder: JobFolder): Promise<boolean> {
    const { id } = folder;
    this.#open.end(id, "deleted");
    // Also what could not be written of it, such as that it is a preview.
    const inMemory = this.#known.ownRecord(id) ?? this.#known.inMemory(id);
    try {
      await this.delete(folder);
      return true;
    } catch (error) {
      // Logged once: the sweep tries again and again.
      if (this.#known.unwritten.recordOf(id) === null) this.#onMistake(error);
      // Another request to delete it may have ended it meanwhile.
      const record = inMemory ?? this.#known.unwritten.recordOf(id) ?? (await folder.readIfReadable());
      const ended = record !== null && isUnderWay(record) ? failedNow(record, NOT_DELETED) : record;
      if (ended !== null) this.#endHere({ folder, record: ended, isToDelete: true });
      return false;
    }
  }

  /** Deletes a job; throws when its files cannot be deleted. */
  async delete(folder: JobFolder): Promise<void> {
    this.#known.forget(folder.id);
    await folder.remove();
    this.#known.unwritten.delete(folder.id);
  }

  /** Brings the ends that are only in memory to the disk. What cannot be written was logged when the job ended. */
  async writeUnwritten(): Promise<void> {
    await fewAtOnce(this.#known.unwritten.all, (end) => this.#write(end));
  }

  async #write(end: UnwrittenEnd): Promise<void> {
    const { folder, record, isToDelete } = end;
    if (isToDelete || (await folder.isGone())) {
      await this.remove(folder);
      return;
    }
    try {
      await folder.keepNotes();
      const written = { ...record, keptBytes: await folder.bytes() };
      await folder.write(written);
      // Its client may have deleted it meanwhile.
      if (!this.#known.unwritten.has(end)) return;
      this.#known.unwritten.delete(record.id);
      this.#known.end(written);
    } catch {
      // The next sweep tries again.
    }
  }
}
