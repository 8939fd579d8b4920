import { setTimeout as wait } from "node:timers/promises";
import { REPRICE_PATH } from "../../src/pricing/state/api-paths.ts";
import { formBody, formRequest, uploadParts } from "./forms.ts";
import { type Answer, Client } from "./http.ts";
import type { Patience } from "./patience.ts";

export const JOBS_PATH = REPRICE_PATH;

/** A job as the service shows it. */
export interface Job {
  readonly id: string;
  readonly status: "receiving" | "queued" | "running" | "done" | "failed";
  readonly reason: string | null;
  readonly results: string | null;
  readonly faults: string | null;
  readonly summary?: unknown;
}

export function isEnded({ status }: Job): boolean {
  return status === "done" || status === "failed";
}

const LOOK_MILLISECONDS = 50;
/** A file is looked at for a minute at most, after it has arrived. */
const GIVING_UP_MILLISECONDS = 150_000;

/** One client of repricing, with its key. */
export class JobClient {
  readonly #client: Client;
  readonly #key: string;

  constructor(port: number, key: string, patience?: Patience) {
    this.#client = new Client(port, 2, patience, GIVING_UP_MILLISECONDS);
    this.#key = key;
  }

  upload(file: string | Buffer, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#client.send(formRequest(JOBS_PATH, this.#key, formBody(uploadParts(file, fields))));
  }

  get(path: string): Promise<Answer> {
    return this.#client.get(path, this.#key);
  }

  show(id: string): Promise<Answer> {
    return this.get(`${JOBS_PATH}/${id}`);
  }

  list(): Promise<Answer> {
    return this.get(JOBS_PATH);
  }

  delete(id: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#key}` };
    return this.#client.send({ method: "DELETE", path: `${JOBS_PATH}/${id}`, headers });
  }

  /** The job once it has ended; what is answered instead of it, or null when it is still under way by then. */
  async ended(id: string, millisecondsMax: number): Promise<Job | Answer | null> {
    const deadline = performance.now() + millisecondsMax;
    for (;;) {
      const answer = await this.show(id);
      if (answer.status !== 200) return answer;
      const job = JSON.parse(answer.body) as Job;
      if (isEnded(job)) return job;
      if (performance.now() > deadline) return null;
      await wait(LOOK_MILLISECONDS);
    }
  }

  close(): void {
    this.#client.close();
  }
}

/** Whether it is a job and not an answer that refuses one. */
export function isJob(outcome: Job | Answer | null): outcome is Job {
  return outcome !== null && "id" in outcome;
}
