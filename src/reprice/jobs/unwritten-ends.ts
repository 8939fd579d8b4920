import type { JobFolder } from "./job-folder.ts";
import type { JobRecord } from "./record.ts";

/** The end of a job that is not on the disk yet. */
export interface UnwrittenEnd {
  readonly folder: JobFolder;
  /** The job as it ended. */
  readonly record: JobRecord;
  /** Its client, or its age, asks for its files to be deleted. Otherwise its record is to be written. */
  readonly isToDelete: boolean;
}

/**
 * Jobs that ended while their files could not be changed: the disk was read-only, full or failing. On the disk they seem to go
 * on. Here they have ended, so that they hold up no further file, and each sweep tries again to write or delete them.
 */
export class UnwrittenEnds {
  readonly #ends = new Map<string, UnwrittenEnd>();

  get all(): readonly UnwrittenEnd[] {
    return [...this.#ends.values()];
  }

  /** The job as it ended; null when its end is on the disk. */
  recordOf(id: string): JobRecord | null {
    return this.#ends.get(id)?.record ?? null;
  }

  /** Whether this end still waits: meanwhile the job may have been deleted. */
  has(end: UnwrittenEnd): boolean {
    return this.#ends.get(end.record.id) === end;
  }

  add(end: UnwrittenEnd): void {
    this.#ends.set(end.record.id, end);
  }

  delete(id: string): void {
    this.#ends.delete(id);
  }
}
