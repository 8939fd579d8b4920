import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { faultText } from "../../../src/dataset/fault.ts";
import type { RowPlace } from "../../../src/dataset/table.ts";
import { buildRelease } from "../../../src/release/build.ts";
import { openRelease, openSharedRelease } from "../../../src/release/open.ts";
import type { Release } from "../../../src/release/release.ts";
import { changeBehindSeal } from "../reseal.ts";
import {
  type Files,
  fees,
  hospitalRates,
  providers,
  SOUND,
  temporaryFolder,
  testState,
  writeDataset,
} from "../test-state.ts";

const HEADER = "line,publication,edition,place";
const PUBLISHER = "Zed Agency";
const MARCH = { publication: "Fees", publisher: PUBLISHER, edition: "2025-03-01", file: "march.csv", sha256: "aa" };
const APRIL = { ...MARCH, edition: "2025-04-01", file: "april.xlsx", sha256: "bb" };
const LIST = { publication: "List", publisher: "Others", edition: "2025-03-01", file: "list.csv", sha256: "cc" };
const FEES = { table: "zz/fees", importer: "zz/fees" };

function described(...sources: readonly object[]): Files {
  return { "dataset.json": JSON.stringify({ name: "tiny", version: "1", sources }) };
}

async function built(files: Files): Promise<string> {
  const out = join(temporaryFolder(), "release.db");
  const outcome = await buildRelease({ dataset: writeDataset(files), out, states: [testState] });
  if (!outcome.ok) throw new Error(outcome.faults.map(faultText).join("\n"));
  return out;
}

function opened(file: string): Release {
  const release = openRelease(file, [testState]);
  onTestFinished(() => release.close());
  return release;
}

const releaseOf = async (files: Files) => opened(await built(files));

function named({ publication, ...rest }: typeof MARCH, place: string | null) {
  return { name: publication, published: null, synthetic: false, ...rest, place };
}

const IMPORTED: Files = {
  ...described({ ...FEES, ...MARCH }, { table: "zz/fees", publication: "My own notes" }, { ...FEES, ...APRIL }),
  "origins/zz/fees.csv": [
    HEADER,
    "2,zz/fees,2025-03-01,line 17",
    "2,zz/fees,2025-04-01,line 3",
    "3,zz/fees,2025-03-01,line 18",
    '5,zz/fees,2025-04-01,"sheet ""Fees"", row 4"',
    "",
  ].join("\n"),
};

describe("the publication of a row", () => {
  test("is the one that an import brought it from, with file, hash and place; of several the first", async () => {
    const { origins } = await releaseOf(IMPORTED);
    expect(origins.publicationOf(fees, 2)).toEqual(named(MARCH, "line 17"));
    expect(origins.publicationOf(fees, 3)).toEqual(named(MARCH, "line 18"));
    expect(origins.publicationOf(fees, 5)).toEqual(named(APRIL, 'sheet "Fees", row 4'));
  });

  test("of a row written by hand among imported ones is what dataset.json says of those by hand", async () => {
    const { origins } = await releaseOf(IMPORTED);
    const unknown = {
      publisher: null,
      published: null,
      synthetic: false,
      edition: null,
      file: null,
      sha256: null,
      place: null,
    };
    expect(origins.publicationOf(fees, 4)).toEqual({ name: "My own notes", ...unknown });
    const { origins: silent } = await releaseOf({
      ...IMPORTED,
      ...described({ ...FEES, ...MARCH }, { ...FEES, ...APRIL }),
    });
    expect(silent.publicationOf(fees, 4)).toBeNull();
  });

  test("is told by the importer where two publications of one day feed a table", async () => {
    const sources = [
      { ...FEES, ...MARCH },
      { table: "zz/fees", importer: "zz/list", ...LIST },
    ];
    const lines = { "origins/zz/fees.csv": `${HEADER}\n2,zz/list,2025-03-01,line 9\n3,zz/fees,2025-03-01,line 9\n` };
    const { origins } = await releaseOf({ ...described(...sources), ...lines });
    expect(origins.publicationOf(fees, 2)).toEqual(named(LIST, "line 9"));
    expect(origins.publicationOf(fees, 3)).toEqual(named(MARCH, "line 9"));
  });

  test("of a table without origins is the entry of dataset.json; of several, all of their names", async () => {
    const { origins } = await releaseOf(
      described(
        { ...FEES, ...MARCH },
        {
          table: "zz/providers",
          publication: "Invented",
          publisher: PUBLISHER,
          published: "2025-01-02",
          synthetic: true,
        },
        { table: "zz/providers", publication: "Counties", publisher: PUBLISHER, published: "2025-01-02", sha256: "dd" },
      ),
    );
    expect(origins.publicationOf(fees, 2)).toEqual(named(MARCH, null));
    expect(origins.publicationOf(providers, 3)).toEqual({
      name: "Invented; Counties",
      publisher: PUBLISHER,
      published: "2025-01-02",
      // One of them is made up, and the row may be of either.
      synthetic: null,
      edition: null,
      file: null,
      sha256: null,
      place: null,
    });
    expect(origins.publicationOf(hospitalRates, 2)).toBeNull();
  });

  test("is the same in all threads, and for one state of the release", async () => {
    const first = await releaseOf(IMPORTED);
    const second = openSharedRelease(first.shared, [testState]);
    onTestFinished(() => second.close());
    expect(second.states.get("zz")?.origins.publicationOf(fees, 3)).toEqual(named(MARCH, "line 18"));
  });
});

