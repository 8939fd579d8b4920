import { cpSync, mkdirSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { keysOfDatabase } from "../../../src/serve/operations/database-keys.ts";
import { homeIn, openHome } from "../../../src/serve/operations/home.ts";
import { createKey } from "../../../src/serve/operations/key-changes.ts";
import { keysOfHome } from "../../../src/serve/operations/key-place.ts";
import { usageTotals } from "../../../src/serve/operations/usage-question.ts";
import { startPostgres } from "../../support/postgres/server.ts";
import { SOON as WAITING } from "../../support/waiting.ts";
import { FixtureHome } from "./support/fixture-home.ts";
import type { RunningServer } from "./support/running-server.ts";

const SOON = { ...WAITING, interval: 250 };

let fixture: FixtureHome;
let token: string;

beforeEach(async () => {
  fixture = new FixtureHome();
  const request = { name: "mercy", states: ["ca"], expiresAt: null, lookupsPerMinute: null };
  token = (await createKey(keysOfHome(openHome(fixture.home)), request)).token;
});

afterEach(() => fixture.remove());

async function use(running: RunningServer, times: number): Promise<void> {
  for (let sent = 0; sent < times; sent += 1) {
    const answer = await running.fetch(`/take?key=${token}`);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
}

async function counted(database: string | null = null, home = fixture.home): Promise<number> {
  const totals = await usageTotals({ home, database }, { by: "key", from: null, to: null, keyId: null });
  return totals.reduce((sum, { lookups }) => sum + lookups, 0);
}

// The nodes below are killed with one process and stopped with two.
test("a server of two processes that is killed has lost no more than its last second, and one that stops nothing", async () => {
  const running = await fixture.launch(2).started();
  await use(running, 30);
  // Whatever was answered a second ago is on the disk.
  await vi.waitFor(async () => expect(await counted()).toBe(30), SOON);
  running.process.kill("SIGKILL");
  await running.ended();
  expect(await counted()).toBe(30);
  const next = await fixture.launch(1).started();
  await use(next, 50);
  expect(await next.stop()).toBe(0);
  expect(await counted()).toBe(80);
});

test("a place where usage cannot be written is told once, and nothing else suffers", async () => {
  const { usageFile } = homeIn(fixture.home);
  mkdirSync(usageFile);
  const running = await fixture.launch(1).started();
  await use(running, 10);
  await running.logged("usage_not_written");
  await use(running, 10);
  rmSync(usageFile, { recursive: true });
  await running.logged("usage_written_again");
  await running.stop();
  expect(running.events("usage_not_written")).toHaveLength(1);
  expect(await counted()).toBe(20);
});

test("a server that stops before usage could be written logs how much is lost, in all its processes together", async () => {
  mkdirSync(homeIn(fixture.home).usageFile);
  const running = await fixture.launch(2).started();
  await use(running, 10);
  await running.logged("usage_not_written");
  expect(await running.stop()).toBe(0);
  expect(running.events("usage_lost")).toMatchObject([
    { reason: expect.stringContaining("10 lookups were not counted") },
  ]);
});

test("nodes of one and of two processes count together in their database, also what was used while it was away", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const { url } = server;
  const other = new FixtureHome();
  onTestFinished(() => other.remove());
  // With the same keys, which are those of the database.
  const keys = await keysOfHome(openHome(fixture.home)).read((all) => all.list());
  await keysOfDatabase(url).change((all) => all.add(keys));
  cpSync(fixture.home, other.home, { recursive: true });
  const variables = { RATEBOOK_DATABASE_URL: url };
  const nodes = [fixture.launch(2, variables), other.launch(1, variables)];
  const [first, second] = nodes as [RunningServer, RunningServer];
  await Promise.all(nodes.map((node) => node.started()));
  await Promise.all(nodes.map((node) => use(node, 20)));
  await vi.waitFor(async () => expect(await counted(url)).toBe(40), SOON);
  await server.stop();
  await Promise.all(nodes.map((node) => use(node, 10)));
  await Promise.all(nodes.map((node) => node.logged("usage_not_sent")));
  await server.start();
  await vi.waitFor(async () => expect(await counted(url)).toBe(60), SOON);
  await use(first, 2);
  await first.stop();
  second.process.kill("SIGKILL");
  await second.ended();
  expect(await counted(url)).toBe(62);
  // Each home has what its own node has answered.
  expect([await counted(), await counted(null, other.home)]).toEqual([32, 30]);
  expect(first.output + second.output).not.toContain(url);
});
