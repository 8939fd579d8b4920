import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../cli/support/ratebook.ts";
import { californiaAt } from "../../support/shared-release.ts";
import { temporaryFolder } from "./support/running-server.ts";

const CLIENTS = 8;

/** What the clients of a server have met. */
interface Met {
  answers: number;
  readonly errors: string[];
}

/** Sends one request after the other on a kept connection, and connects again when an answer ends it, until no connection is accepted. */
async function keepAsking(port: number, met: Met): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let isOpen = true; isOpen; ) {
    try {
      const [response] = (await once(get({ port, path: "/livez", agent }), "response")) as [IncomingMessage];
      await text(response);
      met.answers += 1;
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      isOpen = code !== "ECONNREFUSED";
      if (isOpen) met.errors.push(code);
    }
  }
  agent.destroy();
}

describe.each([
  { workers: 1, drain: 0 },
  { workers: 1, drain: 1 },
  { workers: 2, drain: 0 },
  { workers: 2, drain: 1 },
])("a server of $workers process(es) with a drain of $drain s that is stopped under load", ({ workers, drain }) => {
  const folder = temporaryFolder();
  const release = join(folder.path, "rates.db");

  beforeAll(() => californiaAt(release));
  afterAll(() => folder.remove());

  test("answers every request for which it has accepted a connection", async () => {
    const options = ["--workers", String(workers), "--drain", String(drain)];
    const server = serve(release, join(folder.path, "home"), ...options);
    const { port } = await server.started();
    const met: Met = { answers: 0, errors: [] };
    const clients = Array.from({ length: CLIENTS }, () => keepAsking(port, met));
    await wait(200);
    // A signal to the group, which a launcher passes on, arrives twice.
    server.process.kill("SIGTERM");
    expect(await server.stop()).toBe(0);
    await Promise.all(clients);
    expect(met.errors).toEqual([]);
    expect(met.answers).toBeGreaterThan(CLIENTS);
  });
});
