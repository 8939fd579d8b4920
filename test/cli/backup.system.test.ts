import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { twoReleases } from "../serve/operations/node/support/two-releases.ts";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON as WAITING } from "../support/waiting.ts";
import { createKey, RATEBOOK, ratebook } from "./support/ratebook.ts";

/* A home is backed up while its server answers, and restored into an empty one that answers as before. */

const folder = temporaryFolder();
const home = join(folder.path, "home");
const restored = join(folder.path, "restored");
const backup = join(folder.path, "home.tar");
const LOOKUP = "/api/v1/ca/outpatient/rate?npi=1000100010&billing_code=99213&date_of_service=2026-10-01";
const SOON = { ...WAITING, interval: 50 };
/** Clients that leave the machine to the command that they watch. */
const PACE_MILLISECONDS = 20;
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
  const key = await createKey(home, "--rate", "off");
  const other = await createKey(home);
  token = key.key;
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

interface Entry {
  readonly action: string;
  readonly subject: { readonly key_id?: string };
}

describe("backup", () => {
  test("while requests are answered and keys are changed, holds keys and audit log of one moment", async () => {
    const [server] = servers as [RunningServer];
    let isOver = false;
    const statuses = new Set<number>();
    const asking = (async () => {
      while (!isOver) {
        statuses.add((await answer(server)).status);
        await wait(PACE_MILLISECONDS);
      }
    })();
    const changing = (async () => {
      while (!isOver) {
        const { id } = await createKey(home);
        await ratebook(["keys", "revoke", id, "--home", home]);
        // Commands in this process take no turn of the event loop by themselves.
        statuses.add((await answer(server)).status);
        await wait(PACE_MILLISECONDS);
      }
    })();
    const file = join(folder.path, "busy.tar");
    try {
      expect(await ratebook(["backup", "--home", home, "--out", file])).toMatchObject({ code: 0 });
    } finally {
      isOver = true;
      await Promise.all([asking, changing]);
    }
    const at = join(folder.path, "busy");
    expect(await ratebook(["restore", file, "--home", at])).toMatchObject({ code: 0 });
    const keys = (await json("keys", "list", "--home", at)) as { id: string; revoked_at: string | null }[];
    const entries = (await json("audit", "list", "--home", at)) as Entry[];
    const idsOf = (action: string) =>
      entries.filter((each) => each.action === action).map((each) => each.subject.key_id);
    expect(keys.map(({ id }) => id).sort()).toEqual(idsOf("key_created").sort());
    const ended = keys.filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id);
    expect(ended.sort()).toEqual(idsOf("key_revoked").sort());
    expect(entries.at(-1)?.action).toBe("home_restored");
    expect([...statuses]).toEqual([200]);
    expect(readdirSync(folder.path).filter((name) => /partial|lock/.test(name))).toEqual([]);
  });

  test("restored into an empty home, everything answers as before", async () => {
    const [server] = servers as [RunningServer];
    const before = await answer(server);
    expect(before.body).toMatchObject([{ rate_found: true }]);
    await server.stop();
    const notices = await ratebook(["backup", "--home", home, "--out", backup]);
    expect(notices).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /read back and verified: \d+ keys, usage, \d+ entries .*, 3 releases\.\nNot in it: .*claims/,
      ),
    });
    expect(statSync(backup).mode & 0o777).toBe(0o600);

    const outcome = await json("restore", backup, "--home", restored);
    expect(outcome).toMatchObject({ home: restored, format_version: 1, not_included: ["jobs", "sessions"], notes: [] });
    for (const command of [
      ["keys", "list"],
      ["usage", "--by", "state"],
      ["releases", "list"],
    ]) {
      expect(await json(...command, "--home", restored)).toEqual(await json(...command, "--home", home));
    }
    expect(await json("usage", "--home", restored)).toMatchObject({ lookups: expect.toSatisfy((count) => count > 0) });
    const log = readFileSync(join(home, "audit.jsonl"), "utf8");
    expect(readFileSync(join(restored, "audit.jsonl"), "utf8").startsWith(log)).toBe(true);
    expect(await json("audit", "verify", "--home", restored)).toMatchObject({ proved: true });
    const about = (await json("audit", "list", "--home", restored)) as Entry[];
    expect(about.at(-1)).toMatchObject({ action: "home_restored", subject: { file: "home.tar" } });
    expect(readFileSync(join(restored, "rates.db"))).toEqual(readFileSync(join(home, "rates.db")));
    expect(modesIn(restored)).toEqual({ folders: ["700"], files: ["600"] });

    const again = await started(restored).started();
    await vi.waitFor(async () => expect((await again.fetch("/readyz")).status).toBe(200), SOON);
    const after = await answer(again);
    expect([after.status, after.body]).toEqual([200, before.body]);
    expect((await answer(again, revoked)).status).toBe(401);
    expect(await again.stop()).toBe(0);
  });

  test("is a tar that a person can open and check without Ratebook", () => {
    const at = join(folder.path, "by-hand");
    mkdirSync(at);
    execFileSync("tar", ["xf", backup, "-C", at]);
    const checked = execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: at, encoding: "utf8" });
    const { members } = JSON.parse(readFileSync(join(at, "manifest.json"), "utf8")) as { members: { name: string }[] };
    expect(checked.trim().split("\n")).toEqual(["manifest.json: OK", ...members.map(({ name }) => `${name}: OK`)]);
    const text = readFileSync(backup, "latin1");
    expect([text.includes(token), text.includes(revoked)]).toEqual([false, false]);
  });

  test("says with a database that pg_dump keeps what is in it, and never its password", async () => {
    const variables = { RATEBOOK_DATABASE_URL: "postgres://node:secret@db.example/ratebook" };
    const { code, stderr } = await ratebook(["backup", "--home", home, "--out", backup], variables);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/are in postgres:\/\/db.example\/ratebook: "pg_dump" keeps/),
    ]);
    expect(stderr).not.toContain("secret");
  });

  test("refuses to write into the home, also through a link", async () => {
    const link = join(folder.path, "link.tar");
    symlinkSync(join(home, "keys.db"), link);
    for (const out of [join(home, "keys.db"), join(home, ".restoring"), join(home, "servers", "home.tar"), link]) {
      const { code, stderr } = await ratebook(["backup", "--home", home, "--out", out]);
      expect([code, stderr]).toEqual([1, expect.stringContaining("a backup there is lost with it")]);
    }
    expect(await ratebook(["backup", "--home", join(folder.path, "none"), "--out", backup])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no home"),
    });
    expect((await ratebook(["backup", "--home", home])).code).toBe(2);
    expect((await ratebook(["restore", "--home", home])).code).toBe(2);
  });

  test("refuses a home with a damaged release or audit log, and writes nothing", async () => {
    const at = join(folder.path, "damaged");
    expect((await ratebook(["restore", backup, "--home", at])).code).toBe(0);
    const [release] = readdirSync(join(at, "releases")).filter((name) => name.endsWith(".db"));
    const path = join(at, "releases", release as string);
    const bytes = readFileSync(path);
    const out = join(folder.path, "refused.tar");
    const refusal = async () => {
      const { code, stderr } = await ratebook(["backup", "--home", at, "--out", out]);
      expect([code, existsSync(out)]).toEqual([1, false]);
      return stderr;
    };
    const damaged = Buffer.from(bytes);
    damaged[50_000] = (damaged[50_000] as number) ^ 1;
    writeFileSync(path, damaged);
    expect(await refusal()).toContain("is not as it was pushed. Push it again");
    writeFileSync(path, bytes);
    const beside = join(at, "rates.db");
    writeFileSync(beside, damaged);
    expect(await refusal()).toMatch(/rates\.db is not a sound release: .*Build it again, or move it out/);
    rmSync(beside);
    const log = readFileSync(join(at, "audit.jsonl"), "utf8");
    writeFileSync(join(at, "audit.jsonl"), log.replace("key_created", "key_revoked"));
    expect(await refusal()).toMatch(/Line 1 of .*damaged\/audit\.jsonl is not as it was written/);
  });
});

