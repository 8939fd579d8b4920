import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, test } from "vitest";
import { TemporaryFile } from "../../src/core/files/replace-file.ts";
import type { Progress } from "../../src/core/runtime/progress.ts";
import { faultText } from "../../src/dataset/fault.ts";
import { buildRelease } from "../../src/release/build.ts";
import type { ReleaseDescription } from "../../src/release/release.ts";
import { type Files, SOUND, temporaryFolder, testState, writeDataset } from "./test-state.ts";

function outFile(): string {
  return join(temporaryFolder(), "release.db");
}

async function build(changes: Files = {}, out = outFile()): Promise<ReleaseDescription> {
  const outcome = await buildRelease({ dataset: writeDataset(changes), out, states: [testState] });
  if (!outcome.ok) throw new Error(outcome.faults.map(faultText).join("\n"));
  return outcome.description;
}

const hashOf = async (changes: Files) => (await build(changes)).contentHash;

describe("a release", () => {
  test("says what it is and how many rows it has", async () => {
    const source = { table: "zz/fees", publication: "Fee schedule" };
    const description = await build({
      "dataset.json": JSON.stringify({ name: "tiny", version: "2", description: "for tests", sources: [source] }),
    });
    expect(description).toMatchObject({
      name: "tiny",
      version: "2",
      description: "for tests",
      sources: [{ ...source, publisher: null, published: null, retrieved: null, url: null, sha256: null }],
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      rowCounts: { "zz/fees": 4, "zz/hospital_rates": 1, "zz/providers": 3 },
    });
  });

  test("can be looked into with other tools, providers by the names of their columns", async () => {
    const out = outFile();
    await build({}, out);
    const database = new Database(out, { readonly: true });
    expect(database.prepare("SELECT npi, provider_name, zip_code, line FROM zz_providers").all()).toEqual([
      { npi: "1000000001", provider_name: "General Hospital", zip_code: "90002-1234", line: 3 },
      { npi: "1000000002", provider_name: "General Hospital", zip_code: "900021234", line: 4 },
      { npi: "1000000003", provider_name: "Smith Clinic", zip_code: "90001", line: 2 },
    ]);
    expect(database.prepare("SELECT code, level, fee, lookup, line FROM zz_fees WHERE line > 3").all()).toEqual([
      { code: "A1", level: "2", fee: "20", lookup: "A1", line: 4 },
      { code: "B1", level: null, fee: "5", lookup: "B1", line: 5 },
    ]);
    database.close();
  });

  test("tells how far it has come", async () => {
    const seen: Progress[] = [];
    await buildRelease({
      dataset: writeDataset(),
      out: outFile(),
      states: [testState],
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen.map(({ stage }) => stage)).toEqual([
      "reading zz/fees",
      "reading zz/hospital_rates",
      "reading zz/providers",
      "writing zz/providers",
    ]);
    for (const { done, total } of seen) expect(done).toBeLessThanOrEqual(total);
  });
});

describe("the same dataset", () => {
  test("gives the same bytes, wherever it lies", async () => {
    const files = await Promise.all(
      [1, 2].map(async () => {
        const out = outFile();
        await build({}, out);
        return createHash("sha256").update(readFileSync(out)).digest("hex");
      }),
    );
    expect(files[0]).toBe(files[1]);
  });

  test("gives the same hash when it is written differently", async () => {
    const windows = Object.fromEntries(
      Object.entries(SOUND).map(([path, text]) => [
        path,
        path.endsWith(".csv") ? `\ufeff${text.replaceAll("\n", "\r\n")}` : text,
      ]),
    );
    const turned = 'rate, effective_start_date ,state_provider_id\n 1000,2025-01-01,"H1"\n';
    expect(await hashOf(windows)).toBe(await hashOf({}));
    expect(await hashOf({ "zz/hospital_rates.csv": turned })).toBe(await hashOf({}));
  });
});

describe("another dataset", () => {
  test("gives another hash, whichever cell differs", async () => {
    const hashes = new Set([await hashOf({})]);
    let count = 1;
    for (const path of ["zz/providers.csv", "zz/fees.csv", "zz/hospital_rates.csv"] as const) {
      const changed = [
        ["Clinic", "Klinik"],
        ["90001", "90009"],
        ["10.50", "10.5"],
        ["2025-12-31", "2025-12-30"],
        ["1000,", "1001,"],
        ["Oakland", ""],
      ] as const;
      for (const [from, to] of changed) {
        if (!SOUND[path].includes(from)) continue;
        hashes.add(await hashOf({ [path]: SOUND[path].replace(from, to) }));
        count += 1;
      }
    }
    hashes.add(await hashOf({ "zz/fees.csv": SOUND["zz/fees.csv"].replace("A1,2", "\nA1,2") }));
    hashes.add(await hashOf({ "zz/hospital_rates.csv": null }));
    hashes.add(await hashOf({ "dataset.json": JSON.stringify({ name: "tiny", version: "2" }) }));
    expect(hashes.size).toBe(count + 3);
  });
});

describe("the origins of a dataset", () => {
  const source = { table: "zz/fees", publication: "Fees", edition: "2025-01-01", importer: "zz/fees" };
  const described = { "dataset.json": JSON.stringify({ name: "tiny", version: "1", sources: [source] }) };
  const origins = (place: string) => ({
    ...described,
    "origins/zz/fees.csv": `line,publication,edition,place\n3,zz/fees,2025-01-01,${place}\n`,
  });

  test("are part of its hash: a release that tells other places is another release", async () => {
    const hashes = [described, origins("line 7"), origins("line 8"), origins("whole file")].map(hashOf);
    expect(new Set(await Promise.all(hashes)).size).toBe(4);
    expect(await hashOf(origins("line 7"))).toBe(await hashOf(origins('"line 7"')));
  });

  test("change nothing about a dataset that has none", async () => {
    const empty = { ...described, "origins/zz/fees.csv": "line,publication,edition,place\n" };
    expect(await hashOf(empty)).toBe(await hashOf(described));
  });

  test("are told of while they are read", async () => {
    const stages: string[] = [];
    const onProgress = ({ stage, done, total }: Progress) => {
      stages.push(stage);
      expect(done).toBeLessThanOrEqual(total);
    };
    await buildRelease({ dataset: writeDataset(origins("line 7")), out: outFile(), states: [testState], onProgress });
    expect(stages.slice(0, 2)).toEqual(["reading zz/fees", "reading the origins of zz/fees"]);
  });
});

describe("a faulty dataset", () => {
  test("is not compiled: its faults are told and nothing is left behind", async () => {
    const out = outFile();
    const outcome = await buildRelease({
      dataset: writeDataset({ "zz/fees.csv": "code,fee,effective_start_date\nA,free,2025-01-01\n" }),
      out,
      states: [testState],
    });
    expect(outcome).toMatchObject({ ok: false, faultCount: 1 });
    expect(readdirSync(join(out, ".."))).toEqual([]);
  });

  test("leaves an earlier release as it was", async () => {
    const out = outFile();
    await build({}, out);
    const before = readFileSync(out);
    await buildRelease({ dataset: writeDataset({ "zz/fees.csv": "" }), out, states: [testState] });
    expect(readFileSync(out).equals(before)).toBe(true);
    expect(readdirSync(join(out, ".."))).toEqual(["release.db"]);
  });
});

test("a build that throws half-way leaves nothing behind", async () => {
  const out = outFile();
  writeFileSync(out, "before");
  const broken = {
    ...testState,
    providers: {
      ...testState.providers,
      order: () => {
        throw new Error("out of order");
      },
    },
  };
  await expect(buildRelease({ dataset: writeDataset(), out, states: [broken] })).rejects.toThrow("out of order");
  expect(readdirSync(join(out, ".."))).toEqual(["release.db"]);
  expect(readFileSync(out, "utf8")).toBe("before");
});

test("a release takes the place of an earlier one", async () => {
  const out = outFile();
  writeFileSync(out, "before");
  await build({}, out);
  expect(readFileSync(out).subarray(0, 15).toString()).toBe("SQLite format 3");
  expect(readdirSync(join(out, ".."))).toEqual(["release.db"]);
});

test("a folder that does not exist is said so", async () => {
  const out = join(outFile(), "deeper", "release.db");
  await expect(buildRelease({ dataset: writeDataset(), out, states: [testState] })).rejects.toThrow();
});

describe("temporary file", () => {
  it("takes away what killed builds of the same release left, and nothing else", () => {
    const folder = temporaryFolder();
    const others = [
      "other.db.7.partial",
      "rates.db.partial",
      "rates.db.7.partial.csv",
      "rates.db.x.partial",
      "xrates.db.7.partial",
    ];
    for (const name of [...others, "rates.db.7.partial", "rates.db.4711.partial"])
      writeFileSync(join(folder, name), "");
    const file = new TemporaryFile(join(folder, "rates.db"), "build");
    writeFileSync(file.path, "new");
    file.keep();
    file.discard();
    expect(readdirSync(folder)).toEqual([...others, "rates.db"].sort());
    expect(readFileSync(join(folder, "rates.db"), "utf8")).toBe("new");
  });

  it("refuses a second build to the same release while the first goes on, whose file stays", () => {
    const target = join(temporaryFolder(), "rates.db");
    const first = new TemporaryFile(target, "build");
    writeFileSync(first.path, "first");
    expect(() => new TemporaryFile(target, "build")).toThrow(`${target} is in use by "ratebook build"`);
    first.keep();
    first.discard();
    expect(readFileSync(target, "utf8")).toBe("first");
    new TemporaryFile(target, "build").discard();
    expect(readdirSync(join(target, ".."))).toEqual(["rates.db"]);
  });
});
