import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { programVersion } from "../../../src/core/files/installation.ts";
import { issueKey } from "../../../src/keys/issue.ts";
import { WINDOW_MILLISECONDS, windowAt } from "../../../src/keys/rate-limits.ts";
import { SqliteKeyStore } from "../../../src/keys/sqlite-key-store.ts";
import { openHome } from "../../../src/serve/operations/home.ts";
import { requestReloads } from "../../../src/serve/operations/server-status.ts";
import { SOON } from "../../support/waiting.ts";
import { childrenOf, FixtureHome, releaseName } from "./support/fixture-home.ts";
import { RunningServer } from "./support/running-server.ts";

/** For what many requests are needed to see, and what the processes share once a second. */
const RARELY = { ...SOON, interval: 200 };

describe("server", () => {
  let fixture: FixtureHome;

  /** A fixture that the tests of a group share; each of the other tests has its own. */
  function sharedFixture(): void {
    beforeAll(() => {
      fixture = new FixtureHome();
    });
    afterAll(() => fixture.remove());
  }

  function ownFixture(): void {
    beforeEach(() => {
      fixture = new FixtureHome();
    });
    afterEach(() => fixture.remove());
  }

  async function newKey(lookupsPerMinute: number, expiresAt: Date | null = null): Promise<string> {
    const store = new SqliteKeyStore(openHome(fixture.home).keysFile);
    const request = { name: "test", states: ["ca"], expiresAt, lookupsPerMinute };
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

  function windowNow(): number {
    return windowAt(Date.now());
  }

  async function untilNextWindow(): Promise<void> {
    await wait(WINDOW_MILLISECONDS - (Date.now() % WINDOW_MILLISECONDS));
  }

  /** Reloads as the command does. */
  async function reloaded() {
    const [status] = await requestReloads(openHome(fixture.home));
    return status;
  }

  describe.each([1, 2])("a server of %d process(es)", (workers) => {
    sharedFixture();
    const DRAIN_SECONDS = 1;
    let server: RunningServer;
    let token: string;

    beforeAll(async () => {
      token = await newKey(120);
      server = await fixture.launch(workers, { RATEBOOK_DRAIN: String(DRAIN_SECONDS) }).started();
    });

    /** Waits until every process shows a refusal on /readyz, or none. */
    const everyReadiness = (refusal: string) =>
      vi.waitFor(async () => {
        const headers = { connection: "close" };
        const answers = Array.from({ length: 12 }, () => server.fetch("/readyz", { headers }));
        const bodies = await Promise.all((await Promise.all(answers)).map((each) => each.text()));
        expect(new Set(bodies)).toEqual(new Set([refusal]));
      }, RARELY);

    const gauge = (name: string, value: number) =>
      vi.waitFor(async () => {
        const text = await (await server.fetch("/metrics")).text();
        expect(text).toMatch(new RegExp(`^${name} ${value}$`, "m"));
        expect(text).toMatch(/^process_start_time_seconds [0-9]+$/m);
      }, RARELY);

    test("adds up its metrics and names the release", async () => {
      await Promise.all(Array.from({ length: 30 }, () => server.fetch("/release")));
      // A request is counted when its answer is sent, which the client may have read before.
      const text = await vi.waitFor(async () => {
        const exposition = await (await server.fetch("/metrics")).text();
        expect(exposition).toMatch(
          /^ratebook_http_request_duration_seconds_count\{route="\/release",method="GET",status="200"\} 30$/m,
        );
        return exposition;
      }, RARELY);
      expect(text).toMatch(/^ratebook_lookups_total\{state="ca",setting="outpatient"\} 30$/m);
      expect(text).toContain(`ratebook_program_info{version="${programVersion()}"} 1\n`);
      expect(text).toMatch(/^ratebook_release_info\{name="first",version="1",hash="hash-of-first"\} 1$/m);
      expect(text).toContain("nodejs_eventloop_lag_seconds");
    });

    test("admits exactly the limit of a key in a window", async () => {
      // Asked again where a window has ended meanwhile: the next one begins with a fresh limit.
      const { answers, pids } = await vi.waitFor(async () => {
        const [begun, asked] = [windowNow(), Array.from({ length: 40 }, () => server.fetch(`/take?key=${token}`))];
        const answers = await Promise.all(asked);
        const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ readonly pid: number }>));
        if (windowNow() !== begun) await untilNextWindow();
        expect(windowNow()).toBe(begun);
        return { answers, pids: new Set(bodies.map(({ pid }) => pid)) };
      }, SOON);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
      expect(pids.size).toBe(workers);
    });

    test("refuses a faulty release with the reason and goes on with the old one", async () => {
      fixture.replaceBy("garbage");
      const status = await reloaded();
      expect(status).toMatchObject({ lastReload: { outcome: "refused" }, release: { name: "first" } });
      expect(status?.lastReload?.reason).toMatch(/release\.json is not a release\.$/);
      expect(await releaseName(server)).toBe("first");
      const [refused] = await server.logged("reload_refused");
      expect(refused?.reason).toBe(status?.lastReload?.reason);
      await everyReadiness("release.json is not a release.");
      await gauge("ratebook_last_reload_successful", 0);
    });

    test("takes up a new release on SIGHUP without a failed request", async () => {
      const seen = new Set<unknown>();
      const load = { isOn: true };
      const clients = Array.from({ length: 4 }, async () => {
        while (load.isOn) {
          seen.add(await releaseName(server));
          await wait(5);
        }
      });
      const slow = await server.fetch("/release?wait=500");
      for (const name of ["second", "third"]) {
        fixture.publish(name);
        expect(await reloaded()).toMatchObject({ lastReload: { outcome: "swapped" }, release: { name } });
        await vi.waitFor(() => expect(seen).toContain(name), SOON);
      }
      load.isOn = false;
      await Promise.all(clients);
      expect(await slow.json()).toMatchObject({ name: "first" });
      expect(seen).toEqual(new Set(["first", "second", "third"]));
      const reloads = await server.logged("reloaded", 2);
      expect(reloads.map((line) => line.release)).toEqual(["second", "third"]);
      await everyReadiness("");
      await gauge("ratebook_last_reload_successful", 1);
      await gauge("ratebook_ready", 1);
    });

    test("counts its reloads and those that it refused, and says when the next key expires", async () => {
      const metrics = async () => await (await server.fetch("/metrics")).text();
      const text = await vi.waitFor(async () => {
        const exposition = await metrics();
        expect(exposition).toMatch(/^ratebook_reloads_total\{outcome="swapped"\} 2$/m);
        return exposition;
      }, RARELY);
      expect(text).toMatch(/^ratebook_reloads_total\{outcome="refused"\} 1$/m);
      expect(text).toMatch(/^ratebook_restarts_total\{part="worker"\} 0$/m);
      expect(text).toMatch(/^ratebook_log_lines_dropped_total 0$/m);
      expect(text).not.toMatch(/^ratebook_next_key_expiry_seconds /m);
      await newKey(600, new Date(Date.now() + 86_400_000));
      // Every worker notices the key within a second, and metrics are shared for another.
      await vi.waitFor(async () => {
        const soon = await metrics();
        const [, seconds] = /^ratebook_next_key_expiry_seconds ([0-9.]+)$/m.exec(soon) ?? [];
        expect(Number(seconds)).toBeGreaterThan(80_000);
        expect(Number(seconds)).toBeLessThanOrEqual(86_400);
        expect(soon).toMatch(/^ratebook_expiring_keys 1$/m);
      }, RARELY);
    });

    test("ends with 0 on SIGTERM after its drain and what was under way then, and closes idle connections", async () => {
      const agent = new Agent({ keepAlive: true });
      const [idle] = await once(get({ port: server.port, path: "/release", agent }), "response");
      idle.resume();

      const underWay = await server.fetch(`/release?wait=${DRAIN_SECONDS * 1_000 + 1_000}`);
      server.process.kill("SIGTERM");
      expect(await underWay.json()).toMatchObject({ name: "third" });
      expect(await server.ended()).toBe(0);
      expect(server.events("stopping")).toMatchObject([{ wait_ms: DRAIN_SECONDS * 1_000 }]);
      expect(server.log.at(-1)).toMatchObject({ event: "stopped" });
      agent.destroy();
    });
  });

  describe.each([1, 2])("a server of %d process(es)", (workers) => {
    ownFixture();

    test("does not start without a release, and says why", async () => {
      const server = fixture.launch(workers, { RATEBOOK_RELEASE: join(fixture.path, "none.json") });
      expect(await server.ended()).toBe(1);
      expect(server.complaints).toMatch(/none\.json is not a release\./);
      expect(existsSync(join(fixture.home, "servers"))).toBe(false);
    });

    test("that cannot serve its metrics has stopped answering before it says so", async () => {
      const [taken, free] = await Promise.all([portTaken(), portTaken()]);
      await free.giveBack();
      const server = fixture.launch(workers, {
        RATEBOOK_PORT: String(free.port),
        RATEBOOK_METRICS_PORT: String(taken.port),
      });
      await vi.waitFor(() => expect(server.complaints).toContain("Metrics cannot be served on 127.0.0.1"), SOON);
      const refused = fetch(`http://127.0.0.1:${free.port}/release`);
      await expect(refused).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
      expect(await server.ended()).toBe(1);
      await taken.giveBack();
    });
  });

  describe("a server", () => {
    sharedFixture();
    let server: RunningServer;
    let metricsPort: number;

    beforeAll(async () => {
      const { port, giveBack } = await portTaken();
      await giveBack();
      metricsPort = port;
      server = await fixture.launch(1, { RATEBOOK_METRICS_PORT: String(port) }).started();
    });

    test("may have a port of its own for metrics", async () => {
      const metrics = `http://127.0.0.1:${metricsPort}`;
      expect(await (await fetch(`${metrics}/metrics`)).text()).toContain("ratebook_release_info");
      expect((await fetch(`${metrics}/other`)).status).toBe(404);
      expect(await (await server.fetch("/metrics")).text()).toBe("");
    });

    // `workers.test.ts` has a server of several processes.
    test("does not start on a port that is in use, and says what to do", async () => {
      const { port } = server;
      const second = fixture.launch(1, { RATEBOOK_PORT: String(port) });
      expect(await second.ended()).toBe(1);
      expect(second.complaints).toContain(
        `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose`,
      );
    });

    test("logs an exception behind an answer by its kind and place, without its message", async () => {
      await server.fetch("/fail");
      const [line] = await server.logged("request_failed");
      expect(line).toMatchObject({ level: "error", error: "TypeError", request_id: "r-2" });
      expect(JSON.stringify(line)).toContain("fixture-product.ts");
      expect(server.output).not.toContain("SENTINEL");
    });

    test("describes itself in its status file, whose log without a reader holds up neither the answers nor the end", async () => {
      const file = join(fixture.home, "servers", `${server.process.pid}.json`);
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
        pid: server.process.pid,
        port: server.port,
        releaseFile: fixture.release,
        release: { name: "first" },
        lastReload: null,
      });

      const path = `/${"long".repeat(1_000)}`;
      const missing = async () => expect((await server.fetch(path)).status).toBe(404);
      await missing();
      await vi.waitFor(() => expect(server.output).toContain(path), SOON);
      server.process.stdout?.pause();
      // A pipe takes 64 KiB, and so does the reader's buffer.
      for (let count = 0; count < 80; count += 1) await missing();
      expect(await server.stop()).toBe(0);
      expect(existsSync(file)).toBe(false);
      await expect(reloaded()).rejects.toThrow("No server is running with this home");
    });

    test("leaves a status file when it is killed, which is cleared away, and nothing else is signalled", async () => {
      const killed = await fixture.launch(1).started();
      killed.process.kill("SIGKILL");
      await killed.ended();
      expect(readdirSync(join(fixture.home, "servers"))).toHaveLength(1);
      await expect(reloaded()).rejects.toThrow("No server is running with this home");
      expect(readdirSync(join(fixture.home, "servers"))).toEqual([]);
    });
  });

  describe("a worker that ends", () => {
    ownFixture();

    test("is replaced, while every new connection is answered, and the next one serves what the others serve", async () => {
      fixture.publish("first", 200);
      const server = await fixture.launch(2).started();
      await Promise.all(Array.from({ length: 30 }, () => server.fetch("/release")));
      const answered = async () => {
        const exposition = await (await server.fetch("/metrics")).text();
        const [, restarts] = /^ratebook_restarts_total\{part="worker"\} (\d+)$/m.exec(exposition) ?? [];
        const [, count] = /_count\{route="\/release",method="GET",status="200"\} (\d+)$/m.exec(exposition) ?? [];
        return { restarts: Number(restarts), count: Number(count) };
      };
      await vi.waitFor(async () => expect(await answered()).toEqual({ restarts: 0, count: 30 }), RARELY);
      fixture.replaceBy("garbage");
      expect(await reloaded()).toMatchObject({ lastReload: { outcome: "refused" } });
      fixture.publish("first", 200);
      const refusals = async () => {
        const headers = { connection: "close" };
        const answers = Array.from({ length: 12 }, () => server.fetch("/readyz", { headers }));
        return new Set(await Promise.all((await Promise.all(answers)).map((each) => each.text())));
      };
      await server.fetch("/end").catch(() => {});
      // One that is on its way to its end may have taken a connection, which goes down with it.
      expect(await server.logged("worker_ended")).toMatchObject([{ exit_code: 1 }]);
      const seen = new Set<unknown>();
      let sinceReplaced = 0;
      while (sinceReplaced < 20) {
        if (server.events("worker_started").length > 0) sinceReplaced += 1;
        // A connection each, so that whichever process takes it has to be ready.
        const [response] = await once(get({ port: server.port, path: "/release", agent: false }), "response");
        seen.add(((await json(response)) as { readonly name: unknown }).name);
        await wait(5);
      }
      expect(seen).toEqual(new Set(["first"]));
      await vi.waitFor(
        async () => expect(await refusals()).toEqual(new Set(["release.json is not a release."])),
        RARELY,
      );
      // A counter that falls would look like a restart of the whole server.
      await vi.waitFor(async () => expect((await answered()).restarts).toBe(1), RARELY);
      await vi.waitFor(async () => {
        expect((await answered()).count).toBeGreaterThanOrEqual(30 + sinceReplaced);
      }, RARELY);

      fixture.publish("second");
      await server.fetch("/end").catch(() => {});
      await server.logged("worker_started", 2);
      // The file was replaced without a reload: one process must not answer from another release than its sibling.
      const names = await Promise.all(Array.from({ length: 20 }, () => releaseName(server)));
      expect(new Set(names)).toEqual(new Set(["second"]));
      expect((await server.logged("release_taken_up"))[0]).toMatchObject({ level: "warn", release: "second" });
      await vi.waitFor(async () => expect(await refusals()).toEqual(new Set([""])), RARELY);
    });
  });
});

