import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openHome } from "../../../src/serve/operations/home.ts";
import { requestReloads } from "../../../src/serve/operations/server-status.ts";
import { SOON } from "../../support/waiting.ts";
import { childrenOf, FixtureHome, releaseName } from "./support/fixture-home.ts";
import type { RunningServer } from "./support/running-server.ts";

function commandOf(pid: number | undefined): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}

/** Every kill under load loses connections, almost surely. */
const KILLS_MAX = 5;
/** Enough that each of two workers takes some of them: all come to one in one of eight million cases. */
const CONNECTIONS = 24;
/** For what takes many connections to see. */
const RARELY = { ...SOON, interval: 250 };

/** A connection of its own: the answer, or "closed" where there is none; throws when neither comes. */
async function outcome(server: RunningServer, milliseconds = 5): Promise<string> {
  const request = get({ port: server.port, path: `/release?wait=${milliseconds}`, agent: false });
  // Told to whoever waits below; later ones are of no interest.
  request.on("error", () => {});
  request.setTimeout(120_000, () => request.destroy(new Error("neither an answer nor an end")));
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
  const pids = Array.from({ length: CONNECTIONS }, async () => {
    const [response] = await once(get({ port: server.port, path: "/release", agent: false }), "response");
    return (JSON.parse(await text(response)) as { readonly pid: number }).pid;
  });
  return new Set(await Promise.all(pids));
}

/** Resolves when both workers of a server answer. */
async function bothAtWork(server: RunningServer): Promise<readonly [number, number]> {
  return await vi.waitFor(async () => {
    const workers = childrenOf(server.process.pid);
    expect(workers).toHaveLength(2);
    expect(await answering(server)).toEqual(new Set(workers));
    return workers as [number, number];
  }, RARELY);
}

/** Resolves when so many more workers have taken the place of others than before something happens. */
async function replacing(server: RunningServer, count: number, happen: () => unknown): Promise<void> {
  const before = server.events("worker_started").length;
  await happen();
  await server.logged("worker_started", before + count);
}

