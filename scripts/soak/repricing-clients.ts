import { setTimeout as wait } from "node:timers/promises";
import { claimsCsv, claimsWithGroups, claimsWorkbook } from "../fire/claim-files.ts";
import type { Findings } from "../fire/findings.ts";
import type { Answer } from "../fire/http.ts";
import { isJob, type Job, JobClient } from "../fire/job-client.ts";
import type { Random } from "../fire/random.ts";
import { sharedClock } from "./shared-clock.ts";

/** A file of claims and what an idle server made of it. */
export interface KnownFile {
  readonly name: string;
  readonly file: string | Buffer;
  readonly fields: Readonly<Record<string, string>>;
  readonly results: string;
  readonly faults: string;
  readonly summary: string;
}

const FILES: readonly Pick<KnownFile, "name" | "file" | "fields">[] = [
  { name: "CSV", file: claimsCsv(200), fields: {} },
  { name: "workbook", file: claimsWorkbook(150, 7), fields: { tolerance: "1%" } },
  { name: "groups", file: claimsWithGroups(100, 0, 0), fields: { by: "Group,code" } },
];

/** The longest wait for a file of some hundred lines, on a busy machine too. */
const JOB_MILLISECONDS_MAX = 240_000;
const AGAIN_MILLISECONDS = 500;
/** A client that is refused so often in a row is locked out: one that has no file under way waits for others only. */
const REFUSALS_MAX = 60;

/** Has an idle server price every file; its results are the right ones. */
export async function knownFiles(port: number, key: string, count: number): Promise<readonly KnownFile[]> {
  const client = new JobClient(port, key);
  const known: KnownFile[] = [];
  for (const file of FILES.slice(0, count)) {
    const { id } = JSON.parse((await client.upload(file.file, file.fields)).body) as Job;
    const job = await client.ended(id, JOB_MILLISECONDS_MAX);
    if (!isJob(job) || job.status !== "done") throw new Error(`${file.name} is not priced: ${JSON.stringify(job)}`);
    const [results, faults] = [await client.get(job.results ?? ""), await client.get(job.faults ?? "")];
    known.push({ ...file, results: results.body, faults: faults.body, summary: JSON.stringify(job.summary) });
    await client.delete(id);
  }
  client.close();
  return known;
}

/** What happens around clients that have their files repriced. */
interface Circumstances {
  readonly port: number;
  readonly files: readonly KnownFile[];
  readonly findings: Findings;
  /** Whether an answer may be lost or refused at this time of the shared clock: a worker was killed on purpose. */
  readonly isExplained: (at: number) => Promise<boolean>;
  /** Whether a worker was killed since this time: it may have been the one that had the file. */
  readonly wasKilledSince: (at: number) => boolean;
}

interface Rounds {
  readonly isOver: () => boolean;
  readonly roundsMax: number;
}

/** A round that was cut short by something that is explained; the client begins another. */
class Explained extends Error {}

/** A client that uploads, looks, lists, downloads and deletes, over and over, and compares. */
export class RepricingClient {
  readonly #around: Circumstances;
  readonly #client: JobClient;
  #refusals = 0;

  constructor(key: string, circumstances: Circumstances) {
    this.#around = circumstances;
    this.#client = new JobClient(circumstances.port, key);
  }

  /** Rounds until it is over, one at least. Nothing of this client is left on the server afterwards. */
  async until({ isOver, roundsMax }: Rounds, random: Random): Promise<void> {
    let rounds = 0;
    do {
      await this.#round(random.pick(this.#around.files));
      rounds += 1;
    } while (!isOver() && rounds < roundsMax);
    await this.#cleared();
    this.#client.close();
  }

