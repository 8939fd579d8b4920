import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { issueKey } from "../../../src/keys/issue.ts";
import { SqliteKeyStore } from "../../../src/keys/sqlite-key-store.ts";
import { openHome } from "../../../src/operations/home.ts";
import { buildRelease } from "../../../src/release/build.ts";
import { RunningServer, temporaryFolder } from "../../operations/support/running-server.ts";
import { writeDataset } from "../../support/release.ts";
import { DATASET, hangingState, LOOPS, LOOPS_NATIVELY, NPI } from "./support/hanging-state.ts";

/* A real server whose thread for long work hangs. */

const SERVER = new URL("./support/hanging-server.ts", import.meta.url).pathname;
const RATE = "/api/v1/at/outpatient/rate";
const SOON = { timeout: 60_000, interval: 20 };
const TEST_MILLISECONDS_MAX = 180_000;

const folder = temporaryFolder();
const home = join(folder.path, "home");
const release = join(folder.path, "release.db");
let token: string;
let server: RunningServer;

beforeAll(async () => {
  const dataset = writeDataset(join(folder.path, "dataset"), DATASET);
  const built = await buildRelease({ dataset, out: release, states: [hangingState] });
  if (!built.ok) throw new Error(JSON.stringify(built.faults));
  const store = new SqliteKeyStore(openHome(home).keysFile);
  const request = { name: "test", states: ["at"], expiresAt: null, lookupsPerMinute: 0 };
  ({ token } = await issueKey(store, request, new Date()));
  await store.close();
});

afterAll(() => folder.remove());

beforeEach(async () => {
  const where = { RATEBOOK_RELEASE: release, RATEBOOK_HOME: home, RATEBOOK_PORT: "0", RATEBOOK_WORKERS: "1" };
  server = await new RunningServer(process.execPath, [SERVER], where).started();
});

afterEach(async () => {
  server.process.kill("SIGKILL");
  await server.ended();
});

function batchOf(billing_code: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const requests = [{ billing_code, npi: NPI, date: "2026-06-01" }];
  return server.fetch(`${RATE}/batch`, { method: "POST", headers, body: JSON.stringify({ requests }) });
}

async function single(): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await server.fetch(`${RATE}?billing_code=SWIM1&npi=${NPI}`, { headers })).status;
}

async function readiness(): Promise<number> {
  return (await server.fetch("/readyz")).status;
}

test.each([LOOPS, LOOPS_NATIVELY])(
  "a thread that hangs (%s) is replaced, readiness tells, single lookups go on, and it is written down",
  async (code) => {
    expect((await batchOf("SWIM1")).status).toBe(200);
    const stuck = batchOf(code);
    expect(await single()).toBe(200);
    const answer = await stuck;
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(await answer.json()).toMatchObject({ code: "not_ready", detail: expect.stringContaining("being replaced") });
    expect(await readiness()).toBe(503);
    expect(await single()).toBe(200);

    await vi.waitFor(async () => expect(await readiness()).toBe(200), SOON);
    expect((await batchOf("SWIM1")).status).toBe(200);
    await server.logged("long_work_stuck");
    await server.logged("long_work_replaced");
    expect(await (await server.fetch("/metrics")).text()).toContain("ratebook_long_work_replacements_total 1\n");
    expect(await server.stop()).toBe(0);
    expect(server.log.at(-1)).toMatchObject({ event: "stopped" });
    expect(server.output + server.complaints).not.toContain(code);
  },
  TEST_MILLISECONDS_MAX,
);

test.each([LOOPS, LOOPS_NATIVELY])(
  "a server that is told to stop while its thread hangs (%s) ends by itself, with 0",
  async (code) => {
    const stuck = batchOf(code).then(
      ({ status }) => status,
      () => "cut off",
    );
    expect(await single()).toBe(200);
    expect(await server.stop()).toBe(0);
    expect([503, "cut off"]).toContain(await stuck);
    expect(server.log.at(-1)).toMatchObject({ event: "stopped" });
  },
  TEST_MILLISECONDS_MAX,
);
