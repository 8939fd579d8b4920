import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openHome } from "../../src/operations/home.ts";
import { requestReloads } from "../../src/operations/reload-request.ts";
import { childrenOf, FixtureHome, releaseName } from "./support/fixture-home.ts";
import type { RunningServer } from "./support/running-server.ts";

function commandOf(pid: number | undefined): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}

const SOON = { timeout: 20_000, interval: 20 };

// Processes are started over and over, which takes long on a busy machine.
let fixture: FixtureHome;

beforeEach(() => {
  fixture = new FixtureHome();
});

afterEach(() => fixture.remove());

/** A connection of its own: the answer, or "closed" where there is none; throws when neither comes. */
async function outcome(server: RunningServer): Promise<string> {
  const request = get({ port: server.port, path: "/release?wait=5", agent: false });
  // Told to whoever waits below; later ones are of no interest.
  request.on("error", () => {});
  request.setTimeout(15_000, () => request.destroy(new Error("neither an answer nor an end")));
  try {
    const [response] = await once(request, "response");
    return (JSON.parse(await text(response)) as { readonly name: string }).name;
  } catch (error) {
    if ((error as Error).message.startsWith("neither")) throw error;
    return "closed";
  }
}

/** The processes that new connections come to. */
async function answering(server: RunningServer): Promise<ReadonlySet<unknown>> {
  const pids = Array.from({ length: 40 }, async () => {
    const [response] = await once(get({ port: server.port, path: "/release", agent: false }), "response");
    return (JSON.parse(await text(response)) as { readonly pid: number }).pid;
  });
  return new Set(await Promise.all(pids));
}

