import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { releaseFindings } from "../../../src/cli/doctor/release.ts";
import { FORMAT_VERSION } from "../../../src/release/format.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { KNOWN_STATES } from "../../support/known-states.ts";
import { californiaAt, releaseAt } from "../../support/shared-release.ts";
import { createKey, ratebook, SAMPLE } from "../support/ratebook.ts";

describe("release", () => {
  const folder = temporaryFolder();
  const sound = join(folder.path, "rates.db");
  const USUAL = { timeZone: "UTC", staleAfter: 0 };

  beforeAll(async () => {
    await releaseAt(sound, SAMPLE);
    chmodSync(sound, 0o644);
  });
  afterAll(() => folder.remove());

  /** The place of the format's version in the header of an SQLite file. */
  const FORMAT_AT = 60;

  function copied(name: string, change: (file: string) => void): string {
    const file = join(folder.path, name);
    copyFileSync(sound, file);
    change(file);
    return file;
  }

  it("is ok when it opens as a server opens it", async () => {
    expect(await releaseFindings({ ...USUAL, release: sound })).toEqual([
      expect.objectContaining({
        verdict: "ok",
        found: expect.stringMatching(
          new RegExp(`is sound: Ratebook sample .*, for ${KNOWN_STATES}, .* content [0-9a-f]{64}\\.$`),
        ),
      }),
    ]);
  });

  it("is a warning when anybody may write to it", async () => {
    const file = copied("open.db", (path) => chmodSync(path, 0o666));
    expect((await releaseFindings({ ...USUAL, release: file }))[1]).toMatchObject({
      verdict: "warning",
      remedy: `"chmod o-w ${file}".`,
    });
  });

  it("is a warning when an edition in use is older than the limit, and ok just before", async () => {
    const dataset = join(folder.path, "dataset");
    for (const part of ["dataset.json", "ca", "common"]) {
      cpSync(join(SAMPLE, part), join(dataset, part), { recursive: true });
    }
    const file = join(dataset, "dataset.json");
    const about = JSON.parse(readFileSync(file, "utf8")) as { sources: { table: string }[] };
    // An edition of fourteen months ago, give or take a few days.
    const edition = new Date(Date.now() - 425 * 86_400_000).toISOString().slice(0, 10);
    const sources = about.sources.map((source) =>
      source.table === "ca/outpatient_rates" ? { ...source, importer: "ca/medi-cal-rates", edition } : source,
    );
    writeFileSync(file, JSON.stringify({ ...about, sources }));
    const release = join(folder.path, "dated.db");
    await releaseAt(release, dataset);
    chmodSync(release, 0o644);

    const verdicts = async (staleAfter: number) =>
      (await releaseFindings({ timeZone: "UTC", staleAfter, release })).map(({ verdict }) => verdict);
    expect(await verdicts(15)).toEqual(["ok"]);
    expect(await verdicts(0)).toEqual(["ok"]);
    const [, stale] = await releaseFindings({ timeZone: "UTC", staleAfter: 12, release });
    expect(stale).toMatchObject({
      verdict: "warning",
      found: `Editions more than 12 months old are in use: ca/medi-cal-rates of ${edition}.`,
    });
  });

  const ofFormat = (name: string, format: number) =>
    copied(name, (path) => {
      const descriptor = openSync(path, "r+");
      writeSync(descriptor, Buffer.from([0, 0, 0, format]), 0, 4, FORMAT_AT);
      closeSync(descriptor);
    });

  it("of an older format is a fault whose remedy is the one command that compiles it again", async () => {
    const file = ofFormat("old.db", 1);
    const [finding] = await releaseFindings({ ...USUAL, release: file });
    expect(finding).toMatchObject({
      verdict: "error",
      found: expect.stringMatching(/old\.db has release format 1; this program reads format .* "ratebook build"/),
      remedy: expect.stringContaining(`"ratebook build DATASET --out ${file}"`),
    });
  });

  it("of a newer format is a fault whose remedy is another program, not another file", async () => {
    const [finding] = await releaseFindings({ ...USUAL, release: ofFormat("new.db", FORMAT_VERSION + 1) });
    expect(finding).toMatchObject({ verdict: "error", remedy: expect.stringMatching(/^Upgrade Ratebook/) });
    expect(JSON.stringify(finding)).not.toContain("ratebook build");
  });

  it("that is another program's file is never to be written over", async () => {
    const file = join(SAMPLE, "dataset.json");
    const [finding] = await releaseFindings({ ...USUAL, release: file });
    expect(finding).toMatchObject({ verdict: "error", remedy: expect.stringContaining("to a new file") });
    expect(finding?.remedy).not.toContain(file);
  });

  it.each([
    ["cut off", () => copied("cut.db", (path) => truncateSync(path, 100_000)), /is incomplete/],
    ["missing", () => join(folder.path, "none.db"), /does not exist/],
    ["something else", () => join(SAMPLE, "dataset.json"), /is not a Ratebook release/],
  ])("that is %s is a fault", async (_what, file, found) => {
    const findings = await releaseFindings({ ...USUAL, release: file() });
    expect(findings).toEqual([expect.objectContaining({ verdict: "error", found: expect.stringMatching(found) })]);
  });
});

describe("active release", () => {
  /* What a server of a home refuses, doctor calls a fault: each test asks both. */

  const folder = temporaryFolder();
  const home = join(folder.path, "home");
  const release = join(folder.path, "rates.db");

  beforeAll(async () => {
    await californiaAt(release);
    await createKey(home);
  });
  afterAll(() => folder.remove());

  const doctor = (...options: string[]) => ratebook(["doctor", "--home", home, "--port", "0", ...options]);
  const serve = (...options: string[]) => ratebook(["serve", "--home", home, "--port", "0", ...options]);

  test("a home without an active release has nothing to serve until one is pushed and active", async () => {
    const before = readdirSync(home);
    const nothing = await doctor();
    expect([nothing.code, nothing.stdout]).toEqual([1, expect.stringMatching(/^ERROR {4}release +None was named/m)]);
    expect(nothing.stdout).toContain("releases push FILE --activate");
    expect(readdirSync(home)).toEqual(before);

    await ratebook(["releases", "push", release, "--home", home]);
    const inactive = await doctor();
    expect([inactive.code, inactive.stdout]).toEqual([
      1,
      expect.stringMatching(/^ERROR {4}release +No release is active/m),
    ]);
    expect((await serve()).code).toBe(1);

    await ratebook(["releases", "push", release, "--activate", "--home", home]);
    const active = await doctor();
    expect([active.code, active.stdout]).toEqual([0, expect.stringMatching(/^ok {7}release +[\s\S]*\.db is\s+sound/m)]);
  });

  test("an active release that is damaged is a fault, and pushing it again says that it is active", async () => {
    const [file = ""] = readdirSync(join(home, "releases")).filter((name) => /^[0-9a-f]{64}\.db$/.test(name));
    truncateSync(join(home, "releases", file), 100_000);
    const damaged = await doctor();
    expect([damaged.code, damaged.stdout]).toEqual([
      1,
      expect.stringMatching(/^ERROR {4}release +[\s\S]*is\s+incomplete/m),
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
      expect.stringMatching(/^ERROR {4}keys .*written by a newer/m),
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
    expect(stdout).toMatch(/^ERROR {4}port +192\.0\.2\.1 is not an address of this machine/m);
    expect(stdout).toContain("ip address");
    expect(stdout).not.toContain("ss -ltnp");
  });
});
