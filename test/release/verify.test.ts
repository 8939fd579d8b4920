import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { buildRelease } from "../../src/release/build.ts";
import { findingText, type ReleaseVerification, verifyRelease } from "../../src/release/verify.ts";
import { changeBehindSeal } from "./reseal.ts";
import { temporaryFolder, testState, writeDataset } from "./test-state.ts";

const PAGE_BYTES = 8192;
const folder = temporaryFolder();
const sound = join(folder, "sound.db");

const SOURCE = { table: "zz/fees", publication: "Fees", edition: "2025-01-01", importer: "zz/fees" };
const ORIGINS = {
  "dataset.json": JSON.stringify({ name: "tiny", version: "1", sources: [SOURCE] }),
  "origins/zz/fees.csv": "line,publication,edition,place\n2,zz/fees,2025-01-01,line 8\n",
};

beforeAll(async () => {
  await buildRelease({ dataset: writeDataset(ORIGINS), out: sound, states: [testState] });
});

function verify(file: string, states: readonly State[] = [testState]): Promise<ReleaseVerification> {
  return verifyRelease(file, states, () => undefined);
}

async function lines(file: string, states?: readonly State[]): Promise<string[]> {
  const { findings } = await verify(file, states);
  return findings.map((finding) => findingText(finding).replaceAll(folder, ""));
}

function spoilt(name: string, change: (bytes: Buffer) => void): string {
  const path = join(folder, name);
  const bytes = readFileSync(sound);
  change(bytes);
  writeFileSync(path, bytes);
  return path;
}

function resealed(name: string, sql: string): string {
  const path = spoilt(name, () => undefined);
  changeBehindSeal(path, (database) => database.unsafeMode().exec(sql));
  return path;
}

const REMEDY = 'Copy the file again, or rebuild it with "ratebook build".';

describe("verify", () => {
  test("finds nothing in a release as it was built, and tells how far it has come", async () => {
    const stages = new Set<string>();
    const verification = await verifyRelease(sound, [testState], ({ stage, done, total }) => {
      stages.add(stage);
      expect(done).toBeLessThanOrEqual(total);
    });
    expect(verification).toMatchObject({
      description: { name: "tiny" },
      findings: [],
      findingCount: 0,
      comparedStates: ["zz"],
      unknownStates: [],
    });
    for (const stage of ["reading blocks", "checking pages", "reading zz_fees", "hashing zz_providers"]) {
      expect(stages).toContain(stage);
    }
  });

  test("finds nothing in a release of fewer states than the program that built it knows", async () => {
    const tables = testState.tables.map((table) => ({ ...table, folder: "yy" }));
    const elsewhere = { ...testState.providers, table: tables[0] } as State["providers"];
    const other = {
      ...testState,
      code: "yy",
      tables,
      providers: elsewhere,
      references: [],
      uniqueness: [],
      agreements: [],
    };
    const out = join(folder, "fewer.db");
    await buildRelease({ dataset: writeDataset(), out, states: [other as State, testState] });
    expect(await lines(out, [other as State, testState])).toEqual([]);
  });

  test("verifies the rows of states that this program does not know, and says that their rules were not compared", async () => {
    expect(await verify(sound, [])).toMatchObject({ findingCount: 0, comparedStates: [], unknownStates: ["zz"] });
  });

  test("names the block of a price that was changed, and what the release says of itself", async () => {
    const file = spoilt("price.db", (bytes) => bytes.write("90.50", bytes.indexOf("10.50")));
    expect(await lines(file)).toEqual([`/price.db: bytes 0 to 262143 are not those that were built. ${REMEDY}`]);
    expect(await verify(file)).toMatchObject({ description: { name: "tiny" }, comparedStates: [] });
  });

  const OTHER_CONTENT = /^content_hash: the stored rows give \w{64} and the release says \w{64}\. /;

  test.each([
    ["a price", "UPDATE zz_fees SET fee = '99' WHERE line = 3", OTHER_CONTENT],
    ["a row that is gone", "DELETE FROM zz_fees WHERE line = 3", /^zz\/fees: 3 rows are there and 4 were compiled/],
    [
      "a provider",
      "UPDATE zz_providers_rows SET cells = json_set(cells, '$[0]', '1000000009') WHERE place = 3",
      OTHER_CONTENT,
    ],
    [
      "a text that providers share",
      "UPDATE zz_providers_repeated_cells SET texts = replace(texts, 'Smith', 'Smyth')",
      OTHER_CONTENT,
    ],
    ["a place", "UPDATE origin_blocks SET labels = replace(labels, 'line', 'lime')", OTHER_CONTENT],
    ["origins that are gone", "DELETE FROM origin_blocks", OTHER_CONTENT],
    ["origins of another table", "UPDATE origin_blocks SET title = 'zz/else' WHERE title = 'zz/fees'", OTHER_CONTENT],
    [
      "an index that providers are found by",
      "UPDATE zz_providers_indexes SET data = x'00' WHERE part = 0",
      /changed\.db: is damaged: zz_providers_indexes: part 0 of the index/,
    ],
    [
      "an index of SQLite that lacks a row",
      "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '(lookup)', '(line)') WHERE name = 'zz_fees_lookup'",
      /^SQLite's integrity_check: row 1 missing from index zz_fees_lookup/,
    ],
    ["what it says of itself", "DELETE FROM about WHERE name = 'origin'", /^about: the release has no description/],
  ])("finds %s behind a seal that is sound", async (_, sql, finding) => {
    const found = await lines(resealed("changed.db", sql));
    expect(found.filter((line) => line.includes("bytes"))).toEqual([]);
    expect(found).toContainEqual(expect.stringMatching(finding));
  });

  test("says what rules differ from those of this program", async () => {
    const classes = { outpatient: () => "one for all", inpatient: () => null };
    const other = { ...testState, providers: { ...testState.providers, classes } } as unknown as State;
    expect(await lines(sound, [other])).toEqual([
      expect.stringMatching(/^\/sound\.db: was built by another version of this program, which differs in classes/),
    ]);
  });

  test("says why a file is no release at all", async () => {
    writeFileSync(join(folder, "text.db"), "hello");
    expect(await lines(join(folder, "text.db"))).toEqual([
      '/text.db: is not a Ratebook release. Name another file, or make one with "ratebook build".',
    ]);
  });

  test("survives pages of random bytes, and lists a bounded number of findings", async () => {
    const file = spoilt("random.db", (bytes) => {
      for (let at = PAGE_BYTES; at < bytes.length - PAGE_BYTES; at += 3) bytes[at] = (at * 31) & 0xff;
    });
    const { findings, findingCount } = await verify(file);
    expect(findingCount).toBeGreaterThan(1);
    expect(findings.length).toBeLessThanOrEqual(100);
  });
});
