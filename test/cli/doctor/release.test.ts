import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { releaseFindings } from "../../../src/cli/doctor/release.ts";
import { FORMAT_VERSION } from "../../../src/release/format.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { KNOWN_STATES } from "../../support/known-states.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { SAMPLE } from "../support/ratebook.ts";

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

it("is well when it opens as a server opens it", async () => {
  expect(await releaseFindings({ ...USUAL, release: sound })).toEqual([
    expect.objectContaining({
      verdict: "well",
      found: expect.stringMatching(
        new RegExp(`is sound: Ratebook sample .*, for ${KNOWN_STATES}, .* content [0-9a-f]{64}\\.$`),
      ),
    }),
  ]);
});

it("is doubtful when anybody may write to it", async () => {
  const file = copied("open.db", (path) => chmodSync(path, 0o666));
  expect((await releaseFindings({ ...USUAL, release: file }))[1]).toMatchObject({
    verdict: "doubt",
    remedy: `"chmod o-w ${file}".`,
  });
});

it("is doubtful when an edition in use is older than the limit, and well just before", async () => {
  const dataset = join(folder.path, "dataset");
  cpSync(SAMPLE, dataset, { recursive: true });
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
  expect(await verdicts(15)).toEqual(["well"]);
  expect(await verdicts(0)).toEqual(["well"]);
  const [, stale] = await releaseFindings({ timeZone: "UTC", staleAfter: 12, release });
  expect(stale).toMatchObject({
    verdict: "doubt",
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
    verdict: "fault",
    found: expect.stringMatching(/old\.db has release format 1; this program reads format .* "ratebook build"/),
    remedy: expect.stringContaining(`"ratebook build DATASET --out ${file}"`),
  });
});

it("of a newer format is a fault whose remedy is another program, not another file", async () => {
  const [finding] = await releaseFindings({ ...USUAL, release: ofFormat("new.db", FORMAT_VERSION + 1) });
  expect(finding).toMatchObject({ verdict: "fault", remedy: expect.stringMatching(/^Upgrade Ratebook/) });
  expect(JSON.stringify(finding)).not.toContain("ratebook build");
});

it("that is somebody else's file is never to be written over", async () => {
  const file = join(SAMPLE, "dataset.json");
  const [finding] = await releaseFindings({ ...USUAL, release: file });
  expect(finding).toMatchObject({ verdict: "fault", remedy: expect.stringContaining("to a new file") });
  expect(finding?.remedy).not.toContain(file);
});

it.each([
  ["cut off", () => copied("cut.db", (path) => truncateSync(path, 100_000)), /is incomplete/],
  ["missing", () => join(folder.path, "none.db"), /does not exist/],
  ["something else", () => join(SAMPLE, "dataset.json"), /is not a Ratebook release/],
])("that is %s is a fault", async (_what, file, found) => {
  const findings = await releaseFindings({ ...USUAL, release: file() });
  expect(findings).toEqual([expect.objectContaining({ verdict: "fault", found: expect.stringMatching(found) })]);
});
