import { type Budget, within } from "../fire/budget.ts";
import type { Findings } from "../fire/findings.ts";
import { formBody, formRequest, uploadParts } from "../fire/forms.ts";
import { type Answer, Client } from "../fire/http.ts";
import { inParallel } from "../fire/in-parallel.ts";
import { isJob, JOBS_PATH, type Job, JobClient } from "../fire/job-client.ts";
import type { Patience } from "../fire/patience.ts";
import { PriceWatch, problemOf } from "../fire/price-watch.ts";
import type { Random } from "../fire/random.ts";
import { Contract, type Documented } from "./contract.ts";
import type { FuzzedServer } from "./fuzzed-server.ts";
import { type ClaimFile, claimFiles } from "./hostile-claims.ts";
import { type HostileForm, hostileForms } from "./hostile-forms.ts";
import type { Json } from "./openapi.ts";

const UPLOAD: Documented = { documented: "/reprice", method: "post" };
const SHOW: Documented = { documented: "/reprice/{id}", method: "get" };

/** What a small file takes that is looked at or priced, however it is made; on a busy machine what answers may take. */
const FILE_MILLISECONDS_MAX = 20_000;
/** Far less than an answer may take: a server that stands still for longer keeps a lookup waiting. */
const WATCH_PAUSE_MILLISECONDS = 100;
/** As many as one key may have looked at together with those that are priced. */
const LANES = 2;
/** Files that are priced: the others are only looked at, which takes a part of the time. */
const PRICED_SHARE = 0.25;
/** What an unexpected exception is reported as. */
const MISTAKE = "Something went wrong here";
const SHOWN_BYTES_MAX = 2_000;

/** Everything that uploads are tried with. */
interface Uploads {
  readonly client: Client;
  readonly jobs: JobClient;
  readonly key: string;
  readonly contract: Contract;
  readonly random: Random;
  readonly patience: Patience;
  readonly findings: Findings;
}

/** Sends forms and files that no client sends on purpose; lookups beside them are answered as ever. */
export async function fuzzUploads(server: FuzzedServer): Promise<void> {
  const { port, key, lookups, random, budget, patience, findings } = server;
  const client = new Client(port, undefined, patience);
  const jobs = new JobClient(port, key, patience);
  const watch = new PriceWatch(port, key, lookups, { patience, pauseMilliseconds: WATCH_PAUSE_MILLISECONDS });
  try {
    const document = JSON.parse((await client.get("/openapi.json", key)).body) as Json;
    const answerMillisecondsMax = Math.max(FILE_MILLISECONDS_MAX, patience.answerMillisecondsMax);
    const contract = new Contract(document, { ...patience, answerMillisecondsMax });
    const uploads = { client, jobs, key, contract, random, patience, findings };
    const half = { triesMin: Math.ceil(budget.triesMin / 2), milliseconds: budget.milliseconds / 2 };
    await fuzzForms(uploads, half);
    await fuzzFiles(uploads, half);
  } finally {
    client.close();
    jobs.close();
  }
  const seen = await watch.stop();
  const slowest = Math.round(seen.slowestMilliseconds);
  const isLate = slowest > patience.answerMillisecondsMax;
  const problem = problemOf(seen) ?? (isLate ? `a lookup took ${slowest} ms` : null);
  findings.check("uploads, lookups beside them", problem, null);
  findings.note("uploads, lookups beside them", `${seen.right} right, slowest ${slowest} ms`);
}

async function fuzzForms(uploads: Uploads, budget: Budget): Promise<void> {
  const { client, key, findings, random } = uploads;
  const isOn = within(budget);
  const make = hostileForms(random.branch("forms"));
  await inParallel(
    LANES,
    () => (isOn() ? make() : null),
    async (form) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": form.contentType };
      const sent = { method: "POST", path: JOBS_PATH, headers, body: form.body };
      const answer = await client.send(sent).catch((error: Error) => error);
      findings.check(`forms, ${form.kind}`, await formProblem(uploads, form, answer), shownForm(form));
    },
  );
}

