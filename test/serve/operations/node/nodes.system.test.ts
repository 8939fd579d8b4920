import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Database } from "../../../../src/nodes/database/database.ts";
import { freePort } from "../../../../src/serve/operations/port.ts";
import { ratebook } from "../../../cli/support/ratebook.ts";
import { type Postgres, startPostgres } from "../../../support/postgres/server.ts";
import { temporaryFolder } from "../support/running-server.ts";
import { Load, SOON, TrialNode, Visits } from "./support/trial-nodes.ts";
import { twoReleases } from "./support/two-releases.ts";

/* Real nodes over a real PostgreSQL. The tests build on each other, in this order: processes are slow to start. */

/** For what nodes report every three seconds. */
const RARELY = { ...SOON, interval: 500 };

const folder = temporaryFolder();
const nodes: TrialNode[] = [];
let server: Postgres;
let database: Database;
let first: string;
let later: string;
let version: string;
let firstHash: string;
let key: string;
let keyId: string;

beforeAll(async () => {
  [first, later] = await twoReleases(folder.path);
  server = await startPostgres();
  database = new Database(server.url);
});

afterAll(async () => {
  for (const node of nodes) await node.kill();
  await database.close();
  await server.remove();
  folder.remove();
});

function node(name: string, ...options: string[]): TrialNode {
  const made = new TrialNode(folder.path, name, server.url, ...options);
  nodes.push(made);
  return made;
}

