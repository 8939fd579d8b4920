import { readdirSync, renameSync, truncateSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { createKey, ratebook, SAMPLE } from "../support/ratebook.ts";

/* What a server of a home refuses, doctor calls a fault: each test asks both. */

const folder = temporaryFolder();
const home = join(folder.path, "home");
const release = join(folder.path, "rates.db");

beforeAll(async () => {
  await releaseAt(release, SAMPLE);
  await createKey(home);
});
afterAll(() => folder.remove());

const doctor = (...options: string[]) => ratebook(["doctor", "--home", home, "--port", "0", ...options]);
const serve = (...options: string[]) => ratebook(["serve", "--home", home, "--port", "0", ...options]);

test("a home without an active release has nothing to serve until one is pushed and active", async () => {
  const before = readdirSync(home);
  const nothing = await doctor();
  expect([nothing.code, nothing.stdout]).toEqual([1, expect.stringMatching(/^FAULT {2}release +None was named/m)]);
  expect(nothing.stdout).toContain("releases push FILE --activate");
  expect(readdirSync(home)).toEqual(before);
  expect((await serve()).code).toBe(1);

  await ratebook(["releases", "push", release, "--home", home]);
  const inactive = await doctor();
  expect([inactive.code, inactive.stdout]).toEqual([
    1,
    expect.stringMatching(/^FAULT {2}release +No release is active/m),
  ]);
  expect((await serve()).code).toBe(1);

  await ratebook(["releases", "push", release, "--activate", "--home", home]);
  const active = await doctor();
  expect([active.code, active.stdout]).toEqual([0, expect.stringMatching(/^well {3}release +[\s\S]*\.db is\s+sound/m)]);
});

test("an active release that is damaged is a fault, and pushing it again says that it is active", async () => {
  const [file = ""] = readdirSync(join(home, "releases")).filter((name) => /^[0-9a-f]{64}\.db$/.test(name));
  truncateSync(join(home, "releases", file), 100_000);
  const damaged = await doctor();
  expect([damaged.code, damaged.stdout]).toEqual([
    1,
    expect.stringMatching(/^FAULT {2}release +[\s\S]*is\s+incomplete/m),
  ]);
  expect(damaged.stdout).toMatch(/Push it again\s+with "ratebook\s+releases push FILE"/);
  const refused = await serve();
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/The active release .* cannot be served: .*is incomplete.*"ratebook releases push FILE"/),
  ]);

  const again = await ratebook(["releases", "push", release, "--home", home]);
  expect(again.stdout).toMatch(/in the place of a file with the same content .*\nIt is the active one\.\n$/);
  expect((await doctor()).code).toBe(0);
});

test("keys of a newer format are a fault whose remedy is another program", async () => {
  const other = join(folder.path, "newer");
  await createKey(other);
  const store = new Sqlite(join(other, "keys.db"));
  store.pragma("user_version = 1000");
  store.close();
  const options = ["--home", other, "--release", release];
  const { code, stdout } = await doctor(...options);
  // Lines are broken where the path of the home ends.
  expect([code, stdout.replace(/\n +/g, " ")]).toEqual([
    1,
    expect.stringMatching(/^FAULT {2}keys .*written by a newer/m),
  ]);
  expect(stdout).toContain("-> Upgrade Ratebook");
  expect((await serve(...options)).code).toBe(1);
});

test("what doctor advises for a damaged store of keys brings them back", async () => {
  const other = join(folder.path, "damaged");
  await createKey(other);
  const copy = join(folder.path, "keys.json");
  const store = join(other, "keys.db");
  await ratebook(["keys", "export", "--home", other, "--out", copy]);
  truncateSync(store, 5_000);
  const options = ["--home", other, "--release", release];
  expect((await doctor(...options)).stdout).toMatch(/-> Move .*\s*away,\s+then\s+put\s+back/);

  expect((await ratebook(["keys", "import", copy, "--home", other])).code).toBe(1);
  renameSync(store, `${store}.damaged`);
  expect((await ratebook(["keys", "import", copy, "--home", other])).stdout).toContain("1 key added");
  expect((await doctor(...options)).code).toBe(0);
});

test("an address of another machine has a remedy of its own", async () => {
  const { code, stdout } = await ratebook(["doctor", "--home", home, "--port", "8089", "--host", "192.0.2.1"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAULT {2}port +192\.0\.2\.1 is not an address of this machine/m);
  expect(stdout).toContain("ip address");
  expect(stdout).not.toContain("ss -ltnp");
});
