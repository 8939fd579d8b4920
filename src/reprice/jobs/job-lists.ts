import { setTimeout } from "node:timers/promises";
import { JOB_LIMITS } from "./limits.ts";
import type { JobRecord } from "./record.ts";

export type JobList = readonly JobRecord[];

/**
 * The lists of jobs (request coalescing): all requests that arrive before a look at the disk begins share that look, and those of one key
 * share its list. A look begins after the request, so a list has every job that was accepted before, whichever process accepted it.
 * Looks have a shortest interval: clients that ask without end wait for each other, and lookups do not wait for them.
 */
export class JobLists {
  readonly #refresh: () => Promise<void>;
  readonly #listOf: (keyId: string) => Promise<JobList>;
  #next: Promise<Map<string, Promise<JobList>>> | null = null;
  #begunAt = Number.NEGATIVE_INFINITY;

  /** `refresh` looks at the disk; `listOf` makes the list of a key of what that has found. */
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
    // Requests from now on need the look after this one.
    this.#next = null;
    this.#begunAt = performance.now();
    await this.#refresh();
    return new Map();
  }
}
