import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { Database } from "../../src/database/database.ts";
import { RATEBOOK, ratebook, SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { type Postgres, startPostgres } from "../support/postgres/server.ts";
import { releaseAt } from "../support/shared-release.ts";

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const release = path("sample.db");
const claims = path("claims.csv");
/** Far more than is needed on a machine that does nothing else. */
const LONG = { timeout: 120_000, interval: 20 };

/** So that the run goes on after them. */
const CUTS_MAX = 12;

let server: Postgres;
let database: Database;
const started: ChildProcess[] = [];

beforeAll(async () => {
  server = await startPostgres();
  database = new Database(server.url);
  await releaseAt(release, SAMPLE);
  // Wide lines, so that a few thousand of them are a dozen ranges; some are faulty, some underpaid, some have no rate.
  const note = "x".repeat(900);
  const lines = Array.from({ length: 4_000 }, (_, number) => {
    const code = number % 13 === 0 ? "00000" : "99213";
    const day = number % 97 === 0 ? "yesterday" : "2026-10-01";
    return `claim ${number},1000700140,${code},${day},${number % 7},"${note}, ""${number}"""`;
  });
  writeFileSync(claims, `claim,npi,billing_code,date_of_service,paid_amount,note\n${lines.join("\n")}\n`);
  const { code } = await ratebook(repricing("one.csv", "--workers", "1"));
  expect(code).toBe(1);
}, 120_000);

afterEach(async () => {
  for (const child of started.splice(0)) await ended(child, "SIGKILL");
});

afterAll(async () => {
  await database.close();
  await server.remove();
  folder.remove();
});

interface Command {
  readonly child: ChildProcess;
  readonly told: () => string;
}

function start(...options: readonly string[]): Command {
  const child = spawn(RATEBOOK, options, { stdio: ["ignore", "ignore", "pipe"] });
  let told = "";
  child.stderr?.on("data", (text) => {
    told += text;
  });
  started.push(child);
  return { child, told: () => told };
}

async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    if (signal !== undefined) child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

const node = () =>
  start("work", "--database", server.url, "--home", path("home"), "--release", release, "--workers", "1");
const repricing = (out: string, ...options: string[]) => [
  ...["reprice", "ca", "outpatient", claims, "--release", release, "--explain", "--out", path(out), ...options],
];
const overDatabase = (out: string, ...options: string[]) =>
  start(...repricing(out, "--json", "--database", server.url, ...options));

/** That the files of a run over the database are those of one machine. */
function expectAlike(many: string): void {
  for (const name of [".csv", ".faults.csv"]) {
    expect(readFileSync(path(`${many}${name}`)).equals(readFileSync(path(`one${name}`)))).toBe(true);
  }
}

async function taken(): Promise<number> {
  const [row] = await database.sql<[{ count: number }]>`
    SELECT count(*)::integer AS count FROM ratebook_queue.job WHERE state = 'active'`.catch(
    () => [{ count: 0 }] as const,
  );
  return row.count;
}

/** Stops the only node in the middle of a range. */
async function stoppedAtWork({ child }: Command): Promise<void> {
  await vi.waitFor(async () => {
    child.kill("SIGCONT");
    await vi.waitFor(async () => expect(await taken()).toBeGreaterThan(0), LONG);
    child.kill("SIGSTOP");
    expect(await taken()).toBeGreaterThan(0);
  }, LONG);
}

async function rowsLeft(): Promise<unknown> {
  const [row] = await database.sql`
    SELECT (SELECT count(*)::integer FROM repricing_runs) AS runs,
      (SELECT count(*)::integer FROM repricing_ranges) AS ranges,
      (SELECT count(*)::integer FROM repricing_results) AS results,
      (SELECT count(*)::integer FROM ratebook_queue.job) AS jobs,
      (SELECT count(*)::integer FROM ratebook_queue.queue WHERE name LIKE 'reprice-%') AS queues`;
  return row;
}

const NOTHING = { runs: 0, ranges: 0, results: 0, jobs: 0, queues: 0 };

it("gives the bytes of one machine on three nodes, one of them killed", async () => {
  const command = overDatabase("many.csv");
  const doomed = node();
  await stoppedAtWork(doomed);
  const others = [node(), node()];
  await ended(doomed.child, "SIGKILL");

  expect(await ended(command.child)).toBe(1);
  expectAlike("many");
  expect(await rowsLeft()).toEqual(NOTHING);
  for (const { child } of others) expect(await ended(child, "SIGTERM")).toBe(0);
}, 180_000);

it("goes on after the command was killed, and removes what that left", async () => {
  const first = overDatabase("resumed.csv");
  const helper = node();
  await vi.waitFor(() => expect(existsSync(path("resumed.csv.progress"))).toBe(true), LONG);
  helper.child.kill("SIGSTOP");
  expect(first.child.exitCode).toBe(null);
  await ended(first.child, "SIGKILL");
  helper.child.kill("SIGCONT");
  await database.sql`UPDATE repricing_runs SET seen_at = seen_at - interval '2 minutes'`;

  const second = overDatabase("resumed.csv", "--resume");
  expect(await ended(second.child)).toBe(1);
  expectAlike("resumed");
  expect(await rowsLeft()).toEqual(NOTHING);
}, 180_000);

const APPLICATIONS = ["ratebook work", "ratebook queue", "ratebook reprice"];

/** Ends all connections of the command and the nodes if those with a name are in the middle of something; how many. */
async function cutWhereBusy(application: string | undefined): Promise<number> {
  const cut = await database.sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'ratebook %' AND EXISTS (
      SELECT FROM pg_stat_activity WHERE application_name = ${application ?? ""} AND state <> 'idle')`;
  return cut.length;
}

it("gives the same bytes when all connections are cut again and again, and nobody ends", async () => {
  const nodes = [node(), node()];
  for (const { told } of nodes) await vi.waitFor(() => expect(told()).toContain("Ready"), LONG);
  const command = overDatabase("cut.csv");
  await vi.waitFor(async () => expect(await taken()).toBeGreaterThan(0), LONG);
  let cuts = 0;
  while (command.child.exitCode === null && cuts < CUTS_MAX) {
    if ((await cutWhereBusy(APPLICATIONS[cuts % APPLICATIONS.length])) > 0) cuts += 1;
  }

  expect([await ended(command.child), command.told()]).toEqual([1, expect.not.stringContaining("cannot be used")]);
  expect(cuts).toBeGreaterThan(APPLICATIONS.length);
  expectAlike("cut");
  for (const { child } of nodes) expect(await ended(child, "SIGTERM")).toBe(0);
  expect(await rowsLeft()).toEqual(NOTHING);
}, 300_000);
