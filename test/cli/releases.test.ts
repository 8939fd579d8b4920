import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { twoReleases } from "../serve/operations/node/support/two-releases.ts";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { createKey, RATEBOOK, ratebook } from "./support/ratebook.ts";

const SOON = { timeout: 120_000, interval: 50 };
const folder = temporaryFolder();
const home = join(folder.path, "home");
let first: string;
let later: string;
let server: RunningServer | null = null;

beforeAll(async () => {
  [first, later] = await twoReleases(folder.path);
}, 120_000);

afterAll(async () => {
  server?.process.kill("SIGKILL");
  await server?.ended();
  folder.remove();
});

function releases(...command: string[]) {
  return ratebook(["releases", ...command, "--home", home]);
}

test("what is no sound release is refused before anything is made", async () => {
  const [text, damaged] = [join(folder.path, "text.db"), join(folder.path, "damaged.db")];
  writeFileSync(text, "hello");
  expect(await releases("push", text)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not pushed: .*not a Ratebook release/),
  });
  copyFileSync(first, damaged);
  const { openSync, writeSync, closeSync } = await import("node:fs");
  const descriptor = openSync(damaged, "r+");
  writeSync(descriptor, Buffer.from([1, 2, 3, 4]), 0, 4, 50_000);
  closeSync(descriptor);
  expect(await releases("push", damaged)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/damaged.db is not pushed: .*are not those that were built/),
  });
  expect(await releases("push", join(folder.path, "none.db"))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no file"),
  });
  expect(existsSync(join(home, "catalogue.db"))).toBe(false);
}, 300_000);

test("a home without a release says what would help, and nothing is made", async () => {
  const serve = await ratebook(["serve", "--home", home, "--port", "0"]);
  expect(serve).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no release to serve: name a file with --release"),
  });
  for (const command of [["list"], ["activate", "1"], ["prune", "--keep", "1"]]) {
    expect(await releases(...command)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No release has been pushed to the home"),
    });
  }
  expect(existsSync(join(home, "catalogue.db"))).toBe(false);
}, 300_000);

test("a server of a home serves its active release, and takes up another by itself", async () => {
  await createKey(home);
  expect(await releases("push", first, "--activate")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/is pushed .*\n.*is active/),
  });
  server = new RunningServer(RATEBOOK, ["serve", "--home", home, "--port", "0"], {});
  const running = server;
  await vi.waitFor(() => expect(running.events("listening")).toHaveLength(1), SOON);
  running.port = running.events("listening")[0]?.port as number;

  expect(await releases("push", later)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("It is served once it is active"),
  });
  expect(await releases("push", later)).toMatchObject({ code: 0, stdout: expect.stringContaining("is there already") });
  expect(await releases("activate", "2099")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no release "2099"\. Known are later/),
  });
  expect(await releases("activate", "later")).toMatchObject({ code: 0 });
  await vi.waitFor(async () => {
    const ready = (await (await running.fetch("/readyz")).json()) as {
      release: { version: string };
      database?: string;
    };
    expect(ready.release.version).toBe("later");
    expect(ready.database).toBeUndefined();
  }, SOON);
  const listed = await releases("list");
  expect(listed.stdout).toMatch(/^\* +later .*:\d+$/m);
  expect(await running.stop()).toBe(0);
}, 300_000);
