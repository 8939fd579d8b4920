import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { twoReleases } from "../serve/operations/node/support/two-releases.ts";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON } from "../support/waiting.ts";
import { createKey, RATEBOOK, ratebook } from "./support/ratebook.ts";

/* A home is backed up while its server answers. Its copy, put elsewhere, answers as before. */

const folder = temporaryFolder();
const home = join(folder.path, "home");
const backup = join(folder.path, "backup");
const LOOKUP = "/api/v1/ca/outpatient/rate?npi=1000100010&billing_code=99213&date_of_service=2026-10-01";
const servers: RunningServer[] = [];
let token: string;
let revoked: string;

function started(at: string): RunningServer {
  const server = new RunningServer(RATEBOOK, ["serve", "--home", at, "--port", "0"], {});
  servers.push(server);
  return server;
}

beforeAll(async () => {
  const [first, later] = await twoReleases(folder.path);
  token = (await createKey(home, "--rate", "off")).key;
  const other = await createKey(home);
  revoked = other.key;
  await ratebook(["keys", "revoke", other.id, "--home", home]);
  await ratebook(["releases", "push", first, "--home", home]);
  await ratebook(["releases", "push", later, "--activate", "--home", home]);
  copyFileSync(first, join(home, "rates.db"));
  await started(home).started();
});

afterAll(async () => {
  for (const server of servers) {
    server.process.kill("SIGKILL");
    await server.ended();
  }
  folder.remove();
});

async function answer(server: RunningServer, key = token) {
  const response = await server.fetch(LOOKUP, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function json(...command: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await ratebook([...command, "--json"]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe("backup", () => {
  test("of a home whose keys change meanwhile has keys and audit log of one moment", async () => {
    const [server] = servers as [RunningServer];
    const statuses = new Set<number>();
    let isOver = false;
    const changing = (async () => {
      while (!isOver) {
        const { id } = await createKey(home);
        await ratebook(["keys", "revoke", id, "--home", home]);
        statuses.add((await answer(server)).status);
        await wait(20);
      }
    })();
    const busy = join(folder.path, "busy");
    const { code, stderr } = await ratebook(["backup", "--home", home, "--out", busy]);
    isOver = true;
    await changing;
    expect([code, stderr]).toEqual([0, ""]);
    expect([...statuses]).toEqual([200]);
    const keys = (await json("keys", "list", "--home", busy)) as { id: string; revoked_at: string | null }[];
    const entries = (await json("audit", "list", "--home", busy)) as { action: string; subject: { key_id: string } }[];
    const idsOf = (action: string) =>
      entries.filter((each) => each.action === action).map((each) => each.subject.key_id);
    expect(keys.map(({ id }) => id).sort()).toEqual(idsOf("key_created").sort());
    const ended = keys.filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id);
    expect(ended.sort()).toEqual(idsOf("key_revoked").sort());
  });

  test("copied to another place answers as the home did", async () => {
    const [server] = servers as [RunningServer];
    const before = await answer(server);
    expect(before.body).toMatchObject([{ rate_found: true }]);
    await server.stop();
    expect(await ratebook(["backup", "--home", home, "--out", backup])).toMatchObject({ code: 0 });
    const sums = execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: backup, encoding: "utf8" });
    expect(sums.split("\n")).toContain("rates.db: OK");
    expect(sums).toMatch(/^releases\/[0-9a-f]{64}\.db: OK$/m);
    expect([statSync(backup).mode & 0o777, statSync(join(backup, "keys.db")).mode & 0o777]).toEqual([0o700, 0o600]);

    const restored = join(folder.path, "restored");
    cpSync(backup, restored, { recursive: true });
    for (const command of [["keys", "list"], ["usage"], ["releases", "list"], ["audit", "list"]]) {
      expect(await json(...command, "--home", restored)).toEqual(await json(...command, "--home", home));
    }
    expect(await json("usage", "--home", restored)).toMatchObject({ lookups: expect.toSatisfy((count) => count > 0) });
    const again = await started(restored).started();
    await vi.waitFor(async () => expect((await again.fetch("/readyz")).status).toBe(200), { ...SOON, interval: 50 });
    expect(await answer(again)).toEqual(before);
    expect((await answer(again, revoked)).status).toBe(401);
    expect(await again.stop()).toBe(0);
  });

  test("refuses a place in the home and one that exists, and a release that has changed", async () => {
    const refusal = async (out: string) => {
      const { code, stderr } = await ratebook(["backup", "--home", home, "--out", out]);
      expect(code).toBe(1);
      return stderr;
    };
    mkdirSync(join(home, "backups"));
    expect(await refusal(join(home, "backups", "today"))).toContain("would be lost with it");
    expect(await refusal(backup)).toContain("exists already");
    const [release] = readdirSync(join(home, "releases")).filter((name) => /^[0-9a-f]{64}\.db$/.test(name));
    const path = join(home, "releases", release as string);
    const bytes = readFileSync(path);
    bytes[50_000] = (bytes[50_000] as number) ^ 1;
    writeFileSync(path, bytes);
    const out = join(folder.path, "refused");
    expect(await refusal(out)).toContain("has changed. Push it again");
    rmSync(path);
    expect(await refusal(out)).toContain("is missing. Push it again");
    expect([existsSync(out), existsSync(`${out}.partial`)]).toEqual([false, false]);
  });
});
