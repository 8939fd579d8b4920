import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { issueKey } from "../../src/keys/issue.ts";
import { SqliteKeyStore } from "../../src/keys/sqlite-key-store.ts";
import { openHome } from "../../src/operations/home.ts";
import { requestReloads } from "../../src/operations/reload-request.ts";
import { RunningServer, temporaryFolder } from "./support/running-server.ts";

const FIXTURE_SERVER = new URL("./support/fixture-server.ts", import.meta.url).pathname;
const SOON = { timeout: 20_000, interval: 20 };

let folder: ReturnType<typeof temporaryFolder>;
let release: string;
let home: string;
let servers: RunningServer[];

beforeEach(() => {
  folder = temporaryFolder();
  release = join(folder.path, "release.json");
  home = join(folder.path, "home");
  servers = [];
  publish("first");
});

afterEach(async () => {
  for (const server of servers) {
    server.process.kill("SIGKILL");
    await server.ended();
  }
  folder.remove();
});

/** Puts a release in place as `build` does: written beside and renamed. */
function publish(name: string, openMilliseconds = 0): void {
  replaceBy(JSON.stringify({ name, openMilliseconds }));
}

function replaceBy(content: string): void {
  writeFileSync(`${release}.new`, content);
  renameSync(`${release}.new`, release);
}

function launch(workers: number, variables: Readonly<Record<string, string>> = {}): RunningServer {
  const server = new RunningServer(process.execPath, [FIXTURE_SERVER], {
    RATEBOOK_RELEASE: release,
    RATEBOOK_HOME: home,
    RATEBOOK_PORT: "0",
    RATEBOOK_WORKERS: String(workers),
    ...variables,
  });
  servers.push(server);
  return server;
}

async function newKey(lookupsPerMinute: number): Promise<string> {
  const store = new SqliteKeyStore(openHome(home).keysFile);
  const request = { name: "test", states: ["ca"], expiresAt: null, lookupsPerMinute };
  const { token } = await issueKey(store, request, new Date());
  await store.close();
  return token;
}

async function portTaken(): Promise<{ readonly port: number; readonly giveBack: () => Promise<unknown> }> {
  const taker = createServer().listen(0, "127.0.0.1");
  await once(taker, "listening");
  const { port } = taker.address() as { readonly port: number };
  return { port, giveBack: () => once(taker.close(), "close") };
}

async function releaseName(server: RunningServer): Promise<unknown> {
  return ((await (await server.fetch("/release")).json()) as { readonly name: string }).name;
}

