import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openHome } from "../../../src/serve/operations/home.ts";
import { createKey } from "../../../src/serve/operations/key-changes.ts";
import { keysOfHome } from "../../../src/serve/operations/key-place.ts";
import { requestReloads } from "../../../src/serve/operations/server-status.ts";
import { SOON } from "../../support/waiting.ts";
import { FixtureHome, releaseName } from "./support/fixture-home.ts";
import type { RunningServer } from "./support/running-server.ts";

/*
 * What a server does on the side (its status, its log, its audit log, watching its keys) may fail: it is logged, and
 * everybody is answered all the same.
 */

const REQUEST = { name: "test", states: ["ca"], expiresAt: null, lookupsPerMinute: 0 };

/** A file may not grow any more, as on a full disk, which fails in the same places. */
const FULL_DISK = 'trap "" XFSZ; ulimit -f 0';

let fixture: FixtureHome;
let servers: string;

beforeEach(() => {
  fixture = new FixtureHome();
  servers = join(fixture.home, "servers");
});

afterEach(() => fixture.remove());

/** Resolves when the status says that so many reloads have ended: it is written after they are logged. */
async function statusAfter(server: RunningServer, reloads: number): Promise<void> {
  const file = join(servers, `${server.process.pid}.json`);
  await vi.waitFor(() => {
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ isReloading: false, reloads });
  }, SOON);
  expect(readdirSync(servers)).toEqual([`${server.process.pid}.json`]);
}

/** By the signal alone, as a service manager does. */
async function reloadBySignal(server: RunningServer, name: string, times = 1): Promise<void> {
  fixture.publish(name);
  server.process.kill("SIGHUP");
  await server.logged("reloaded", times);
  expect(await releaseName(server)).toBe(name);
}

/** As a filter of system calls does, in a unit or a container. */
const REFUSED_PRIORITY = `import os from "node:os"; import { syncBuiltinESMExports } from "node:module";
os.setPriority = () => { throw Object.assign(new Error("EPERM"), { code: "EPERM" }); }; syncBuiltinESMExports();`;

/* What may fail is the same for a server of one process and of several: each kind has some of the failures. */
describe("a server goes on and takes up a release", () => {
  test("when its status cannot be written where it was, which is said once until it can, and when its whole home is removed", async () => {
    const server = await fixture.launch(1).started();
    rmSync(servers, { recursive: true });
    await reloadBySignal(server, "second");
    await statusAfter(server, 1);
    expect(server.events("status_not_written")).toEqual([]);

    rmSync(servers, { recursive: true });
    writeFileSync(servers, "a file in the folder's place");
    await reloadBySignal(server, "third", 2);
    await reloadBySignal(server, "fourth", 3);
    expect(server.events("status_not_written")).toHaveLength(1);
    rmSync(servers);
    await reloadBySignal(server, "fifth", 4);
    await statusAfter(server, 4);
    expect(server.events("audit_not_written")).toEqual([]);

    rmSync(fixture.home, { recursive: true });
    await reloadBySignal(server, "sixth", 5);
    expect(await server.stop()).toBe(0);
    expect(server.events("audit_not_written")).toHaveLength(1);
  });

  test("on a disk that is full from the beginning, with threads that get no lower priority, which is logged once for all workers", async () => {
    await createKey(keysOfHome(openHome(fixture.home)), REQUEST);
    const preload = `--import="data:text/javascript,${encodeURIComponent(REFUSED_PRIORITY)}"`;
    const server = await fixture.launchLimited(FULL_DISK, 2, { NODE_OPTIONS: preload }).started();
    const reason = expect.stringMatching(/^EPERM\. Allow the system call setpriority/);
    expect(server.events("priority_refused")).toEqual([expect.objectContaining({ level: "warn", reason })]);
    await reloadBySignal(server, "second");
    for (const event of ["status_not_written", "audit_not_written"]) expect(await server.logged(event)).toHaveLength(1);
    // Nothing is left of what could not be written.
    await vi.waitFor(() => expect(readdirSync(servers)).toEqual([]), SOON);
    expect(await server.stop()).toBe(0);
  });
});

test("without a descriptor left, a server that is told to reload goes on, and reloads when there are some again", async () => {
  const server = await fixture.launchLimited("ulimit -n 48", 1).started();
  const clients: Socket[] = [];
  for (let count = 0; count < 60; count += 1) clients.push(connect(server.port, "127.0.0.1").on("error", () => {}));
  fixture.publish("second");
  await vi.waitFor(() => {
    server.process.kill("SIGHUP");
    expect(server.events("reload_refused").length + server.events("status_not_written").length).toBeGreaterThan(0);
  }, SOON);
  for (const client of clients) client.destroy();
  await vi.waitFor(async () => {
    server.process.kill("SIGHUP");
    expect(await releaseName(server)).toBe("second");
  }, SOON);
  expect(await server.stop()).toBe(0);
});

test("reload says what is known of a server that cannot write its status, and does not wait for one that was killed", async () => {
  const server = await fixture.launch(1).started();
  const file = join(servers, `${server.process.pid}.json`);
  putInTheWay(`${file}.partial`);
  fixture.publish("second");
  await expect(requestReloads(openHome(fixture.home))).rejects.toThrow(
    /runs and was signalled to reload, but does not write its status to .*servers; its log says how it went/,
  );
  await vi.waitFor(async () => expect(await releaseName(server)).toBe("second"), SOON);

  rmSync(`${file}.partial`, { recursive: true });
  await reloadBySignal(server, "third", 2);
  fixture.publish("fourth", 600_000);
  const outcome = requestReloads(openHome(fixture.home));
  outcome.catch(() => {});
  await vi.waitFor(() => expect(readFileSync(file, "utf8")).toContain('"isReloading": true'), SOON);
  server.process.kill("SIGKILL");
  await expect(outcome).rejects.toThrow(`Server ${server.process.pid} ended before it had reloaded; see its log.`);
});

/** A folder in the place of the file that is written first. */
function putInTheWay(path: string): void {
  mkdirSync(join(path, "in the way"), { recursive: true });
}

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** The superuser may write everywhere, so that somebody else has to try. */
const AS_NOBODY = `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups "$@"`;

describe.runIf(!isRoot || existsSync("/usr/bin/setpriv"))("from a home that is read-only", () => {
  test("a server answers, with the keys that are there", async () => {
    const { token } = await createKey(keysOfHome(openHome(fixture.home)), REQUEST);
    chmodSync(fixture.path, 0o755);
    if (isRoot) for (const name of readdirSync(fixture.home)) chownSync(join(fixture.home, name), NOBODY, NOBODY);
    chmodSync(join(fixture.home, "keys.db"), 0o400);
    chmodSync(join(fixture.home, "audit.jsonl"), 0o400);
    chmodSync(fixture.home, 0o555);
    const server = await fixture.launchLimited(isRoot ? AS_NOBODY : ":", 1).started();
    expect((await server.fetch(`/take?key=${token}`)).status).toBe(200);
    const disk = async () => await (await server.fetch("/disk")).json();
    await vi.waitFor(async () => expect(await disk()).toMatchObject({ isWritable: false }), SOON);
    await reloadBySignal(server, "second");
    for (const event of ["status_not_written", "audit_not_written"]) expect(await server.logged(event)).toHaveLength(1);
    expect(await server.stop()).toBe(0);
    chmodSync(fixture.home, 0o755);
  });
});