/* One server lives through all of this, in this order. */
describe.runIf(process.platform === "linux")("workers", () => {
  const fixture = new FixtureHome();
  let server: RunningServer;
  let workers: readonly [number, number];

  beforeAll(async () => {
    server = await fixture.launch(2).started();
  });

  beforeEach(async () => {
    workers = await bothAtWork(server);
  });

  afterAll(() => fixture.remove());

  test("share the connections, on the same port", async () => {
    expect(await answering(server)).toEqual(new Set(workers));
  });

  test("of a second server do not share the port of the first: it does not start", async () => {
    const second = fixture.launch(2, { RATEBOOK_PORT: String(server.port) });
    expect(await second.ended()).toBe(1);
    expect(second.complaints).toContain(`Port ${server.port} on 127.0.0.1 is in use.`);
  });

  test("all know at once of a session that one of them ended, and so does one that starts later", async () => {
    const asked = async (path: string) => {
      const [response] = await once(get({ port: server.port, path, agent: false }), "response");
      return await text(response);
    };
    const known = async (id: string) => {
      const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => asked(`/session/ended?id=${id}`)));
      return answers.map((answer) => JSON.parse(answer) as { readonly hasEnded: boolean; readonly pid: number });
    };
    await asked("/session/end?id=first");
    const answers = await known("first");
    expect(new Set(answers.map(({ pid }) => pid))).toEqual(new Set(workers));
    expect(answers.every(({ hasEnded }) => hasEnded)).toBe(true);
    expect((await known("another")).some(({ hasEnded }) => hasEnded)).toBe(false);

    await replacing(server, 1, () => process.kill(workers[0], "SIGKILL"));
    const [one, other] = await bothAtWork(server);
    const later = await known("first");
    expect(new Set(later.map(({ pid }) => pid))).toEqual(new Set([one, other]));
    expect(later.every(({ hasEnded }) => hasEnded)).toBe(true);
  });

  test("one that is stopped is replaced, and nobody waits for it long", async () => {
    const [stopped] = workers;
    await replacing(server, 1, async () => {
      process.kill(stopped, "SIGSTOP");
      const outcomes = await Promise.all(Array.from({ length: CONNECTIONS }, () => outcome(server)));
      expect(outcomes).toContain("first");
      await server.logged("worker_hangs");
    });
    expect(await bothAtWork(server)).not.toContain(stopped);
  });

  test("one that is busy and answers requests is not replaced, though it reads no heartbeat for seconds", async () => {
    const before = server.events("worker_hangs").length;
    const [response] = await once(
      get({ port: server.port, path: "/busy?milliseconds=3000", agent: false }),
      "response",
    );
    expect(workers).toContain(Number(await text(response)));
    expect(server.events("worker_hangs")).toHaveLength(before);
  });

  test("a reload goes on without one that is stopped, and the one in its place serves the new release", async () => {
    await replacing(server, 1, async () => {
      process.kill(workers[0], "SIGSTOP");
      fixture.publish("second");
      const [status] = await requestReloads(openHome(fixture.home));
      expect(status).toMatchObject({ lastReload: { outcome: "swapped" }, release: { name: "second" } });
    });
    const names = await Promise.all(Array.from({ length: 30 }, () => outcome(server)));
    expect(new Set(names)).toEqual(new Set(["second"]));
  });

  test("one that is stopped while it starts holds up neither the next nor a reload", async () => {
    const [first, second] = workers;
    process.kill(first, "SIGKILL");
    const starting = await vi.waitFor(() => {
      const fresh = childrenOf(server.process.pid).find((pid) => pid !== first && pid !== second);
      // Not before it runs a program of its own: whoever starts a process waits for that.
      expect(commandOf(fresh)).not.toBe(commandOf(server.process.pid));
      return fresh as number;
    }, SOON);
    process.kill(starting, "SIGSTOP");
    await replacing(server, 1, () => process.kill(second, "SIGKILL"));
    fixture.publish("third");
    const [status] = await requestReloads(openHome(fixture.home));
    expect(status?.lastReload?.outcome).toBe("swapped");
    expect(await releaseName(server)).toBe("third");
    // It is still there, and nobody waited for it.
    expect(childrenOf(server.process.pid)).toContain(starting);
    process.kill(starting, "SIGKILL");
  });

  test("of those that are killed under load, no connection stays open without an answer", async () => {
    const load = { isOn: true };
    const seen = new Map<string, number>();
    // Most of the time each of them waits for an answer, and a pause keeps them from taking the whole of a processor.
    const clients = Array.from({ length: 8 }, async () => {
      while (load.isOn) {
        const came = await outcome(server, 60);
        seen.set(came, (seen.get(came) ?? 0) + 1);
        await wait(20);
      }
    });
    // Until a connection was lost, which the first kill may miss.
    for (let kills = 0; kills === 0 || (kills < KILLS_MAX && !seen.has("closed")); kills += 1) {
      await vi.waitFor(() => expect(seen.get("third")).toBeGreaterThan(0), SOON);
      await replacing(server, 1, () => process.kill(childrenOf(server.process.pid)[0] as number, "SIGKILL"));
    }
    load.isOn = false;
    await Promise.all(clients);
    expect([...seen.keys()].sort()).toEqual(["closed", "third"]);
  });

  test("that are all killed at once are replaced, on the same port", async () => {
    await replacing(server, 2, () => {
      for (const pid of workers) process.kill(pid, "SIGKILL");
    });
    expect(await outcome(server)).toBe("third");
  });

  test("one that is stopped does not keep a server from ending when it is told to", async () => {
    process.kill(workers[0], "SIGSTOP");
    expect(await server.stop()).toBe(0);
  });
});

test.runIf(process.platform === "linux")(
  "workers end with the primary, though one of them is stopped and continued later",
  async ({ onTestFinished }) => {
    const fixture = new FixtureHome();
    onTestFinished(() => fixture.remove());
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
  },
);