describe.each([1, 2])("a server of %d process(es)", (workers) => {
  test("ends with 0 on SIGTERM after it has answered what was under way, and closes idle connections", async () => {
    const server = await launch(workers).started();
    const agent = new Agent({ keepAlive: true });
    const [idle] = await once(get({ port: server.port, path: "/release", agent }), "response");
    idle.resume();

    const underWay = await server.fetch("/release?wait=300");
    server.process.kill("SIGTERM");
    expect(await underWay.json()).toMatchObject({ name: "first" });
    expect(await server.ended()).toBe(0);
    expect(server.log.at(-1)).toMatchObject({ event: "stopped" });
    agent.destroy();
  });

  test("takes up a new release on SIGHUP without a failed request", async () => {
    const server = await launch(workers).started();
    const seen = new Set<unknown>();
    const load = { isOn: true };
    const clients = Array.from({ length: 8 }, async () => {
      while (load.isOn) seen.add(await releaseName(server));
    });
    const slow = await server.fetch("/release?wait=500");
    for (const name of ["second", "third"]) {
      publish(name);
      const [status] = await requestReloads(openHome(home));
      expect(status).toMatchObject({ lastReload: { outcome: "swapped" }, release: { name } });
      await vi.waitFor(() => expect(seen).toContain(name), SOON);
    }
    load.isOn = false;
    await Promise.all(clients);
    expect(await slow.json()).toMatchObject({ name: "first" });
    expect(seen).toEqual(new Set(["first", "second", "third"]));
    const reloads = await server.logged("reloaded", 2);
    expect(reloads.map((line) => line.release)).toEqual(["second", "third"]);
  });

  test("refuses a faulty release with the reason and goes on with the old one", async () => {
    const server = await launch(workers).started();
    replaceBy("garbage");
    const [status] = await requestReloads(openHome(home));
    expect(status).toMatchObject({ lastReload: { outcome: "refused" }, release: { name: "first" } });
    expect(status?.lastReload?.reason).toMatch(/release\.json is not a release\.$/);
    expect(await releaseName(server)).toBe("first");
    const [refused] = await server.logged("reload_refused");
    expect(refused?.reason).toBe(status?.lastReload?.reason);

    publish("mended");
    await requestReloads(openHome(home));
    expect(await releaseName(server)).toBe("mended");
  });

  test("does not start without a release, and says why", async () => {
    const server = launch(workers, { RATEBOOK_RELEASE: join(folder.path, "none.json") });
    expect(await server.ended()).toBe(1);
    expect(server.complaints).toMatch(/none\.json is not a release\./);
    expect(existsSync(join(home, "servers"))).toBe(false);
  });

  test("does not start on a port that is in use, and says what to do", async () => {
    const { port, giveBack } = await portTaken();
    const server = launch(workers, { RATEBOOK_PORT: String(port) });
    expect(await server.ended()).toBe(1);
    expect(server.complaints).toContain(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose`,
    );
    await giveBack();
  });

  test("that cannot serve its metrics has stopped answering before it says so", async () => {
    const [taken, free] = await Promise.all([portTaken(), portTaken()]);
    await free.giveBack();
    const server = launch(workers, { RATEBOOK_PORT: String(free.port), RATEBOOK_METRICS_PORT: String(taken.port) });
    await vi.waitFor(() => expect(server.complaints).toContain("Metrics cannot be served on 127.0.0.1"), SOON);
    server.port = free.port;
    await expect(server.fetch("/release")).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    expect(await server.ended()).toBe(1);
    await taken.giveBack();
  });

  test("admits exactly the limit of a key in a window", async () => {
    const token = await newKey(600);
    const server = await launch(workers).started();
    // All in one window: the next one begins with a fresh limit.
    await wait(10_000 - (Date.now() % 10_000) > 2_500 ? 0 : 10_000 - (Date.now() % 10_000));
    const answers = await Promise.all(Array.from({ length: 160 }, () => server.fetch(`/take?key=${token}`)));
    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ readonly pid: number }>));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60);
    expect(new Set(bodies.map(({ pid }) => pid)).size).toBe(workers);
  });

  test("adds up its metrics and tells the release", async () => {
    const server = await launch(workers).started();
    await Promise.all(Array.from({ length: 30 }, () => server.fetch("/release")));
    const text = await (await server.fetch("/metrics")).text();
    expect(text).toMatch(
      /^ratebook_http_request_duration_seconds_count\{route="\/release",method="GET",status="200"\} 30$/m,
    );
    expect(text).toMatch(/^ratebook_lookups_total\{state="ca",setting="outpatient"\} 30$/m);
    expect(text).toMatch(/^ratebook_release_info\{name="first",version="1",hash="hash-of-first"\} 1$/m);
    expect(text).toContain("nodejs_eventloop_lag_seconds");
  });

  test("goes on in a new log file after the old one was renamed", async () => {
    const logFile = join(folder.path, "server.log");
    const server = launch(workers, { RATEBOOK_LOG_FILE: logFile });
    await vi.waitFor(() => expect(readFileSync(logFile, "utf8")).toContain('"listening"'), SOON);
    renameSync(logFile, `${logFile}.1`);
    await requestReloads(openHome(home));
    await vi.waitFor(() => expect(readFileSync(logFile, "utf8")).toContain('"reloaded"'), SOON);
    expect(await server.stop()).toBe(0);
    expect(readFileSync(logFile, "utf8")).toContain('"stopped"');
    expect(readFileSync(`${logFile}.1`, "utf8")).not.toContain('"stopped"');
  });
});

test.runIf(existsSync("/dev/full"))("does not start with a log on a disk that is full", async () => {
  const server = launch(1, { RATEBOOK_LOG_FILE: "/dev/full" });
  expect(await server.ended()).toBe(1);
  expect(server.complaints).toMatch(
    /^The log file \/dev\/full cannot be used \(ENOSPC.*\)\. Choose another with --log-file\.$/m,
  );
});

test("metrics may have a port of their own", async () => {
  const { port, giveBack } = await portTaken();
  await giveBack();
  const server = await launch(1, { RATEBOOK_METRICS_PORT: String(port) }).started();
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain("ratebook_release_info");
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  expect(await (await server.fetch("/metrics")).text()).toBe("");
});

test("a worker that ends is replaced, and serves what the others serve", async () => {
  const server = await launch(2).started();
  publish("second");
  await server.fetch("/end").catch(() => {});
  await server.logged("worker_started");
  // The file was replaced without a reload: one process must not answer from another release than its sibling.
  const names = await Promise.all(Array.from({ length: 20 }, () => releaseName(server)));
  expect(new Set(names)).toEqual(new Set(["second"]));
  expect((await server.logged("release_taken_up"))[0]).toMatchObject({ level: "warn", release: "second" });
});

test("while a worker is replaced, every new connection is answered from the release", async () => {
  publish("first", 200);
  const server = await launch(2).started();
  await server.fetch("/end").catch(() => {});
  // One that is on its way to its end may have taken a connection, which goes down with it.
  await server.logged("worker_ended");
  const names = new Set<unknown>();
  let sinceReplaced = 0;
  while (sinceReplaced < 20) {
    if (server.events("worker_started").length > 0) sinceReplaced += 1;
    // A connection each, so that whichever process takes it has to be ready.
    const [response] = await once(get({ port: server.port, path: "/release", agent: false }), "response");
    names.add(((await json(response)) as { readonly name: unknown }).name);
  }
  expect(names).toEqual(new Set(["first"]));
});

test("an exception behind an answer is logged by its kind and place, without its message", async () => {
  const server = await launch(1).started();
  await server.fetch("/fail");
  const [line] = await server.logged("request_failed");
  expect(line).toMatchObject({ level: "error", error: "TypeError", request_id: "r-2" });
  expect(JSON.stringify(line)).toContain("fixture-product.ts");
  expect(server.output).not.toContain("SENTINEL");
});

test("a log that nobody reads holds up neither the answers nor the end", async () => {
  const server = await launch(1).started();
  server.process.stdout?.pause();
  // A pipe takes 64 KiB, and so does the reader's buffer.
  for (let count = 0; count < 40; count += 1) {
    await Promise.all(Array.from({ length: 25 }, () => releaseName(server)));
  }
  expect(await server.stop()).toBe(0);
});

test("the status file tells about the server and is gone after it", async () => {
  const server = await launch(1).started();
  const file = join(home, "servers", `${server.process.pid}.json`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    pid: server.process.pid,
    port: server.port,
    releaseFile: release,
    release: { name: "first" },
    lastReload: null,
  });
  await server.stop();
  expect(existsSync(file)).toBe(false);
  await expect(requestReloads(openHome(home))).rejects.toThrow("No server is running with this home");
});

test("what a server that was killed left behind is cleared away, and nothing else is signalled", async () => {
  const server = await launch(1).started();
  server.process.kill("SIGKILL");
  await server.ended();
  expect(readdirSync(join(home, "servers"))).toHaveLength(1);
  await expect(requestReloads(openHome(home))).rejects.toThrow("No server is running with this home");
  expect(readdirSync(join(home, "servers"))).toEqual([]);
});
