import { copyFileSync, cpSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AuditEntry } from "../../src/audit/entry.ts";
import { states } from "../../src/states/index.ts";
import { type RunningServer, temporaryFolder } from "../operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { createKey, ratebook, SAMPLE, serve } from "./support/ratebook.ts";

/* The server as it runs, while the bytes of its release change under it. */

const SOON = { timeout: 60_000, interval: 50 };
const folder = temporaryFolder();
const sound = join(folder.path, "sound.db");
const other = join(folder.path, "other.db");
const home = join(folder.path, "home");
const [california] = states;
const LOOKUP = `/api/v1/ca/outpatient/rate?${new URLSearchParams(california?.lookups[0]?.examples[0]?.query)}`;
const SEARCH = "/api/v1/ca/providers/search?provider_name=hospital";
let key: string;
let served: string;
let server: RunningServer;
let copies = 0;

beforeAll(async () => {
  const dataset = join(folder.path, "dataset");
  cpSync(SAMPLE, dataset, { recursive: true });
  const about = JSON.parse(readFileSync(join(dataset, "dataset.json"), "utf8"));
  writeFileSync(join(dataset, "dataset.json"), JSON.stringify({ ...about, version: "another" }));
  for (const [from, out] of [
    [SAMPLE, sound],
    [dataset, other],
  ] as const) {
    await releaseAt(out, from);
  }
  ({ key } = await createKey(home));
  return () => folder.remove();
}, 120_000);

beforeEach(() => {
  copies += 1;
  served = join(folder.path, `served-${copies}.db`);
  copyFileSync(sound, served);
});

afterEach(async () => {
  server.process.kill("SIGKILL");
  await server.ended();
});

async function started(workers: number): Promise<void> {
  server = await serve(served, home, "--workers", String(workers)).started();
}

/** The release with every page but the first overwritten: a third of it was accepted once. */
function spoilt(): Buffer {
  const bytes = readFileSync(sound);
  for (let at = 8_192; at < bytes.length - 8_192; at += 7) bytes[at] = (bytes[at] as number) ^ 0x5a;
  return bytes;
}

const ask = (path: string) => server.fetch(path, { headers: { authorization: `Bearer ${key}` } });

async function readiness(): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const response = await server.fetch("/readyz");
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

async function version(): Promise<unknown> {
  const { body } = await readiness();
  return (body.release as { readonly version: unknown } | undefined)?.version;
}

describe.each([1, 2])("a server of %d process(es)", (workers) => {
  test("whose file is overwritten answers 503 and nothing else, and heals when the file is put right", async () => {
    await started(workers);
    const before = await (await ask(LOOKUP)).text();
    writeFileSync(served, spoilt());
    const [damaged] = await server.logged("release_damaged", workers);
    expect(damaged).toMatchObject({
      level: "error",
      file: served,
      table: expect.any(String),
      reason: expect.any(String),
    });
    for (const path of [LOOKUP, SEARCH]) {
      const response = await ask(path);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({
        code: "not_ready",
        detail: expect.stringContaining("found to be damaged and is being opened anew"),
      });
    }
    expect((await readiness()).status).toBe(503);
    await server.logged("release_not_reopened", workers);

    copyFileSync(sound, served);
    await server.logged("release_reopened", workers);
    await vi.waitFor(async () => expect((await readiness()).status).toBe(200), SOON);
    expect(await (await ask(LOOKUP)).text()).toBe(before);
    expect(server.events("request_failed")).toEqual([]);
  }, 120_000);

  test("takes up another release that is copied over its file, in all processes, as often as one is, and says so", async () => {
    await started(workers);
    const first = await version();
    copyFileSync(other, served);
    await server.logged("release_reopened", workers);
    for (let count = 0; count < 10; count += 1) {
      await vi.waitFor(async () => expect(await version()).toBe("another"), SOON);
    }
    const [taken] = await server.logged("release_taken_up");
    expect(taken).toMatchObject({ level: "warn", version: "another" });

    copyFileSync(sound, served);
    await vi.waitFor(async () => expect(await version()).toBe(first), SOON);
    await server.logged("release_taken_up", 2);
    const { stdout } = await ratebook(["audit", "list", "--home", home, "--json"]);
    const entries = (JSON.parse(stdout) as AuditEntry[]).filter(({ action }) => action === "release_taken_up");
    expect(entries.at(-1)?.subject).toMatchObject({ version: first, previous_hash: taken?.hash });

    // What reload tells is what is served.
    writeFileSync(`${served}.new`, "no release");
    renameSync(`${served}.new`, served);
    const { stderr } = await ratebook(["reload", "--home", home]);
    expect(stderr).toContain(`the last that it took up is Ratebook sample ${first}`);
  }, 120_000);

  test("answers on from a file that was only touched", async () => {
    await started(workers);
    const before = await Promise.all([LOOKUP, SEARCH].map(async (path) => (await ask(path)).text()));
    utimesSync(served, 1_000, 1_000);
    // Every process looks at the file once a second.
    for (const end = performance.now() + 2_500; performance.now() < end; await wait(50)) {
      const after = await Promise.all([LOOKUP, SEARCH].map(async (path) => (await ask(path)).text()));
      expect(after).toEqual(before);
    }
    expect((await readiness()).body).toMatchObject({ status: "ready", file: "unchanged" });
    expect(server.events("release_damaged")).toEqual([]);
  }, 120_000);

  test("refuses to reload a damaged file, with the reason, and goes on with the old one", async () => {
    await started(workers);
    writeFileSync(`${served}.new`, spoilt());
    renameSync(`${served}.new`, served);
    const { code, stderr } = await ratebook(["reload", "--home", home]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/is damaged: bytes \d+ to \d+ are not those that were built/);
    expect((await ask(LOOKUP)).status).toBe(200);
    expect((await readiness()).status).toBe(200);
  }, 120_000);
});

test("a file that was replaced is told by /readyz and the log until it is taken up; the old one is served", async () => {
  await started(1);
  const before = await (await ask(LOOKUP)).text();
  copyFileSync(other, `${served}.new`);
  renameSync(`${served}.new`, served);
  const [replaced] = await server.logged("release_file_replaced");
  expect(replaced).toMatchObject({ level: "warn", file: served, reason: "replaced" });
  expect((await readiness()).body).toMatchObject({ status: "ready", file: "replaced" });
  expect(await (await ask(LOOKUP)).text()).toBe(before);
  expect((await ratebook(["reload", "--home", home])).code).toBe(0);
  expect((await readiness()).body).toMatchObject({ file: "unchanged", release: { version: "another" } });
  expect(server.events("release_file_replaced")).toHaveLength(1);
  expect(server.events("release_damaged")).toEqual([]);
}, 120_000);
