import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Lock } from "../../src/core/files/lock.ts";
import { checkDataset } from "../../src/dataset/check.ts";
import { buildRelease } from "../../src/release/build.ts";
import { temporaryFolder, testState, writeDataset } from "../release/test-state.ts";

const states = [testState];

/** A dataset whose import was cut off: its fees are in place of the old ones, its description is not yet. */
function cutOff(): string {
  const dataset = writeDataset();
  mkdirSync(join(dataset, ".import", "new"), { recursive: true });
  writeFileSync(join(dataset, ".import", "new", "dataset.json"), '{"name":"tiny","version":"2"}');
  const journal = { remove: ["zz/hospital_rates.csv"], place: ["zz/fees.csv", "dataset.json"] };
  writeFileSync(join(dataset, ".import", "commit.json"), JSON.stringify(journal));
  return dataset;
}

it("a check completes an import that was cut off, and says so", async () => {
  const dataset = cutOff();
  const said: string[] = [];
  const verdict = await checkDataset({ dataset, states, notify: (text) => said.push(text) });
  expect(verdict).toMatchObject({ faultCount: 0, rowCounts: { "zz/fees": 4 } });
  expect(said).toEqual([`An import into ${dataset} was cut off while it was put in place: it has been completed.`]);
  expect(readdirSync(dataset)).toEqual(["dataset.json", "zz"]);
  expect(readdirSync(join(dataset, "zz"))).toEqual(["fees.csv", "providers.csv"]);
});

it.each([
  ["leads out of the dataset", { remove: ["../victim"], place: [] }],
  ["leads out of what was staged", { remove: [], place: ["../victim"] }],
  ["leads to what is hidden", { remove: [".import"], place: [] }],
  ["is absolute", { remove: ["/victim"], place: [] }],
  ["leads through a link", { remove: ["linked/victim"], place: [] }],
  ["has no lists", {}],
  ["has numbers", { remove: [1], place: [] }],
  ["is none", null],
])("a journal that %s is refused, and nothing is removed or put anywhere", async (_what, journal) => {
  const dataset = cutOff();
  const outside = temporaryFolder();
  writeFileSync(join(outside, "victim"), "precious");
  writeFileSync(join(dataset, "..", "victim"), "precious");
  symlinkSync(outside, join(dataset, "linked"));
  writeFileSync(join(dataset, ".import", "commit.json"), JSON.stringify(journal));
  const before = readdirSync(dataset, { recursive: true }).sort();
  await expect(checkDataset({ dataset, states })).rejects.toThrow(
    "commit.json is none that an import has written: remove it, or take the dataset from a backup.",
  );
  expect(readdirSync(dataset, { recursive: true }).sort()).toEqual(before);
  for (const place of [outside, join(dataset, "..")]) {
    expect(readFileSync(join(place, "victim"), "utf8")).toBe("precious");
  }
  rmSync(join(dataset, "..", "victim"));
});

it("a build compiles the whole of it", async () => {
  const out = join(temporaryFolder(), "release.db");
  const dataset = cutOff();
  const outcome = await buildRelease({ dataset, out, states });
  expect(outcome).toMatchObject({ ok: true, description: { version: "2" } });
  // The same as it would have been without an interruption, to the byte.
  const again = join(temporaryFolder(), "again.db");
  await buildRelease({ dataset, out: again, states });
  expect(readFileSync(again).equals(readFileSync(out))).toBe(true);
});

it("an import that is being put in place by another process is waited for by nobody: it is refused", async () => {
  const dataset = cutOff();
  const lock = Lock.take(dataset, "import");
  await expect(checkDataset({ dataset, states })).rejects.toThrow(
    `${dataset} holds half of an import, which must be completed first: ${dataset} is in use by "ratebook import" (process ${process.pid} `,
  );
  lock.release();
  expect(readFileSync(join(dataset, "dataset.json"), "utf8")).toContain('"1"');
});

it("half of an import that cannot be completed is not read", async () => {
  const dataset = cutOff();
  mkdirSync(join(dataset, ".lock"));
  const out = join(temporaryFolder(), "release.db");
  await expect(buildRelease({ dataset, out, states })).rejects.toThrow(
    /holds half of an import, which must be completed first: .*\.lock is in the way/,
  );
  expect(readdirSync(join(out, ".."))).toEqual([]);
});

it("an import that only prepares its files keeps nobody from reading", async () => {
  const dataset = writeDataset();
  const lock = Lock.take(dataset, "import");
  mkdirSync(join(dataset, ".import", "new"), { recursive: true });
  expect(await checkDataset({ dataset, states })).toMatchObject({ faultCount: 0 });
  lock.release();
});

it.each([
  ["an import was put in place", "dataset.json", "(dataset.json)"],
  ["a table was written", "zz/providers.csv", "(zz/providers.csv)"],
])("what was read while %s is not compiled", async (_what, path, named) => {
  const dataset = writeDataset();
  const out = join(temporaryFolder(), "release.db");
  let isChanged = false;
  const onProgress = () => {
    if (isChanged) return;
    isChanged = true;
    const text = readFileSync(join(dataset, path));
    writeFileSync(join(dataset, "new"), text);
    // Disks with a coarse clock tell the two apart, too.
    utimesSync(join(dataset, "new"), new Date(), new Date(Date.now() + 5_000));
    renameSync(join(dataset, "new"), join(dataset, path));
  };
  await expect(buildRelease({ dataset, out, states, onProgress })).rejects.toThrow(
    `${dataset} was changed while it was read ${named}: run the command again when no import is writing to it.`,
  );
  expect(readdirSync(join(out, ".."))).toEqual([]);
});

it("what was read while an import began to be put in place is not taken for a whole", async () => {
  const dataset = writeDataset();
  const onProgress = () => {
    mkdirSync(join(dataset, ".import"), { recursive: true });
    writeFileSync(join(dataset, ".import", "commit.json"), "{}");
  };
  await expect(checkDataset({ dataset, states, onProgress })).rejects.toThrow("was changed while it was read: run");
});

it("what was read while a table was replaced by another of the same size and time is not taken for a whole", async () => {
  const dataset = writeDataset();
  const table = join(dataset, "zz/providers.csv");
  const time = new Date(2026, 0, 1);
  utimesSync(table, time, time);
  let isReplaced = false;
  const onProgress = () => {
    if (isReplaced) return;
    isReplaced = true;
    writeFileSync(join(dataset, "new"), readFileSync(table));
    utimesSync(join(dataset, "new"), time, time);
    renameSync(join(dataset, "new"), table);
  };
  await expect(checkDataset({ dataset, states, onProgress })).rejects.toThrow("was changed while it was read");
});