  async #round(known: KnownFile): Promise<void> {
    try {
      const uploadedAt = sharedClock();
      const id = await this.#uploaded(known);
      if (id === null) return;
      await this.#priced(known, id, uploadedAt);
      await this.#expected("jobs, deleted", this.#client.delete(id), 200);
      await this.#expected("jobs, gone once deleted", this.#client.show(id), 404);
    } catch (error) {
      if (!(error instanceof Explained)) throw error;
      this.#around.findings.tried("jobs, rounds that a kill cut short");
      await this.#cleared();
    }
  }

  /** The id of the job; null where there is no room at this moment. */
  async #uploaded({ name, file, fields }: KnownFile): Promise<string | null> {
    const { findings } = this.#around;
    const answer = await this.#answer("jobs, uploaded", this.#client.upload(file, fields));
    const isRefused = answer.status === 429 || answer.status === 503;
    this.#refusals = isRefused ? this.#refusals + 1 : 0;
    if (isRefused && this.#refusals < REFUSALS_MAX) {
      findings.tried(`jobs, refused for the moment with ${answer.status}`);
      await this.#cleared();
      await wait(AGAIN_MILLISECONDS);
      return null;
    }
    findings.check("jobs, uploaded", answer.status === 202 ? null : refusal(answer), { name });
    return answer.status === 202 ? (JSON.parse(answer.body) as Job).id : null;
  }

  async #priced(known: KnownFile, id: string, uploadedAt: number): Promise<void> {
    const { findings, wasKilledSince } = this.#around;
    await this.#listed(id);
    const job = await this.#ended(id);
    if (job === null) return;
    if (job.status === "failed") {
      if (wasKilledSince(uploadedAt)) throw new Explained();
      findings.check("jobs, priced", `failed: ${job.reason}`, { name: known.name });
      return;
    }
    findings.check("jobs, priced", summaryProblem(job, known), { name: known.name });
    for (const [path, right] of [
      [job.results, known.results],
      [job.faults, known.faults],
    ] as const) {
      const answer = await this.#answer("jobs, downloaded", this.#client.get(path ?? "/no-path"));
      findings.check("jobs, downloaded", downloadProblem(answer, right), { name: known.name, path });
    }
  }

  /** The job once it has ended; null where that was found not to come. */
  async #ended(id: string): Promise<Job | null> {
    const { findings } = this.#around;
    const deadline = performance.now() + JOB_MILLISECONDS_MAX;
    for (;;) {
      const answer = await this.#answer("jobs, looked at", this.#client.show(id));
      findings.check("jobs, looked at", answer.status === 200 ? null : refusal(answer), { id });
      if (answer.status !== 200) return null;
      const job = JSON.parse(answer.body) as Job;
      if (job.status === "done" || job.status === "failed") return job;
      if (performance.now() > deadline) {
        findings.found("jobs, priced", `${job.status} after ${JOB_MILLISECONDS_MAX} ms`, { id });
        return null;
      }
      await wait(AGAIN_MILLISECONDS / 5);
    }
  }

  /** The list of the key's jobs has this one, without what takes long to send. */
  async #listed(id: string): Promise<void> {
    const answer = await this.#answer("jobs, listed", this.#client.list());
    this.#around.findings.check("jobs, listed", listProblem(answer, id), { id });
  }

  /** Deletes what a lost answer has left: the client knows its id from the list alone. */
  async #cleared(): Promise<void> {
    const list = await this.#client.list().catch(() => null);
    const { jobs } = list?.status === 200 ? (JSON.parse(list.body) as { jobs: readonly Job[] }) : { jobs: [] };
    for (const { id } of jobs) await this.#client.delete(id).catch(() => null);
  }

  async #expected(row: string, sent: Promise<Answer>, status: number): Promise<void> {
    const answer = await this.#answer(row, sent);
    this.#around.findings.check(row, answer.status === status ? null : refusal(answer), null);
  }

  /** An answer; one that was lost or refused because a worker was killed ends the round. */
  async #answer(row: string, sent: Promise<Answer>): Promise<Answer> {
    const { findings, isExplained } = this.#around;
    const answer = await sent.catch((error: Error) => error);
    const isLost = answer instanceof Error || (answer.status === 503 && answer.headers["retry-after"] === undefined);
    if (!isLost) return answer;
    if (!(await isExplained(sharedClock())))
      findings.check(row, answer instanceof Error ? `the connection broke: ${answer.message}` : refusal(answer), null);
    throw new Explained();
  }
}

function refusal({ status, body }: Answer): string {
  return `answered ${status}: ${body.slice(0, 300)}`;
}

/** What is wrong with a list of jobs that must have one of them. */
export function listProblem(answer: Answer, id: string): string | null {
  if (answer.status !== 200) return refusal(answer);
  const { jobs } = JSON.parse(answer.body) as { readonly jobs?: readonly Job[] };
  const listed = jobs?.find((job) => job.id === id);
  if (listed === undefined) return `the job is not in the list of ${jobs?.length ?? "no"} jobs`;
  return "summary" in listed || "notes" in listed ? "the list has summaries or notes" : null;
}

export function summaryProblem({ summary }: Job, known: Pick<KnownFile, "summary">): string | null {
  const text = JSON.stringify(summary);
  return text === known.summary ? null : `another summary than an idle server's: ${text.slice(0, 300)}`;
}

export function downloadProblem(answer: Answer, right: string): string | null {
  if (answer.status !== 200) return refusal(answer);
  if (answer.body === right) return null;
  return `other bytes than an idle server's: ${answer.body.length} of ${right.length} characters`;
}
