import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { createKey, ratebook, SAMPLE, serve } from "../support/ratebook.ts";

const folder = temporaryFolder();
const home = join(folder.path, "home");
const release = join(folder.path, "rates.db");

beforeAll(async () => {
  await releaseAt(release, SAMPLE);
  await createKey(home);
});
afterAll(() => folder.remove());

interface Told {
  readonly can_serve: boolean;
  readonly findings: readonly { readonly check: string; readonly verdict: string; readonly found: string }[];
}

test("a home with a key and a release can be served, in words and as JSON", async () => {
  const command = ["doctor", "--home", home, "--release", release, "--port", "0", "--time-zone", "America/New_York"];
  const before = readdirSync(home);
  const { code, stdout, stderr } = await ratebook(command);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^well {3}program +Ratebook .* on Node v/);
  expect(stdout).toMatch(/^well {3}release +.*rates\.db is sound/m);
  expect(stdout).toMatch(/^Nothing keeps it from serving\./m);

  const told = JSON.parse((await ratebook([...command, "--json"])).stdout) as Told;
  expect(told.can_serve).toBe(true);
  const ofTheMachine = ["program", "memory", "open files", "priority", "time zone"];
  const checks = [...ofTheMachine, "home", "space", "keys", "release", "clock", "port", "database"];
  expect([...new Set(told.findings.map(({ check }) => check))]).toEqual(checks);
  expect(readdirSync(home)).toEqual(before);
});

test("it is told by the variables that a server is told by", async () => {
  const variables = { RATEBOOK_HOME: home, RATEBOOK_RELEASE: release, RATEBOOK_PORT: "0" };
  const { stdout } = await ratebook(["doctor", "--json"], variables);
  const { findings } = JSON.parse(stdout) as Told;
  expect(findings.find(({ check }) => check === "release")?.found).toContain(release);
});

test("a port is well when a server of the home has it, and a fault when another program does", async () => {
  const server = await serve(release, home).started();
  const ours = await ratebook(["doctor", "--home", home, "--release", release, "--port", String(server.port)]);
  expect(ours.stdout).toMatch(
    new RegExp(`^well   port +${server.port} is served by process ${server.process.pid} of`, "m"),
  );
  expect(ours.code).toBe(0);
  await server.stop();

  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const theirs = await ratebook(["doctor", "--home", home, "--release", release, "--port", String(port)]);
  expect(theirs.code).toBe(1);
  expect(theirs.stdout).toMatch(new RegExp(`^FAULT  port +Port ${port} on 127.0.0.1 is in use\\.`, "m"));
  expect(theirs.stdout).toMatch(/^1 fault keeps it from serving\./m);
  other.close();
});

test("an option that is not understood is refused before anything is looked at", async () => {
  const { code, stdout, stderr } = await ratebook(["doctor", "--home", home, "--port", "http"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("--port");
});