describe("rows of ten blocks", () => {
  const LINES = [...Array(600).keys()].map((number) => number + 2);
  const source = { table: "zz/hospital_rates", importer: "zz/rates", ...MARCH };
  /** Backwards, so that no line goes on where the one before ended; every seventh is by hand. */
  const place = (line: number) => (line % 5 === 0 ? `sheet "${line % 3}", row ${9000 - line}` : `line ${9000 - line}`);
  const isByHand = (line: number) => line % 7 === 0;
  const dayOf = (line: number) => new Date(line * 86_400_000).toISOString().slice(0, 10);
  const table = LINES.map((line) => `H1,${line},${dayOf(line)},${dayOf(line)}`);
  const scattered: Files = {
    ...described(source),
    "zz/hospital_rates.csv": ["state_provider_id,rate,effective_start_date,effective_end_date", ...table, ""].join(
      "\n",
    ),
    "origins/zz/hospital_rates.csv": [
      HEADER,
      ...LINES.filter((line) => !isByHand(line)).map(
        (line) => `${line},zz/rates,2025-03-01,"${place(line).replaceAll('"', '""')}"`,
      ),
      "",
    ].join("\n"),
  };

  const expectedAt = (line: number) => (isByHand(line) ? null : named(MARCH, place(line)));
  let whole: string;

  beforeAll(async () => {
    whole = await built(scattered);
  });

  test("each name their own place, across all blocks", () => {
    const { origins } = opened(whole);
    expect(LINES.map((line) => origins.publicationOf(hospitalRates, line))).toEqual(LINES.map(expectedAt));
  });

  test("that were published one after the other are one run", async () => {
    const counting = LINES.map((line) => `${line},zz/rates,2025-03-01,line ${line + 1}`);
    const file = await built({
      ...scattered,
      "origins/zz/hospital_rates.csv": [HEADER, ...counting, ""].join("\n"),
    });
    expect(opened(file).origins.publicationOf(hospitalRates, 601)?.place).toBe("line 602");
    const database = new Database(file, { readonly: true });
    const stored = database
      .prepare("SELECT length(runs) FROM origin_blocks WHERE title = 'zz/hospital_rates'")
      .pluck()
      .all();
    database.close();
    expect(stored).toEqual([5]);
  });

  test.each([
    ["a block that is gone", "DELETE FROM origin_blocks WHERE title = 'zz/hospital_rates' AND first_line > 200"],
    ["places of others", "UPDATE origin_blocks SET labels = replace(labels, 'line', 'lime')"],
    ["lines of others", "UPDATE origin_blocks SET first_line = first_line - 1 WHERE first_line > 100"],
    ["another end", "UPDATE origin_blocks SET next_line = NULL"],
    ["no origins at all", "DELETE FROM origin_blocks"],
  ])("with %s give no answer that is wrong", (_, sql) => {
    const file = join(temporaryFolder(), "changed.db");
    copyFileSync(whole, file);
    changeBehindSeal(file, (database) => database.exec(sql));
    const release = opened(file);
    const wrong: unknown[] = [];
    const reasons: string[] = [];
    for (const line of LINES) {
      try {
        const answer = release.origins.publicationOf(hospitalRates, line);
        if (!isDeepStrictEqual(answer, expectedAt(line))) wrong.push({ line, answer });
      } catch (error) {
        reasons.push((error as Error).message);
      }
    }
    expect(wrong).toEqual([]);
    expect(reasons.length).toBeGreaterThan(100);
    const said = /origin_blocks: the origins of zz\/hospital_rates are not as they/;
    expect(reasons.filter((reason) => !said.test(reason))).toEqual([]);
    expect(release.guard.soundness.damage).not.toBeNull();
  });
});

describe("the cells of a row", () => {
  test("are those of its CSV file, by header, and null where that is empty", async () => {
    const release = await releaseOf({});
    const { data, directory, origins } = release.states.get("zz") as NonNullable<ReturnType<Release["states"]["get"]>>;
    const [, second] = data.rows(fees, { code: "A1" });
    expect(origins.cellsOf(fees, second as RowPlace)).toEqual({
      code: "A1",
      level: "1",
      fee: "11.00",
      effective_start_date: "2026-01-01",
      effective_end_date: null,
    });
    expect(origins.cellsOf(fees, data.rows(fees, { code: "B1" })[0] as RowPlace)).toMatchObject({
      level: null,
      fee: "5",
    });

    const [office] = directory.find({ npi: "1000000003" }, null) as readonly RowPlace[];
    expect(office).toMatchObject({ kind: "office" });
    expect(origins.cellsOf(providers, office as RowPlace)).toEqual({
      npi: "1000000003",
      state_provider_id: "S1",
      alternate_npis: null,
      provider_name: "Smith Clinic",
      kind: null,
      city: "Los Angeles",
      zip_code: "90001",
    });
  });

  test("of providers that share an identifier are those of the row's own line", async () => {
    const shared = `${SOUND["zz/providers.csv"]}1000000003,S2,,Smith Clinic,,Fresno,93650\n1000000003,,,Smith Clinic,,Davis,95616\n`;
    const release = await releaseOf({ "zz/providers.csv": shared });
    const rows = release.states.get("zz")?.directory.find({ npi: "1000000003" }, null) as readonly RowPlace[];
    expect(rows.map((row) => release.origins.cellsOf(providers, row).city)).toEqual(
      rows.map((row) => (row as RowPlace & { readonly city: string }).city),
    );
    expect(new Set(rows.map(({ line }) => line)).size).toBe(3);
  });

  test("are not guessed for a row of another release", async () => {
    const { origins } = await releaseOf({});
    expect(() => origins.cellsOf(fees, { line: 9, code: "A1" } as RowPlace)).toThrow(
      "line 9 is no row of this release's zz/fees",
    );
    const stranger = { line: 9, npi: "1000000003", stateProviderId: null, alternateNpis: [] } as RowPlace;
    expect(() => origins.cellsOf(providers, stranger)).toThrow("line 9 is no row of this release's zz/providers");
  });
});
