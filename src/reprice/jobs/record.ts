import type { CareSetting } from "../../registry/definition.ts";
import type { JobOwner } from "./owner.ts";

/** How a request is recognised that a client sends again (Idempotency-Key). Hashes alone: both may be about a patient. */
export interface RequestMark {
  readonly keyHash: string;
  /** Of the form, file and fields; null while the file arrives. */
  readonly formHash: string | null;
}

/** What becomes of a job, in this order; `failed` may follow each of the first three, and a job at work that gives way to other keys is `queued` again. */
export const JOB_STATUSES = ["receiving", "queued", "running", "done", "failed"] as const;
type JobStatus = (typeof JOB_STATUSES)[number];

/** The release that a job is priced with: the one in service when it was accepted. */
interface JobRelease {
  readonly name: string;
  readonly version: string;
  readonly contentHash: string;
}

/**
 * What every process of the server reads about a job, with every upload and every look: a kilobyte or two. Notes and the summary, which can be
 * megabytes, have files of their own (`findings.ts`). The record holds nothing of a claim.
 */
export interface JobRecord {
  readonly id: string;
  readonly keyId: string;
  readonly owner: JobOwner;
  readonly status: JobStatus;
  /** The file is looked at and no more: it takes the place of none that is to be priced. */
  readonly isDryRun: boolean;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** Null while the file arrives. */
  readonly state: string | null;
  readonly setting: CareSetting | null;
  readonly release: JobRelease | null;
  readonly linesDone: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** What it takes of the disk: the file and what is written so far, at last the results. Counts towards the limits. */
  readonly keptBytes: number;
  /** Of a request with an Idempotency-Key. */
  readonly mark: RequestMark | null;
  readonly hasFaults: boolean;
  /** Why it failed. */
  readonly reason: string | null;
}

export function isUnderWay({ status }: Pick<JobRecord, "status">): boolean {
  return status !== "done" && status !== "failed";
}
