import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  readSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildRelease } from "../../src/release/build.ts";
import { openRelease, openReleaseInSlices } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { ReleaseDamaged, ReleaseRefused } from "../../src/release/soundness.ts";
import { fees, hospitalRates, SOUND, temporaryFolder, testState, writeDataset } from "./test-state.ts";

/* Bytes that rot or are overwritten, in a file and under a release that is open. */

const PAGE_BYTES = 8192;
const folder = temporaryFolder();
const sound = join(folder, "sound.db");
const other = join(folder, "other.db");
let bytes: Buffer;
let copies = 0;

beforeAll(async () => {
  const larger = manyRows();
  await build(sound, larger);
  await build(other, { ...larger, "zz/fees.csv": larger["zz/fees.csv"].replaceAll(",7.", ",9.") });
  bytes = readFileSync(sound);
});

async function build(out: string, files: Record<string, string>): Promise<void> {
  const outcome = await buildRelease({ dataset: writeDataset(files), out, states: [testState] });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
}

/** Enough rows for b-trees of several pages. */
function manyRows() {
  const fee = (number: number) => `C${number},1,7.${number % 90},2025-01-01,2025-12-31\nC${number},1,7.5,2026-01-01,`;
  const provider = (number: number) =>
    `${1_000_001_000 + number},P${number},,Clinic ${number} of Oakland,,City ${number},90001`;
  const numbers = [...Array(400).keys()];
  return {
    ...SOUND,
    "zz/fees.csv": `${SOUND["zz/fees.csv"]}${numbers.map(fee).join("\n")}\n`,
    "zz/providers.csv": `${SOUND["zz/providers.csv"]}${numbers.map(provider).join("\n")}\n`,
  };
}

function copy(): string {
  copies += 1;
  const path = join(folder, `copy-${copies}.db`);
  writeFileSync(path, bytes);
  return path;
}

function overwrite(path: string, at: number, content: Uint8Array): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, content, 0, content.length, at);
  closeSync(descriptor);
}

function flip(path: string, at: number, bit: number): void {
  const descriptor = openSync(path, "r");
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, at);
  closeSync(descriptor);
  overwrite(path, at, Buffer.from([(byte[0] as number) ^ (1 << bit)]));
}

/** The same numbers on every machine. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("a file in which one bit is another", () => {
  const at = (text: string) => bytes.indexOf(text);
  test.each<[what: string, place: () => number]>([
    ["the header", () => 24],
    ["the page count", () => 30],
    ["the schema", () => at("CREATE TABLE zz_fees")],
    ["the price of a row", () => at("10.50")],
    ["a b-tree page", () => 3 * PAGE_BYTES + 5],
    ["a provider", () => at("General Hospital")],
    ["the name of an index", () => at("identifier_lower_hashes")],
    ["the checksums", () => at("RTBKSEAL") - 2],
    ["the signature of the seal", () => at("RTBKSEAL")],
    ["the hash at the end", () => bytes.length - 1],
  ])("is not opened: %s", async (_, place) => {
    const path = copy();
    expect(place()).toBeGreaterThan(0);
    flip(path, place(), 3);
    expect(() => openRelease(path, [testState])).toThrow(ReleaseRefused);
    await expect(openReleaseInSlices(path, [testState])).rejects.toThrow(ReleaseRefused);
  });

  test("is not opened, wherever it is", () => {
    const pick = random(7);
    const path = copy();
    for (let count = 0; count < 75; count += 1) {
      const place = pick(bytes.length);
      const bit = pick(8);
      flip(path, place, bit);
      expect(() => openRelease(path, [testState]), `bit ${bit} of byte ${place}`).toThrow(ReleaseRefused);
      flip(path, place, bit);
    }
    openRelease(path, [testState]).close();
  });
});

describe("a file of another length", () => {
  test("is refused", () => {
    const short = copy();
    truncateSync(short, bytes.length - 1);
    expect(() => openRelease(short, [testState])).toThrow(/is incomplete: \d+ of \d+ bytes are there/);
    const long = copy();
    writeFileSync(long, Buffer.concat([bytes, Buffer.alloc(1)]));
    expect(() => openRelease(long, [testState])).toThrow(/has \d+ bytes where \d+ were built/);
  });

  test("without its seal is refused as incomplete", () => {
    const path = copy();
    truncateSync(path, bytes.indexOf("RTBKSEAL") - (bytes.indexOf("RTBKSEAL") % PAGE_BYTES));
    expect(() => openRelease(path, [testState])).toThrow("is incomplete");
  });
});

/** Everything that can be asked, by what it is asked by. */
const QUESTIONS: readonly [string, (release: Release) => unknown][] = [
  ...["A1", "B1", "Z9", "C7", "C123", "C399", "C4000"].map((code): [string, (release: Release) => unknown] => [
    `fees of ${code}`,
    (release) => data(release).rows(fees, { code }),
  ]),
  ["hospital rates", (release) => data(release).rows(hospitalRates, { stateProviderId: "H1" })],
  ["no hospital rates", (release) => data(release).rows(hospitalRates, { stateProviderId: "H9" })],
  ["a cell", (release) => data(release).hasRows(fees, { column: "code", text: "C200" })],
  ["where a fee comes from", (release) => release.origins.publicationOf(fees, 3)],
  [
    "the cells of a fee",
    (release) =>
      data(release)
        .rows(fees, { code: "C7" })
        .map((row) => release.origins.cellsOf(fees, row)),
  ],
  ["no cell", (release) => data(release).hasRows(fees, { column: "code", text: "none" })],
  ...["1000000001", "1000000009", "1000001123", "1000001399", "1999999999"].map(
    (npi): [string, (release: Release) => unknown] => [npi, (release) => directory(release).find({ npi }, null)],
  ),
  ...["GENERAL", "CLINIC 12", "IN", "OAKLAND", "QQQ", "X"].map((name): [string, (release: Release) => unknown] => [
    name,
    (release) => directory(release).countByName("outpatient", name, () => true, 20),
  ]),
  [
    "a search",
    (release) => directory(release).search({ identifiers: {}, name: "CLINIC", filters: { city: "CITY 12" } }, 20),
  ],
];

