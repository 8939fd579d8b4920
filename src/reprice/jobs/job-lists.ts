import { setTimeout } from "node:timers/promises";
import { JOB_LIMITS } from "../limits.ts";
import type { JobRecord } from "./record.ts";

export type JobList = readonly JobRecord[];

/**
 * Lists of jobs (request coalescing). Requests that arrive before a scan of the disk begins share that scan, and requests
 * of one key share its list. A scan begins after the request, so the list has every job that any process accepted before.
 * Scans have a shortest interval, so that clients which poll without end do not slow lookups down.
 */
export class JobLists {
  readonly #refresh: () => Promise<void>;
  readonly #listOf: (keyId: string) => Promise<JobList>;
  #next: Promise<Map<string, Promise<JobList>>> | null = null;
  #begunAt = Number.NEGATIVE_INFINITY;

  /** `refresh` scans the disk; `listOf` makes a key's list from what the scan found. */
  constructor(refresh: () => Promise<void>, listOf: (keyId: string) => Promise<JobList>) {
    this.#refresh = refresh;
    this.#listOf = listOf;
  }

  async of(keyId: string): Promise<JobList> {
    this.#next ??= this.#lookSoon();
    const lists = await this.#next;
    const shared = lists.get(keyId) ?? this.#listOf(keyId);
    lists.set(keyId, shared);
    return await shared;
  }

  async #lookSoon(): Promise<Map<string, Promise<JobList>>> {
    await setTimeout(Math.max(this.#begunAt + JOB_LIMITS.listMilliseconds - performance.now(), 0));
    // Requests from now on need the next scan.
    this.#next = null;
    this.#begunAt = performance.now();
    await this.#refresh();
    return new Map();
  }
}