describe("restore", () => {
  test("refuses a home with contents, and names them", async () => {
    const { code, stderr } = await ratebook(["restore", backup, "--home", home]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is not empty: it has audit\.jsonl, .* and \d+ more\. /)]);
  });

  test("is named where a home has lost its keys", async () => {
    const at = join(folder.path, "lost");
    const { code, stdout } = await ratebook(["restore", backup, "--home", at]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/A server of this home that is running must be restarted\.\n$/),
    ]);
    rmSync(join(at, "keys.db"));
    for (const command of [
      ["keys", "list"],
      ["serve", "--check"],
    ]) {
      const { code, stdout, stderr } = await ratebook([...command, "--home", at]);
      expect([code, (stdout + stderr).replaceAll(/\s+/g, " ")]).toEqual([
        1,
        expect.stringMatching(/keys\.db is missing.* "ratebook restore"/),
      ]);
    }
  });
});

function modesIn(at: string): { folders: string[]; files: string[] } {
  const entries = readdirSync(at, { recursive: true, withFileTypes: true });
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const modes = (kind: boolean) =>
    entries.filter((each) => each.isDirectory() === kind).map((each) => mode(join(each.parentPath, each.name)));
  return { folders: [...new Set([mode(at), ...modes(true)])], files: [...new Set(modes(false))] };
}
