import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { claimRows, HEADINGS } from "../fire/claim-files.ts";
import { formBody, formType, uploadParts } from "../fire/forms.ts";
import { type Answer, Client } from "../fire/http.ts";
import { isJob, JOBS_PATH, type Job, JobClient } from "../fire/job-client.ts";
import { leaksInFolders } from "../fire/leaks.ts";
import { problemOf } from "../fire/price-watch.ts";
import { madeKey } from "../fire/sample.ts";
import { waitFor } from "../fire/wait-for.ts";
import { FAULTS } from "./plans.ts";
import {
  NOTICE_MILLISECONDS,
  NOTICED_MILLISECONDS_MAX,
  played,
  recoveredProblem,
  type Scene,
  type Stage,
  withLogFile,
} from "./scene.ts";

/** Stands in every line of a file that is uploaded here: where it is found, claims are left. */
const MARK = "canaryofclaims";
/** Long enough to be at work when the disk fills. */
const LINES = 1_500;
/** Long enough to be at work when its worker is killed. */
const LONG_LINES = 30_000;
/** The file operations of a job before which the disk may fill: receiving, accepting, pricing, reporting. */
const NTH_MAX = 25;
const FULL_DISKS = 6;

function markedClaims(lines: number): string {
  const rows = claimRows(lines).map(([, ...cells]) => [MARK, ...cells].join(","));
  return `${[HEADINGS.join(","), ...rows].join("\n")}\n`;
}

/** A disk that fills while a file is uploaded, priced and reported. */
export async function fullDiskJobs(stage: Stage): Promise<void> {
  await played(stage, withLogFile(stage), async (scene) => {
    const client = new JobClient(scene.server.port, scene.key.key, scene.watch.patience);
    try {
      const right = await rightResults(client);
      for (let count = 0; count < Math.min(FULL_DISKS, stage.faultsMax); count += 1)
        await onFullDisk(scene, client, right);
    } finally {
      client.close();
    }
  });
}

async function rightResults(client: JobClient): Promise<string> {
  const { id } = JSON.parse((await client.upload(markedClaims(LINES))).body) as Job;
  const job = await client.ended(id, NOTICED_MILLISECONDS_MAX);
  if (!isJob(job) || job.results === null) throw new Error(`The claims are not priced: ${JSON.stringify(job)}`);
  const { body } = await client.get(job.results);
  await client.delete(id);
  return body;
}

async function onFullDisk(scene: Scene, client: JobClient, right: string): Promise<void> {
  const { plans, home, random, findings } = scene;
  const nth = random.whole(NTH_MAX) + 1;
  const ending = await madeKey(scene.workspace, home, "--rate", "off");
  const seen = await scene.watching(async () => {
    const operations = FAULTS.ENOSPC as readonly string[];
    plans.set({ fault: "ENOSPC", operations, folder: join(home, "jobs"), nth, lasts: true });
    const sent = await client.upload(markedClaims(LINES)).catch((error: Error) => error);
    findings.check("full disk, an upload is answered", uploadProblem(sent), { nth, hits: plans.hits });
    const id = sent instanceof Error || sent.status !== 202 ? null : (JSON.parse(sent.body) as Job).id;
    if (id !== null) {
      const outcome = await client.ended(id, NOTICED_MILLISECONDS_MAX);
      const download = await client.get(`${JOBS_PATH}/${id}/results`);
      findings.check("full disk, no half result", resultProblem(outcome, download, right), { nth, hits: plans.hits });
    }
    findings.check("full disk, a key is revoked", await revokedProblem(scene, ending), { nth });
    plans.clear();
    if (id !== null) await client.delete(id);
  });
  findings.check("full disk, lookups beside it", problemOf(seen), { nth });
  findings.check("full disk, no claims are left", await leftProblem(home), { nth });
  findings.check("server, right again", await recoveredProblem(scene), { fault: "ENOSPC", nth });
}

/** A file is taken, or refused as the service says it refuses. */
function uploadProblem(sent: Answer | Error): string | null {
  if (sent instanceof Error) return `the connection broke: ${sent.message}`;
  const isAnswered = sent.status === 202 || sent.status === 503 || (sent.status >= 400 && sent.status < 500);
  return isAnswered ? null : `answered ${sent.status}: ${sent.body.slice(0, 200)}`;
}

/** What is wrong with what can be downloaded of a job: all of its results, or nothing. */
export function resultProblem(outcome: Job | Answer | null, download: Answer, right: string): string | null {
  const isThere = download.status === 200;
  if (isThere && download.body !== right) return `a half result: ${download.body.length} of ${right.length} characters`;
  if (outcome === null) return "the job neither ends nor fails";
  // A job of which not even the failure could be written is gone.
  if (!isJob(outcome)) return outcome.status === 404 ? null : `the job is answered ${outcome.status}`;
  if (outcome.status === "failed" && outcome.reason === null) return "failed without a reason";
  if (outcome.status === "done" && !isThere) return `done, and its results are answered ${download.status}`;
  return outcome.status === "failed" && isThere ? "failed, and its results can be downloaded" : null;
}

