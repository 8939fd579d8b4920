import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { SAMPLE, serve } from "./support/ratebook.ts";

const folder = temporaryFolder();
const release = join(folder.path, "sample.db");

beforeAll(async () => {
  await releaseAt(release, SAMPLE);
});
afterAll(() => folder.remove());

/** The status that a request with this Host gets. */
function statusFor(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path: "/livez", headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("error", reject).end();
  });
}

async function statusesOf(server: RunningServer, hosts: readonly string[]): Promise<unknown> {
  try {
    const { port } = await server.started();
    return await Promise.all(hosts.map((host) => statusFor(port, host)));
  } finally {
    await server.stop();
  }
}

const HOSTS = ["localhost", "127.0.0.1:80", "rates.example", "evil.example"];

test.each([
  ["on a loopback address answers to its own names", [], [200, 200, 421, 421]],
  [
    "of several processes answers to names that it is given too",
    ["--allowed-host", "rates.example,other.example", "--workers", "2"],
    [200, 200, 200, 421],
  ],
  ["on every address answers to every name", ["--host", "0.0.0.0"], [200, 200, 200, 200]],
])("a server %s", async (_which, options, statuses) => {
  expect(await statusesOf(serve(release, join(folder.path, "home"), ...options), HOSTS)).toEqual(statuses);
});
