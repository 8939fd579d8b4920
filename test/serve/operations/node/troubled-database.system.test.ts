import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PostgresKeyStore } from "../../../../src/keys/postgres-key-store.ts";
import { Database } from "../../../../src/nodes/database/database.ts";
import { makeSchema } from "../../../../src/nodes/database/schema.ts";
import { ratebook } from "../../../cli/support/ratebook.ts";
import { type Postgres, startPostgres } from "../../../support/postgres/server.ts";
import { californiaAt } from "../../../support/shared-release.ts";
import { temporaryFolder } from "../support/running-server.ts";
import { SOON, TrialNode } from "./support/trial-nodes.ts";

/* A real node over a real PostgreSQL that hangs, is emptied, and goes back in time. The tests build on each other, in this order. */

const folder = temporaryFolder();
let server: Postgres;
let database: Database;
let release: string;
let node: TrialNode;
let revoked: string;
let kept: string;

beforeAll(async () => {
  release = join(folder.path, "sample.db");
  await californiaAt(release);
  server = await startPostgres();
  database = new Database(server.url);
  await makeSchema(database);
  revoked = await newKey();
  kept = await newKey();
  node = await new TrialNode(folder.path, "one", server.url, "--release", release).started();
});

afterAll(async () => {
  await node.kill();
  await database.close();
  await server.remove();
  folder.remove();
});

async function newKey(): Promise<string> {
  const { stdout } = await ratebook([
    ...["keys", "create", "--database", server.url, "--name", "test", "--states", "ca", "--rate", "off", "--json"],
  ]);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "").key;
}

async function metrics(): Promise<string> {
  return await (await node.server.fetch("/metrics")).text();
}

test("while the database hangs the node answers and says that it is away; it finds it again by itself", async () => {
  expect(await node.ready()).toMatchObject({ status: "ready", database: "connected" });
  server.hang();
  await vi.waitFor(
    async () => expect(await node.ready()).toMatchObject({ status: "degraded", database: "away" }),
    SOON,
  );
  expect(await node.lookup(kept)).toBe(200);
  const [lost] = await node.logged("database_lost");
  expect(lost?.reason).toMatch(/no answer|CONNECT_TIMEOUT/);
  server.goOn();
  await vi.waitFor(async () => expect(await node.ready()).toMatchObject({ status: "ready" }), SOON);
});

test("a database that forgets a revocation revives no key", async () => {
  const keys = new PostgresKeyStore(database);
  const backup = await keys.list();
  const [first] = backup;
  await ratebook(["keys", "revoke", first?.key.id ?? "", "--database", server.url]);
  await vi.waitFor(async () => expect(await node.lookup(revoked)).toBe(401), SOON);
  await keys.change(backup);
  const [notices] = await node.logged("keys_went_back");
  expect(notices?.reason).toContain(first?.key.id);
  expect([await node.lookup(revoked), await node.lookup(kept)]).toEqual([401, 200]);
  // Keys that are made from now on come all the same.
  const fresh = await newKey();
  await vi.waitFor(async () => expect(await node.lookup(fresh)).toBe(200), SOON);
  expect(node.server.events("keys_went_back")).toHaveLength(1);
});

test("a database that was emptied takes no key away: the node is degraded, also when it starts anew", async () => {
  const keys = new PostgresKeyStore(database);
  const backup = await keys.list();
  await database.sql`TRUNCATE ratebook.keys`;
  const notFollowed = { status: "degraded", database: "connected", keys: "not followed" };
  await vi.waitFor(async () => expect(await node.ready()).toMatchObject(notFollowed), SOON);
  expect([await node.lookup(revoked), await node.lookup(kept)]).toEqual([401, 200]);
  expect(await metrics()).toContain("ratebook_database_up 1\n");
  expect(await metrics()).toContain("ratebook_keys_followed 0\n");
  const [notices] = await node.logged("keys_not_mirrored");
  expect(notices?.reason).toMatch(/^The database lacks keys .*keys import/);

  expect(await node.server.stop()).toBe(0);
  node = await new TrialNode(folder.path, "one", server.url, "--release", release).started();
  await vi.waitFor(async () => expect(await node.ready()).toMatchObject(notFollowed), SOON);
  expect(await node.lookup(kept)).toBe(200);

  await keys.add(backup);
  await vi.waitFor(async () => expect(await node.ready()).toMatchObject({ status: "ready" }), SOON);
  expect(await node.ready()).not.toHaveProperty("keys");
  expect([await node.lookup(revoked), await metrics()]).toEqual([
    401,
    expect.stringContaining("ratebook_keys_followed 1\n"),
  ]);
});

test("a node of a database that hangs ends when it is told to", async () => {
  server.hang();
  expect(await node.server.stop()).toBe(0);
  server.goOn();
});
