import { once } from "node:events";
import { existsSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SOON } from "../../support/waiting.ts";
import { childrenOf, FixtureHome } from "./support/fixture-home.ts";
import { RunningServer } from "./support/running-server.ts";

/** Longer than any test takes: a server in its drain stays there until the test ends it. */
const LONG = { RATEBOOK_DRAIN: "300" };

let fixture: FixtureHome;
beforeEach(() => {
  fixture = new FixtureHome();
});
afterEach(() => fixture.remove());

async function asked(server: RunningServer, path: string, agent: Agent | false = false): Promise<IncomingMessage> {
  const [response] = (await once(get({ port: server.port, path, agent }), "response")) as [IncomingMessage];
  await text(response);
  return response;
}

describe.each([1, 2])("a server of %d process(es) that is told to stop", (workers) => {
  test("goes on accepting and answering, says on /readyz that it stops, and ends connections", async () => {
    const server = await fixture.launch(workers, LONG).started();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await asked(server, "/readyz", agent)).statusCode).toBe(200);

    server.process.kill("SIGTERM");
    expect(await server.logged("stopping")).toMatchObject([{ signal: "SIGTERM", wait_ms: 300_000 }]);
    await vi.waitFor(async () => expect((await asked(server, "/readyz", agent)).statusCode).toBe(503), SOON);
    const last = await asked(server, "/release", agent);
    expect([last.statusCode, last.headers.connection]).toEqual([200, "close"]);
    for (let sent = 0; sent < 20; sent += 1) expect((await asked(server, "/release")).statusCode).toBe(200);
    agent.destroy();

    // A second signal: nobody waits for the rest of the drain.
    server.process.kill("SIGTERM");
    expect(await server.ended()).toBe(1);
  });

  test("closes the port when its drain is over, and ends with 0", async () => {
    const server = await fixture.launch(workers, { RATEBOOK_DRAIN: "1" }).started();
    server.process.kill("SIGTERM");
    expect(await server.ended()).toBe(0);
    expect(server.log.slice(-2)).toMatchObject([{ event: "stopping", wait_ms: 1_000 }, { event: "stopped" }]);
  });
});

test.runIf(process.platform === "linux")(
  "a worker that dies while the server stops is replaced by one that says that it stops",
  async () => {
    const server = await fixture.launch(2, LONG).started();
    server.process.kill("SIGTERM");
    await server.logged("stopping");
    for (const pid of childrenOf(server.process.pid)) process.kill(pid, "SIGKILL");
    await server.logged("worker_started", 2);
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await asked(server, "/readyz")).statusCode).toBe(503);
      expect((await asked(server, "/release")).statusCode).toBe(200);
    }
  },
);

/** Makes a terminal for a command; part of every Linux with a shell for people. */
const SCRIPT = "/usr/bin/script";

test.runIf(process.platform === "linux" && existsSync(SCRIPT))(
  "Ctrl+C on a terminal ends a server without a drain: a person waits for it",
  async () => {
    const args = ["-qec", fixture.command, "/dev/null"];
    const server = new RunningServer(SCRIPT, args, { ...fixture.variables, ...LONG });
    await vi.waitFor(() => expect(server.output).toContain('"event":"listening"'), SOON);
    const [pid] = childrenOf(server.process.pid);
    process.kill(pid as number, "SIGINT");
    expect(await server.ended()).toBe(0);
    expect(server.output).toContain('"signal":"SIGINT","wait_ms":0');
  },
);