async function releases(...command: string[]) {
  const { code, stdout, stderr } = await ratebook(["releases", ...command, "--database", server.url, "--json"]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

test("a node waits for a first release, and serves it as soon as there is one", async () => {
  const created = await ratebook([
    ...["keys", "create", "--database", server.url, "--name", "test", "--states", "ca", "--rate", "off", "--json"],
  ]);
  ({ id: keyId, key } = JSON.parse(created.stdout.trimEnd().split("\n").at(-1) ?? ""));
  const port = await freePort("127.0.0.1", 0);
  const one = node("one", "--workers", "2", "--port", String(port));
  await one.logged("release_not_followed");
  expect(one.server.events("release_not_followed")).toMatchObject([
    { level: "warn", reason: expect.stringContaining("No release is active") },
  ]);

  const visits = new Visits(port);
  await visits.until(503);
  const pushed = await releases("push", first, "--activate");
  ({ version, content_hash: firstHash } = pushed);
  expect(pushed).toMatchObject({ outcome: "pushed", activated: true });
  await one.logged("release_pulled");
  visits.hurry();
  await one.started();
  await visits.until(200);
  // From the first 503 on no connection is refused or dropped, and from the first 200 on nothing else is answered.
  expect(await visits.end(503)).toEqual(new Set(["503, 200"]));
  expect(await one.ready()).toMatchObject({ status: "ready", database: "connected", release: { version } });
  expect(await one.lookup(key)).toBe(200);
  expect(existsSync(join(one.home, "releases", `${firstHash}.db`))).toBe(true);
});

test("a node that is killed while it pulls serves nothing of it, and pulls again", async () => {
  const killed = new TrialNode(folder.path, "two", server.url);
  // Not by its log, which is written every 100 ms: by then it may have pulled all of it.
  const draft = join(killed.home, "releases", `${firstHash}.db.partial`);
  await vi.waitFor(() => expect(existsSync(draft)).toBe(true), { ...SOON, interval: 1 });
  await killed.kill();
  const two = await node("two").started();
  expect(two.server.events("release_pulled")).toHaveLength(1);
  const files = readdirSync(join(two.home, "releases")).filter((name) => !name.startsWith(".lock"));
  expect(files.toSorted()).toEqual([`${firstHash}.db`, "active.db"].toSorted());
  expect((await two.ready()).release?.version).toBe(version);
  expect(await two.lookup(key)).toBe(200);
  await vi.waitFor(async () => {
    const { releases: listed } = await releases("list");
    expect(listed).toMatchObject([{ active: true, served_by: [expect.anything(), expect.anything()] }]);
  }, RARELY);
});

test("an activation reaches both under load without a failed request, and rolling back does too", async () => {
  const load = new Load(nodes, key);
  await load.someAnswers();
  await releases("push", later, "--activate");
  await Promise.all(nodes.map((each) => each.untilServing("later")));
  await load.someAnswers();
  expect(await releases("activate", version)).toMatchObject({ activated: true });
  await Promise.all(nodes.map((each) => each.untilServing(version)));
  await load.someAnswers();
  await load.end();
  expect(load.failures).toEqual([]);
  // The older one was still on the disk.
  for (const each of nodes) expect(each.server.events("release_pulled")).toHaveLength(2);
  const { activations } = await releases("list");
  expect(activations.map((activation: { version: string }) => activation.version)).toEqual([version, "later", version]);
});

test("a key that is made or revoked in the database counts on all nodes", async () => {
  const old = key;
  const rotated = await ratebook(["keys", "rotate", keyId, "--database", server.url, "--overlap", "1h", "--json"]);
  ({ key } = JSON.parse(rotated.stdout.trimEnd().split("\n").at(-1) ?? ""));
  const statuses = (token: string) => Promise.all(nodes.map((each) => each.lookup(token)));
  await vi.waitFor(async () => expect(await statuses(key)).toEqual([200, 200]), SOON);
  expect(await statuses(old)).toEqual([200, 200]);
  expect(await ratebook(["keys", "revoke", keyId, "--database", server.url])).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect(await statuses(old)).toEqual([401, 401]), SOON);
  expect(await statuses(key)).toEqual([200, 200]);
});

test("a chunk that is damaged is refused, told and tried again, while the old release stays", async () => {
  const [one, two] = nodes as [TrialNode, TrialNode];
  const { releases: listed } = await releases("list");
  const { content_hash: hash } = listed.find((release: { version: string }) => release.version === "later");
  // It has to pull this one again.
  rmSync(join(two.home, "releases", `${hash}.db`));
  await database.sql`
    UPDATE release_chunks SET bytes = set_byte(bytes, 9, (get_byte(bytes, 9) + 1) % 256)
    WHERE number = 0 AND file_number = (SELECT file_number FROM releases WHERE content_hash = ${hash})`;
  await releases("activate", hash.slice(0, 8));
  await one.untilServing("later");
  const [notices] = await two.logged("release_not_followed");
  expect(notices?.reason).toMatch(/^Chunk 1 of .* is damaged in the database/);
  expect((await two.ready()).release?.version).toBe(version);
  expect(await two.lookup(key)).toBe(200);
  // It tries again and again: what it pulls meanwhile is gone when it has seen that it is damaged.
  await vi.waitFor(() => {
    expect(readdirSync(join(two.home, "releases")).filter((name) => name.includes(hash))).toEqual([]);
  }, SOON);

  expect(await releases("push", later)).toMatchObject({ outcome: "renewed" });
  await two.untilServing("later");
  expect(two.server.events("release_not_followed")).toHaveLength(1);
});

test("while the database is away, nodes answer, start from their disk and say so; all is well when it is back", async () => {
  const [one, two] = nodes as [TrialNode, TrialNode];
  const load = new Load(nodes, key);
  await load.someAnswers();
  await server.stop();
  await vi.waitFor(async () => expect(await one.ready()).toMatchObject({ status: "degraded", database: "away" }), SOON);
  expect(await (await one.server.fetch("/metrics")).text()).toContain("ratebook_database_up 0\n");
  await one.logged("database_lost");
  await load.someAnswers();
  await load.end();
  expect(load.failures).toEqual([]);

  // One of them starts again meanwhile, with what is on its disk; and one that has nothing there waits.
  await two.kill();
  const restarted = await node("two").started();
  expect(restarted.server.output).not.toContain("release_pulling");
  const port = await freePort("127.0.0.1", 0);
  const newcomer = node("newcomer", "--port", String(port));
  newcomer.server.port = port;
  await newcomer.logged("database_lost");
  const waiting = await vi.waitFor(() => newcomer.server.fetch("/readyz"), SOON);
  expect(waiting.status).toBe(503);
  expect(await waiting.json()).toMatchObject({
    code: "not_ready",
    detail: expect.stringMatching(/^The database is away, and no release is on the disk/),
  });
  expect((await newcomer.server.fetch("/livez")).status).toBe(200);
  const visits = new Visits(port);
  await visits.until(503);

  await server.start();
  await vi.waitFor(
    async () => expect(await one.ready()).toMatchObject({ status: "ready", database: "connected" }),
    SOON,
  );
  expect(await (await one.server.fetch("/metrics")).text()).toContain("ratebook_database_up 1\n");
  await newcomer.logged("release_pulled");
  visits.hurry();
  await newcomer.started();
  await newcomer.untilServing("later");
  expect(await newcomer.lookup(key)).toBe(200);
  await visits.until(200);
  expect(await visits.end(503)).toEqual(new Set(["503, 200"]));
  await releases("activate", version);
  await Promise.all([one, newcomer].map((each) => each.untilServing(version)));
  expect(await restarted.server.stop()).toBe(0);
});
