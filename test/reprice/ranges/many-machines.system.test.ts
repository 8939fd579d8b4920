import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { Database } from "../../../src/nodes/database/database.ts";
import { RATEBOOK, ratebook } from "../../cli/support/ratebook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";
import { californiaAt } from "../../support/shared-release.ts";
import { SOON } from "../../support/waiting.ts";

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const release = path("sample.db");
const claims = path("claims.csv");
const SIGNAL_AT = join(import.meta.dirname, "..", "..", "cli", "support", "signal-at.ts");

/** In one run, so that it goes on after them. */
const CUTS_MAX = 8;

let own: OwnDatabase;
let database: Database;
/** They stay from test to test. */
const nodes: Command[] = [];

beforeAll(async () => {
  own = await ownDatabase();
  database = new Database(own.url);
  await californiaAt(release);
  // Wide lines, so that two hundred of them are a dozen ranges; some are faulty, some underpaid, some have no rate. The last one takes
  // back what the first range has.
  const note = "x".repeat(15_000);
  const lines = Array.from({ length: 200 }, (_, number) => {
    const code = number % 13 === 0 ? "00000" : "99213";
    const day = number % 19 === 0 ? "yesterday" : "2026-10-01";
    return `claim ${number},1000700140,${code},${day},${number % 7},"${note}, ""${number}"""`;
  });
  lines.push("claim 8,1000700140,99213,2026-10-01,-1.00,");
  writeFileSync(claims, `claim,npi,billing_code,date_of_service,paid_amount,note\n${lines.join("\n")}\n`);
  const { code } = await ratebook(repricing("one.csv", "--workers", "1"));
  expect(code).toBe(3);
  expect(readFileSync(path("one.csv"), "utf8").match(/takeback_in_file/g)).toHaveLength(1);
});

afterAll(async () => {
  for (const { child } of nodes) await ended(child, "SIGKILL");
  await database.close();
  await own.remove();
  folder.remove();
});

interface Command {
  readonly child: ChildProcess;
  readonly notices: () => string;
}

function start(options: readonly string[], variables: Readonly<Record<string, string>> = {}): Command {
  const child = spawn(RATEBOOK, options, {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let notices = "";
  child.stderr?.on("data", (text) => {
    notices += text;
  });
  return { child, notices: () => notices };
}

async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    if (signal !== undefined) child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

function node(): Command {
  const options = ["--database", own.url, "--home", path("home"), "--release", release, "--workers", "1"];
  const started = start(["work", ...options]);
  nodes.push(started);
  return started;
}

/** Nodes that are ready, as many as that. */
async function ready(count: number): Promise<void> {
  while (nodes.length < count) node();
  for (const { notices } of nodes) await vi.waitFor(() => expect(notices()).toContain("Ready"), SOON);
}

function repricing(out: string, ...options: string[]): string[] {
  return ["reprice", "ca", "outpatient", claims, "--release", release, "--explain", "--out", path(out), ...options];
}

function overDatabase(out: string, ...options: string[]): string[] {
  return [...repricing(out, ...options), "--json", "--database", own.url];
}

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
    await vi.waitFor(async () => expect(await taken()).toBeGreaterThan(0), SOON);
    child.kill("SIGSTOP");
    expect(await taken()).toBeGreaterThan(0);
  }, SOON);
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

it("ends, and says how to go on, when the database has lost ranges", async () => {
  const command = ratebook(overDatabase("lost.csv"));
  await vi.waitFor(async () => expect(await rowsLeft()).toMatchObject({ runs: 1, ranges: 12, jobs: 12 }), SOON);
  await database.sql`DELETE FROM ratebook_queue.job WHERE name LIKE 'reprice-%'`;
  await database.sql`DELETE FROM repricing_ranges`;
  const { code, stderr } = await command;
  expect([code, stderr]).toEqual([1, expect.stringContaining("The database has lost a range of the file")]);
  expect(stderr).toContain("Run the command again.");
  expect(await rowsLeft()).toEqual(NOTHING);
});

it("gives the bytes of one machine on three nodes, one of them killed", async () => {
  const command = ratebook(overDatabase("many.csv"));
  const doomed = node();
  await stoppedAtWork(doomed);
  nodes.pop();
  node();
  node();
  await ended(doomed.child, "SIGKILL");

  expect((await command).code).toBe(3);
  expectAlike("many");
  expect(await rowsLeft()).toEqual(NOTHING);
});

it("goes on after the command was killed, and removes what that left", async () => {
  await ready(1);
  const killing = new URLSearchParams({ file: path("resumed.csv.progress"), signal: "SIGKILL" });
  const first = start(overDatabase("resumed.csv"), { NODE_OPTIONS: `--import=${SIGNAL_AT}?${killing}` });
  onTestFinished(async () => void (await ended(first.child, "SIGKILL")));
  await ended(first.child);
  expect([first.child.signalCode, first.notices()]).toEqual(["SIGKILL", expect.any(String)]);
  await database.sql`UPDATE repricing_runs SET seen_at = seen_at - interval '2 minutes'`;

  expect((await ratebook(overDatabase("resumed.csv", "--resume"))).code).toBe(3);
  expectAlike("resumed");
  expect(await rowsLeft()).toEqual(NOTHING);
});

const APPLICATIONS = ["ratebook work", "ratebook queue", "ratebook reprice"];

/** Ends all connections of the command and the nodes if those with a name are in the middle of something; how many. */
async function cutWhereBusy(application: string | undefined): Promise<number> {
  const cut = await database.sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'ratebook %' AND EXISTS (
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${application ?? ""} AND state <> 'idle')`;
  return cut.length;
}

/** Reprices while connections are cut; how many times they were. */
async function cutWhileRepricing(name: string): Promise<number> {
  let isOver = false;
  const command = ratebook(overDatabase(`${name}.csv`)).finally(() => {
    isOver = true;
  });
  await vi.waitFor(async () => expect(isOver || (await taken()) > 0).toBe(true), SOON);
  let cuts = 0;
  while (!isOver && cuts < CUTS_MAX) {
    if ((await cutWhereBusy(APPLICATIONS[cuts % APPLICATIONS.length])) > 0) cuts += 1;
  }
  // It ends with 3, since some lines have faults; an error would be reported.
  expect(await command).toMatchObject({ code: 3, stderr: expect.not.stringContaining("error") });
  expectAlike(name);
  return cuts;
}

it("gives the same bytes when all connections are cut again and again, and no process ends", async () => {
  await ready(2);
  // A run may be over before it was cut often enough.
  for (let run = 1, cuts = 0; cuts <= APPLICATIONS.length; run += 1) cuts += await cutWhileRepricing(`cut-${run}`);
  for (const { child } of nodes) expect(await ended(child, "SIGTERM")).toBe(0);
  expect(await rowsLeft()).toEqual(NOTHING);
});
