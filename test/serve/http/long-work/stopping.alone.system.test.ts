import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { issueKey } from "../../../../src/keys/issue.ts";
import { SqliteKeyStore } from "../../../../src/keys/sqlite-key-store.ts";
import { buildRelease } from "../../../../src/release/build.ts";
import { openHome } from "../../../../src/serve/operations/home.ts";
import { writeDataset } from "../../../support/release.ts";
import { SOON } from "../../../support/waiting.ts";
import { RunningServer, temporaryFolder } from "../../operations/support/running-server.ts";
import { DATASET, HELD_BY, hangingState, NPI, WAITED_FOR, WAITS_NATIVELY } from "./support/hanging-state.ts";

/* A real server whose thread for long work hangs in native code, which cannot be interrupted. `supervisor.test.ts` has a thread that loops. */

const SERVER = new URL("./support/hanging-server.ts", import.meta.url).pathname;
const RATE = "/api/v1/at/outpatient/rate";

const folder = temporaryFolder();
const home = join(folder.path, "home");
const release = join(folder.path, "release.db");
const waitedFor = join(folder.path, "waited-for");
const held = join(folder.path, "held");
let token: string;
let server: RunningServer;

beforeAll(async () => {
  writeFileSync(waitedFor, "");
  const dataset = writeDataset(join(folder.path, "dataset"), DATASET);
  const built = await buildRelease({ dataset, out: release, states: [hangingState] });
  if (!built.ok) throw new Error(JSON.stringify(built.faults));
  const store = new SqliteKeyStore(openHome(home).keysFile);
  const request = { name: "test", states: ["at"], expiresAt: null, lookupsPerMinute: 0 };
  ({ token } = await issueKey(store, request, new Date()));
  await store.close();
});

afterAll(() => folder.remove());

afterEach(async () => {
  server.process.kill("SIGKILL");
  await server.ended();
});

async function start(): Promise<void> {
  const where = { RATEBOOK_RELEASE: release, RATEBOOK_HOME: home, RATEBOOK_PORT: "0", RATEBOOK_WORKERS: "1" };
  server = await new RunningServer(process.execPath, [SERVER], {
    ...where,
    [WAITED_FOR]: waitedFor,
    [HELD_BY]: held,
  }).started();
}

function batchOf(billing_code: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const requests = [{ billing_code, npi: NPI, date_of_service: "2026-06-01" }];
  return server.fetch(`${RATE}/batch`, { method: "POST", headers, body: JSON.stringify({ requests }) });
}

async function single(): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await server.fetch(`${RATE}?billing_code=SWIM1&npi=${NPI}`, { headers })).status;
}

async function readiness(): Promise<number> {
  return (await server.fetch("/readyz")).status;
}

/** Asks what makes the thread hang, and sees it replaced. */
async function seeReplaced(): Promise<void> {
  expect((await batchOf("SWIM1")).status).toBe(200);
  writeFileSync(held, "");
  const stuck = batchOf(WAITS_NATIVELY);
  expect(await single()).toBe(200);
  const answer = await stuck;
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(await answer.json()).toMatchObject({ code: "not_ready", detail: expect.stringContaining("being replaced") });
  await vi.waitFor(async () => expect(await readiness()).toBe(503), SOON);
  expect(await single()).toBe(200);
  rmSync(held);
  await vi.waitFor(async () => expect(await readiness()).toBe(200), SOON);
  expect((await batchOf("SWIM1")).status).toBe(200);
}

/** Tells the server to stop while its thread hangs, and the one before that still does. */
async function stopWhileStuck(): Promise<void> {
  const stuck = batchOf(WAITS_NATIVELY).then(
    ({ status }) => status,
    () => "cut off",
  );
  expect(await single()).toBe(200);
  expect(await server.stop()).toBe(0);
  expect([503, "cut off"]).toContain(await stuck);
  // Log lines about the thread may come after it.
  expect(server.events("stopped")).toHaveLength(1);
}

test("a thread that hangs is replaced, readiness tells, single lookups go on, it is written down, and the server ends by itself", async () => {
  await start();
  await seeReplaced();
  await server.logged("long_work_stuck");
  await server.logged("long_work_replaced");
  // On a busy machine a thread may seem to be stuck once more.
  await vi.waitFor(async () => {
    const [, restarts] =
      /^ratebook_restarts_total\{part="long_work"\} (\d+)$/m.exec(await (await server.fetch("/metrics")).text()) ?? [];
    expect(Number(restarts)).toBeGreaterThanOrEqual(1);
  }, SOON);
  await stopWhileStuck();
  expect(server.output + server.complaints).not.toContain(WAITS_NATIVELY);
});