describe("stopping", () => {
  /** Longer than any test takes: a server in its drain stays there until the test ends it. */
  const LONG = { RATEBOOK_DRAIN: "300" };

  async function asked(server: RunningServer, path: string, agent: Agent | false = false): Promise<IncomingMessage> {
    const [response] = (await once(get({ port: server.port, path, agent }), "response")) as [IncomingMessage];
    await text(response);
    return response;
  }

  describe.each([1, 2])("a server of %d process(es) that receives a stop signal", (workers) => {
    const fixture = new FixtureHome();
    let server: RunningServer;

    beforeAll(async () => {
      server = await fixture.launch(workers, LONG).started();
    });
    afterAll(() => fixture.remove());

    test("goes on accepting and answering, says on /readyz that it stops, and ends connections", async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      expect((await asked(server, "/readyz", agent)).statusCode).toBe(200);

      server.process.kill("SIGTERM");
      expect(await server.logged("stopping")).toMatchObject([{ signal: "SIGTERM", wait_ms: 300_000 }]);
      await vi.waitFor(async () => expect((await asked(server, "/readyz", agent)).statusCode).toBe(503), SOON);
      const last = await asked(server, "/release", agent);
      expect([last.statusCode, last.headers.connection]).toEqual([200, "close"]);
      for (let sent = 0; sent < 20; sent += 1) expect((await asked(server, "/release")).statusCode).toBe(200);
      agent.destroy();
    });

    test.runIf(process.platform === "linux" && workers > 1)(
      "replaces a worker that dies by one that says that it stops",
      async () => {
        for (const pid of childrenOf(server.process.pid)) process.kill(pid, "SIGKILL");
        await server.logged("worker_started", workers);
        for (let sent = 0; sent < 20; sent += 1) {
          expect((await asked(server, "/readyz")).statusCode).toBe(503);
          expect((await asked(server, "/release")).statusCode).toBe(200);
        }
      },
    );

    test("does not wait for the rest of the drain when it receives a second one later", async () => {
      const again = setInterval(() => server.process.kill("SIGTERM"), 100);
      onTestFinished(() => clearInterval(again));
      expect(await server.ended()).toBe(1);
    });
  });

  /** Makes a terminal for a command; part of every Linux with a shell for people. */
  const SCRIPT = "/usr/bin/script";

  test.runIf(process.platform === "linux" && existsSync(SCRIPT))(
    "on a terminal, Ctrl+C ends a server without a drain: a person waits for it",
    async () => {
      const fixture = new FixtureHome();
      onTestFinished(() => fixture.remove());
      const variables = { ...fixture.variables, ...LONG, RATEBOOK_WORKERS: "2" };
      const server = await new RunningServer(SCRIPT, ["-qec", fixture.command, "/dev/null"], variables).started();
      const [pid] = childrenOf(server.process.pid);
      process.kill(pid as number, "SIGINT");
      expect(await server.ended()).toBe(0);
      expect(server.events("stopping")).toMatchObject([{ signal: "SIGINT", wait_ms: 0 }]);
    },
  );
});