describe.runIf(process.platform === "linux")("workers", () => {
  test("share the connections, on the same port", async () => {
    const server = await fixture.launch(3).started();
    expect(await answering(server)).toEqual(new Set(childrenOf(server.process.pid)));
  });

  test("one that is stopped is replaced, and nobody waits for it long", async () => {
    const server = await fixture.launch(2).started();
    const [stopped] = childrenOf(server.process.pid);
    process.kill(stopped as number, "SIGSTOP");
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => outcome(server)));
    expect(outcomes).toContain("first");
    await server.logged("worker_hangs");
    await server.logged("worker_started");
    const pids = await answering(server);
    expect(pids).toEqual(new Set(childrenOf(server.process.pid)));
    expect(pids).not.toContain(stopped);
  });

  test("a reload goes on without one that is stopped, and the one in its place serves the new release", async () => {
    const server = await fixture.launch(2).started();
    process.kill(childrenOf(server.process.pid)[0] as number, "SIGSTOP");
    fixture.publish("second");
    const [status] = await requestReloads(openHome(fixture.home));
    expect(status).toMatchObject({ lastReload: { outcome: "swapped" }, release: { name: "second" } });
    await server.logged("worker_started");
    const names = await Promise.all(Array.from({ length: 30 }, () => outcome(server)));
    expect(new Set(names)).toEqual(new Set(["second"]));
  });

  test("one that is stopped while it starts holds up neither the next nor a reload", async () => {
    const server = await fixture.launch(2).started();
    const [first, second] = childrenOf(server.process.pid) as [number, number];
    process.kill(first, "SIGKILL");
    const starting = await vi.waitFor(() => {
      const fresh = childrenOf(server.process.pid).find((pid) => pid !== first && pid !== second);
      // Not before it runs a program of its own: whoever starts a process waits for that.
      expect(commandOf(fresh)).not.toBe(commandOf(server.process.pid));
      return fresh as number;
    }, SOON);
    process.kill(starting, "SIGSTOP");
    process.kill(second, "SIGKILL");
    await server.logged("worker_started");
    fixture.publish("second");
    const [status] = await requestReloads(openHome(fixture.home));
    expect(status?.lastReload?.outcome).toBe("swapped");
    expect(await releaseName(server)).toBe("second");
    // It is still there, and nobody waited for it.
    expect(childrenOf(server.process.pid)).toContain(starting);
    process.kill(starting, "SIGKILL");
  });

  test("a server with one that is stopped ends when it is told to", async () => {
    const server = await fixture.launch(2).started();
    process.kill(childrenOf(server.process.pid)[0] as number, "SIGSTOP");
    expect(await server.stop()).toBe(0);
  });

  test("when everybody is stopped and goes on later, nobody is killed", async () => {
    const server = await fixture.launch(2).started();
    const workers = childrenOf(server.process.pid);
    const everybody = [server.process.pid as number, ...workers];
    for (const pid of everybody) process.kill(pid, "SIGSTOP");
    await wait(4_000);
    for (const pid of everybody) process.kill(pid, "SIGCONT");
    expect(await releaseName(server)).toBe("first");
    await wait(2_500);
    expect(server.events("worker_hangs")).toEqual([]);
    expect(childrenOf(server.process.pid)).toEqual(workers);
  });

  test("of those that are killed under load, no connection stays open without an answer", async () => {
    const server = await fixture.launch(2).started();
    const load = { isOn: true };
    const seen = new Map<string, number>();
    const clients = Array.from({ length: 12 }, async () => {
      while (load.isOn) {
        const came = await outcome(server);
        seen.set(came, (seen.get(came) ?? 0) + 1);
      }
    });
    for (let kills = 1; kills <= 3; kills += 1) {
      await wait(100);
      process.kill(childrenOf(server.process.pid)[0] as number, "SIGKILL");
      await server.logged("worker_started", kills);
    }
    load.isOn = false;
    await Promise.all(clients);
    expect([...seen.keys()].sort()).toEqual(["closed", "first"]);
  });

  test("one that takes the place of another gets its share of the connections that clients keep", async () => {
    const server = await fixture.launch(2).started();
    const deals = async () => {
      const asked = Array.from({ length: 40 }, async () => {
        const [response] = await once(get({ port: server.port, path: "/deal", agent: false }), "response");
        return JSON.parse(await text(response)) as { readonly pid: number; readonly deal: number };
      });
      return new Map((await Promise.all(asked)).map(({ pid, deal }) => [pid, deal]));
    };
    const [killed, survivor] = childrenOf(server.process.pid) as [number, number];
    expect(await deals()).toEqual(new Map([killed, survivor].map((pid) => [pid, 0])));
    process.kill(killed, "SIGKILL");
    await server.logged("worker_started");
    const newcomer = childrenOf(server.process.pid).find((pid) => pid !== survivor) as number;
    const expected = [
      [survivor, 1],
      [newcomer, 0],
    ] as const;
    await vi.waitFor(async () => expect(await deals()).toEqual(new Map(expected)), SOON);
  });

  test("that are all killed at once are replaced, on the same port", async () => {
    const server = await fixture.launch(2).started();
    for (const pid of childrenOf(server.process.pid)) process.kill(pid, "SIGKILL");
    await server.logged("worker_started", 2);
    expect(await outcome(server)).toBe("first");
  });

  test("end with the primary, though one of them is stopped and continued later", async () => {
    const server = await fixture.launch(2).started();
    const workers = childrenOf(server.process.pid);
    process.kill(workers[0] as number, "SIGSTOP");
    server.process.kill("SIGKILL");
    await server.ended();
    process.kill(workers[0] as number, "SIGCONT");
    await vi.waitFor(async () => {
      const socket = connect(server.port, "127.0.0.1").on("error", () => {});
      await expect(once(socket, "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    }, SOON);
  });

  test("of a second server do not share the port of the first: it does not start", async () => {
    const server = await fixture.launch(2).started();
    const second = fixture.launch(2, { RATEBOOK_PORT: String(server.port) });
    expect(await second.ended()).toBe(1);
    expect(second.complaints).toContain(`Port ${server.port} on 127.0.0.1 is in use.`);
  });
});