/** What is wrong with the answer to a form. One that was sent whole is not waited for. */
export async function formProblem(
  uploads: Pick<Uploads, "contract" | "jobs">,
  { isRead }: Pick<HostileForm, "isRead">,
  answer: Answer | Error,
): Promise<string | null> {
  if (answer instanceof Error) return `the connection broke: ${answer.message}`;
  if (answer.status === 408) return `waited for more of a form that was whole: ${answer.body.slice(0, 200)}`;
  if (answer.status === 202) await uploads.jobs.delete((JSON.parse(answer.body) as Job).id);
  if (isRead && answer.status !== 200 && answer.status !== 503) return refusedText(answer);
  return uploads.contract.problemOf(UPLOAD, answer, true);
}

async function fuzzFiles(uploads: Uploads, budget: Budget): Promise<void> {
  const isOn = within(budget);
  const files = claimFiles(uploads.random.branch("files"))[Symbol.iterator]();
  const choices = uploads.random.branch("choices");
  const next = () =>
    isOn() ? { file: files.next().value as ClaimFile, isPriced: choices.chance(PRICED_SHARE) } : null;
  await inParallel(LANES, next, async ({ file, isPriced }) => {
    const { kind, name, bytes } = file;
    const isJobWanted = isPriced || file.fields.by !== undefined;
    const problem = isJobWanted ? await pricedProblem(uploads, file) : await lookProblem(uploads, file);
    const shown = { name, bytes: bytes.length, base64: bytes.subarray(0, SHOWN_BYTES_MAX).toString("base64") };
    uploads.findings.check(`files, ${kind}, ${isJobWanted ? "priced" : "looked at"}`, problem, shown);
  });
}

async function lookProblem(
  { client, key, contract }: Uploads,
  { bytes, fields, isRead }: ClaimFile,
): Promise<string | null> {
  const body = formBody(uploadParts(bytes, { ...fields, dry_run: "true" }));
  const answer = await client.send(formRequest(JOBS_PATH, key, body)).catch((error: Error) => error);
  if (answer instanceof Error) return `the connection broke: ${answer.message}`;
  if (isRead && answer.status !== 200 && answer.status !== 503) return refusedText(answer);
  return contract.problemOf(UPLOAD, answer, true);
}

/** A file that is priced ends as a job that is done, or with a reason. Nothing is left of it. */
export async function pricedProblem(
  { jobs, contract, patience }: Pick<Uploads, "jobs" | "contract" | "patience">,
  { bytes, fields, isRead }: Pick<ClaimFile, "bytes" | "fields" | "isRead">,
): Promise<string | null> {
  const answer = await jobs.upload(bytes, fields).catch((error: Error) => error);
  if (answer instanceof Error) return `the connection broke: ${answer.message}`;
  const problem = contract.problemOf(UPLOAD, answer, true);
  if (problem !== null) return problem;
  if (answer.status !== 202) return isRead && answer.status < 429 ? refusedText(answer) : null;
  const { id } = JSON.parse(answer.body) as Job;
  const millisecondsMax = Math.max(FILE_MILLISECONDS_MAX, patience.answerMillisecondsMax);
  const ended = await jobs.ended(id, millisecondsMax).catch((error: Error) => error);
  const shown = ended instanceof Error ? null : await jobs.show(id);
  await jobs.delete(id).catch(() => null);
  if (ended instanceof Error) return `the connection broke: ${ended.message}`;
  if (ended === null) return `not priced within ${millisecondsMax} ms`;
  if (!isJob(ended)) return `the job is answered ${ended.status}: ${ended.body.slice(0, 200)}`;
  return jobProblem(ended, isRead) ?? contract.problemOf(SHOW, shown as Answer);
}

function jobProblem({ status, reason }: Job, isRead: boolean): string | null {
  if (status === "done") return null;
  if (reason === null) return "failed without a reason";
  if (reason.includes(MISTAKE)) return reason;
  return isRead ? `failed: ${reason}` : null;
}

function refusedText({ status, body }: Answer): string {
  return `refused with ${status}: ${body.slice(0, 300)}`;
}

function shownForm({ contentType, body }: HostileForm): unknown {
  return { contentType, bytes: body.length, latin1: body.toString("latin1").slice(0, SHOWN_BYTES_MAX) };
}
