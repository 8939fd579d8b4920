import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openHome } from "../../src/operations/home.ts";
import { keysOfHome } from "../../src/operations/home-keys.ts";
import { createKey } from "../../src/operations/key-changes.ts";
import { requestReloads } from "../../src/operations/reload-request.ts";
import { FixtureHome, releaseName } from "./support/fixture-home.ts";
import type { RunningServer } from "./support/running-server.ts";

/*
 * What a server does on the side (its status, its log file, its audit log, watching its keys) may fail: it is logged, and
 * everybody is answered all the same.
 */

const SOON = { timeout: 20_000, interval: 20 };

// Many processes are started, which takes long on a busy machine.
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

/** By the signal alone, as a service manager does. */
async function reloadBySignal(server: RunningServer, name: string, times = 1): Promise<void> {
  fixture.publish(name);
  server.process.kill("SIGHUP");
  await server.logged("reloaded", times);
  expect(await releaseName(server)).toBe(name);
}

describe.each([1, 2])("a server of %d process(es) goes on and takes up a release", (workers) => {
  test("when the folder of its status is removed, and makes it anew", async () => {
    const server = await fixture.launch(workers).started();
    rmSync(servers, { recursive: true });
    await reloadBySignal(server, "second");
    expect(readdirSync(servers)).toEqual([`${server.process.pid}.json`]);
    expect(server.events("status_not_written")).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  test("when its whole home is removed", async () => {
    const server = await fixture.launch(workers).started();
    rmSync(fixture.home, { recursive: true });
    await reloadBySignal(server, "second");
    expect(await server.stop()).toBe(0);
    expect(server.events("audit_not_written")).toHaveLength(1);
  });

  test("when its status cannot be written any more, which is said once until it can", async () => {
    const server = await fixture.launch(workers).started();
    rmSync(servers, { recursive: true });
    writeFileSync(servers, "a file in the folder's place");
    await reloadBySignal(server, "second");
    await reloadBySignal(server, "third", 2);
    expect(server.events("status_not_written")).toHaveLength(1);
    rmSync(servers);
    await reloadBySignal(server, "fourth", 3);
    expect(existsSync(join(servers, `${server.process.pid}.json`))).toBe(true);
    expect(await server.stop()).toBe(0);
  });

  test("when its log file cannot be opened anew, and logs to the old one", async () => {
    const logs = join(fixture.path, "logs");
    mkdirSync(logs);
    const server = fixture.launch(workers, { RATEBOOK_LOG_FILE: join(logs, "server.log") });
    await vi.waitFor(() => expect(readFileSync(join(logs, "server.log"), "utf8")).toContain('"listening"'), SOON);
    renameSync(logs, `${logs}.old`);
    fixture.publish("second");
    server.process.kill("SIGHUP");
    await vi.waitFor(() => {
      const text = readFileSync(join(`${logs}.old`, "server.log"), "utf8");
      expect(text).toContain('"log_not_reopened"');
      expect(text).toContain('"reloaded"');
    }, SOON);
    expect(await server.stop()).toBe(0);
  });

  test("on a disk that is full from the beginning", async () => {
    await createKey(keysOfHome(openHome(fixture.home)), REQUEST);
    const server = await fixture.launchLimited(FULL_DISK, workers).started();
    await reloadBySignal(server, "second");
    for (const event of ["status_not_written", "audit_not_written"]) expect(server.events(event)).toHaveLength(1);
    // Nothing is left of what could not be written.
    expect(readdirSync(servers)).toEqual([]);
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

describe("reload", () => {
  test("notices that the server was killed, and does not wait for it", async () => {
    const server = await fixture.launch(1).started();
    fixture.publish("second", 60_000);
    const outcome = requestReloads(openHome(fixture.home));
    outcome.catch(() => {});
    const file = join(servers, `${server.process.pid}.json`);
    await vi.waitFor(() => expect(readFileSync(file, "utf8")).toContain('"isReloading": true'), SOON);
    server.process.kill("SIGKILL");
    await expect(outcome).rejects.toThrow(`Server ${server.process.pid} ended before it had reloaded; see its log.`);
  });

  test("says what is known of a server that cannot write its status", async () => {
    const server = await fixture.launch(1).started();
    putInTheWay(join(servers, `${server.process.pid}.json.new`));
    fixture.publish("second");
    await expect(requestReloads(openHome(fixture.home))).rejects.toThrow(
      /runs and was told to reload, but does not write its status to .*servers; its log says how it went/,
    );
    expect(await releaseName(server)).toBe("second");
  });
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
  test.each([1, 2])("a server of %d process(es) answers, with the keys that are there", async (workers) => {
    const { token } = await createKey(keysOfHome(openHome(fixture.home)), REQUEST);
    chmodSync(fixture.path, 0o755);
    if (isRoot) for (const name of readdirSync(fixture.home)) chownSync(join(fixture.home, name), NOBODY, NOBODY);
    chmodSync(join(fixture.home, "keys.db"), 0o400);
    chmodSync(join(fixture.home, "audit.jsonl"), 0o400);
    chmodSync(fixture.home, 0o555);
    const server = await fixture.launchLimited(isRoot ? AS_NOBODY : ":", workers).started();
    expect((await server.fetch(`/take?key=${token}`)).status).toBe(200);
    await reloadBySignal(server, "second");
    for (const event of ["status_not_written", "audit_not_written"]) expect(server.events(event)).toHaveLength(1);
    expect(await server.stop()).toBe(0);
    chmodSync(fixture.home, 0o755);
  });
});
