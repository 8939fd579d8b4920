import { readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { addEarlierSample, earlierTable } from "../../src/cli/sample.ts";
import { compareReleases } from "../../src/diff/release-comparison.ts";
import { openRelease } from "../../src/release/open.ts";
import { openStored } from "../../src/release/stored-release.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { sharedRelease } from "../support/shared-release.ts";
import { ROOT, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("an earlier table has no row from July 2026 on, and what ended the day before goes on", () => {
  const header = "code,rate,effective_start_date,effective_end_date";
  const now = [
    header,
    "A,1,2025-07-01,2026-06-30",
    "A,2,2026-07-01,",
    "B,3,2020-01-01,2026-06-29",
    "C,4,2026-10-01,",
    "",
  ];
  const before = [header, "A,1,2025-07-01,", "B,3,2020-01-01,2026-06-29", ""];
  expect(earlierTable(now.join("\n"))).toBe(before.join("\n"));
  expect(earlierTable("npi,name\n2026-07-01,2026-07-01\n")).toBe("npi,name\n2026-07-01,2026-07-01\n");
});

test("the earlier sample is compiled once, put into the releases of a home, and differs from the sample in dollars of codes", async () => {
  const releases = join(folder.path, "home", "releases");
  await addEarlierSample(ROOT, releases);
  const [name = ""] = readdirSync(releases);
  expect(readdirSync(releases)).toHaveLength(1);
  const file = join(releases, name);
  const earlier = openRelease(file, states);
  expect(earlier.description).toMatchObject({ name: "Ratebook sample", version: "2026.06" });
  expect(name).toBe(`${earlier.description.contentHash}.db`);
  earlier.close();

  const sample = await sharedRelease(SAMPLE);
  const [before, after] = [openStored(file, states), openStored(sample.file, states)];
  const { tables } = await compareReleases(before, after, { on: null, states: null });
  before.close();
  after.close();
  sample.discard();
  const ofCodes = tables.flatMap(({ largest }) => largest.filter(({ group }) => group === "codes"));
  expect(ofCodes.some(({ raised }) => raised.length > 0)).toBe(true);
  expect(ofCodes.some(({ cut }) => cut.length > 0)).toBe(true);

  // One of an older version makes room for it; one that is up to date stays as it is.
  const { mtimeMs } = statSync(file);
  await addEarlierSample(ROOT, releases);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  const older = "a".repeat(64);
  renameSync(file, join(releases, `${older}.db`));
  writeFileSync(join(releases, "..", "earlier-sample.stamp"), `older ${older}`);
  await addEarlierSample(ROOT, releases);
  expect(readdirSync(releases)).toEqual([name]);
});

test("what is left out of the earlier sample is made up: no real row begins at the cut or later", async () => {
  const sample = await sharedRelease(SAMPLE);
  const release = openRelease(sample.file, states);
  const real = states.flatMap(({ tables, providers }) =>
    tables
      .filter((table) => table.dated && table !== providers.table)
      .flatMap((table) =>
        [...release.tables.groups(table)].flat().filter((row) => {
          const { period, line } = row as unknown as { period: { start: string }; line: number };
          return (
            period.start >= "2026-07-01" && !release.origins.sourcesOf(table, line).every((each) => each.synthetic)
          );
        }),
      ),
  );
  release.close();
  sample.discard();
  expect(real).toEqual([]);
});