/** A key that is revoked while the disk is full is refused. */
export async function revokedProblem(
  { workspace, home, server, lookups }: Pick<Scene, "workspace" | "home" | "server" | "lookups">,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<string | null> {
  const revoked = await workspace.run(["keys", "revoke", id, "--home", home]);
  if (revoked.code !== 0) return revoked.stderr;
  const client = new Client(server.port, 1);
  const status = async () => (await client.get(lookups[0]?.path ?? "/", key).catch(() => ({ status: 0 }))).status;
  const isRefused = await waitFor(async () => (await status()) === 401, NOTICED_MILLISECONDS_MAX);
  client.close();
  return isRefused ? null : "it goes on working";
}

/** Whether something of a file that was uploaded is left anywhere among the jobs. */
export async function leftProblem(home: string, millisecondsMax = NOTICED_MILLISECONDS_MAX): Promise<string | null> {
  const left = () => leaksInFolders([join(home, "jobs")], [{ mark: MARK, where: "a claim" }]);
  const isGone = await waitFor(() => left().length === 0, millisecondsMax);
  return isGone ? null : `claims are left in ${left()[0]?.place}`;
}

/** Workers that are killed while files arrive and are priced. */
export async function killedWorkers(stage: Stage): Promise<void> {
  const { findings } = stage;
  await played({ ...stage, server: null }, ["--workers", "2"], async (scene) => {
    const { server, home, key } = scene;
    const client = new JobClient(server.port, key.key, scene.watch.patience);
    let id = "";
    let outcome: Job | Answer | null = null;
    const seen = await scene.watching(async () => {
      const { body } = await client.upload(markedClaims(LONG_LINES));
      ({ id } = JSON.parse(body) as Job);
      await waitFor(
        async () => (JSON.parse((await client.show(id)).body) as Job).status === "running",
        NOTICED_MILLISECONDS_MAX,
      );
      const arriving = await arrivingFile(server.port, key.key);
      process.kill(ownerOf(home, id), "SIGKILL");
      // Clients of that worker lose the connection.
      outcome = await afterKill(() => client.ended(id, NOTICED_MILLISECONDS_MAX));
      arriving.destroy();
      await wait(NOTICE_MILLISECONDS / 2);
    });
    findings.check("killed worker, lookups beside it", problemOf(seen, { broken: true, unavailable: true }), null);
    const download = await afterKill(() => client.get(`${JOBS_PATH}/${id}/results`));
    findings.check("killed worker, its job has failed", killedProblem(outcome, download), outcome);
    findings.check("killed worker, no claims are left", await leftProblem(home), { id });
    const deleted = await afterKill(() => client.delete(id));
    findings.check("killed worker, its job is deleted", deleted.status === 200 ? null : deleted.body, { id });
    const right = await afterKill(() => rightResults(client)).catch((error: Error) => error.message);
    findings.check("killed worker, the next file is priced", right.includes(MARK) ? null : right, null);
    client.close();
  });
}

/** A file whose first half has arrived. */
async function arrivingFile(port: number, key: string) {
  const body = formBody(uploadParts(markedClaims(LINES)));
  const head = `POST ${JOBS_PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${formType()}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  await new Promise<void>((resolve) => {
    socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, body.length / 2)]), () => resolve());
  });
  return socket;
}

/** The worker that has a job in hand, as the job's record says. */
function ownerOf(home: string, id: string): number {
  const record = JSON.parse(readFileSync(join(home, "jobs", id, "job.json"), "utf8")) as {
    readonly owner: { readonly worker: { readonly pid: number } };
  };
  return record.owner.worker.pid;
}

/** Tries again where a connection to the killed worker broke. */
async function afterKill<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let count = 0; ; count += 1) {
    try {
      return await act();
    } catch (error) {
      if (count === RETRIES_MAX) throw error;
      await wait(NOTICE_MILLISECONDS / 10);
    }
  }
}

const RETRIES_MAX = 20;

/** What is wrong with a job whose worker was killed: it is reported as failed, and nothing of it can be downloaded. */
export function killedProblem(outcome: Job | Answer | null, download: Answer): string | null {
  if (download.status === 200) return "its results can be downloaded";
  if (!isJob(outcome)) return outcome === null ? "it seems to go on" : `it is answered ${outcome.status}`;
  return outcome.status === "failed" && outcome.reason !== null ? null : `its status is ${outcome.status}`;
}