function data(release: Release) {
  return source(release).data;
}

function directory(release: Release) {
  return source(release).directory;
}

function source(release: Release) {
  const found = release.states.get("zz");
  if (found === undefined) throw new Error("zz is missing");
  return found;
}

async function answer(release: Release, ask: (release: Release) => unknown): Promise<string> {
  return JSON.stringify(await ask(release), (_, value) => (typeof value === "bigint" ? String(value) : value));
}

async function soundAnswers(): Promise<readonly string[]> {
  const release = openRelease(sound, [testState]);
  const answers = [];
  for (const [, ask] of QUESTIONS) answers.push(await answer(release, ask));
  release.close();
  return answers;
}

/** Asks everything: each answer is the sound one, or there is none. How many there were. */
async function answeredSoundly(release: Release, expected: readonly string[], what: string): Promise<number> {
  let answered = 0;
  for (const [place, [question, ask]] of QUESTIONS.entries()) {
    try {
      expect(await answer(release, ask), `${question} after ${what}`).toBe(expected[place]);
      answered += 1;
    } catch (error) {
      if (!(error instanceof ReleaseDamaged)) throw error;
      expect(release.guard.soundness.damage).not.toBeNull();
    }
  }
  return answered;
}

describe("under an open release", () => {
  test("a bit that is flipped is never another answer", async () => {
    const expected = await soundAnswers();
    const pick = random(11);
    const path = copy();
    let refused = 0;
    for (let count = 0; count < 15; count += 1) {
      const release = openRelease(path, [testState]);
      const places = Array.from({ length: 5 }, () => pick(bytes.length));
      for (const place of places) flip(path, place, place % 8);
      const answered = await answeredSoundly(release, expected, `flips in the bytes ${places.join(", ")}`);
      if (answered < QUESTIONS.length) refused += 1;
      release.close();
      for (const place of places) flip(path, place, place % 8);
    }
    expect(refused).toBeGreaterThan(5);
  });

  test("pages of random bytes are never another answer", async () => {
    const expected = await soundAnswers();
    const pick = random(13);
    let refused = 0;
    for (let count = 0; count < 10; count += 1) {
      const path = copy();
      const release = openRelease(path, [testState]);
      const page = pick(Math.floor(bytes.length / PAGE_BYTES));
      overwrite(
        path,
        page * PAGE_BYTES,
        Uint8Array.from({ length: PAGE_BYTES }, () => pick(256)),
      );
      const answered = await answeredSoundly(release, expected, `random bytes in page ${page}`);
      if (answered < QUESTIONS.length) refused += 1;
      release.close();
    }
    expect(refused).toBeGreaterThan(5);
  });

  test("pages that stand in each other's place are never another answer", async () => {
    const expected = await soundAnswers();
    const pick = random(17);
    const pages = Math.floor(bytes.length / PAGE_BYTES);
    let refused = 0;
    for (let count = 0; count < 10; count += 1) {
      const path = copy();
      const release = openRelease(path, [testState]);
      const from = pick(pages) * PAGE_BYTES;
      const to = pick(pages) * PAGE_BYTES;
      overwrite(path, to, bytes.subarray(from, from + PAGE_BYTES));
      const answered = await answeredSoundly(release, expected, `page at ${from} written to ${to}`);
      if (answered < QUESTIONS.length) refused += 1;
      release.close();
    }
    expect(refused).toBeGreaterThan(5);
  });

  test("another release that is copied over the file is never another answer", async () => {
    const expected = await soundAnswers();
    const path = copy();
    const release = openRelease(path, [testState]);
    copyFileSync(other, path);
    expect(await answeredSoundly(release, expected, "a copy")).toBeLessThan(QUESTIONS.length);
    release.close();
  });

  test("a file that is cut off is never another answer", async () => {
    const expected = await soundAnswers();
    for (const share of [0, 0.3, 0.7]) {
      const path = copy();
      const release = openRelease(path, [testState]);
      truncateSync(path, Math.floor(bytes.length * share));
      expect(await answeredSoundly(release, expected, `a cut to ${share}`)).toBeLessThan(QUESTIONS.length);
      release.close();
    }
  });
});
