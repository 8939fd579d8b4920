import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkDataset } from "../../../src/dataset/check.ts";
import { faultText } from "../../../src/dataset/fault.ts";
import { medicareTables } from "../../../src/dataset/medicare-tables.ts";
import { buildRelease } from "../../../src/release/build.ts";
import { openRelease } from "../../../src/release/open.ts";
import { states } from "../../../src/states/index.ts";
import { type Files, fees, SOUND, temporaryFolder, testState, writeDataset } from "../../release/test-state.ts";
import { sharedRelease } from "../../support/shared-release.ts";

const TABLE = "zz/fees";
const REAL = { table: TABLE, publication: "Fees" };
const MADE_UP = { table: TABLE, publication: "Sample data", synthetic: true };

function described(...sources: readonly object[]): Files {
  return { "dataset.json": JSON.stringify({ name: "tiny", version: "1", sources }) };
}

const faultsOf = async (files: Files) =>
  (await checkDataset({ dataset: writeDataset(files), states: [testState] })).faults.map(faultText);

/** The names of the sources of each line of the fees. */
async function namesIn(files: Files): Promise<readonly string[][]> {
  const out = join(temporaryFolder(), "release.db");
  const outcome = await buildRelease({ dataset: writeDataset(files), out, states: [testState] });
  if (!outcome.ok) throw new Error(outcome.faults.map(faultText).join("\n"));
  const release = openRelease(out, [testState]);
  onTestFinished(() => release.close());
  const lines = (SOUND[`${TABLE}.csv`] as string).trim().split("\n").length;
  return Array.from({ length: lines - 1 }, (_, place) =>
    release.origins.sourcesOf(fees, place + 2).map(({ publication }) => publication as string),
  );
}

/** The codes of the lines, below the header. */
const CODES = (SOUND[`${TABLE}.csv`] as string)
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(",")[0] as string);
const [FIRST = ""] = CODES;

describe("a source that says which rows are its", () => {
  test("is the source of those alone, and all others have the source without rows", async () => {
    const names = await namesIn(described({ ...REAL, rows: { code: [FIRST] } }, MADE_UP));
    expect(names).toEqual(CODES.map((code) => [code === FIRST ? "Fees" : "Sample data"]));
    expect(new Set(names.flat()).size).toBe(2);
  });

  test("claims rows with one of the values in every column, and the first source that claims a row has it", async () => {
    const names = await namesIn(
      described(
        { ...REAL, rows: { code: [FIRST], fee: ["no such fee"] } },
        { ...MADE_UP, rows: { code: CODES } },
        { table: TABLE, publication: "Later", rows: { code: [FIRST] } },
      ),
    );
    expect(new Set(names.flat())).toEqual(new Set(["Sample data"]));
  });

  test("leaves rows that none claims without a source, where each source claims rows", async () => {
    const names = await namesIn(described({ ...REAL, rows: { code: [FIRST] } }));
    expect(names).toEqual(CODES.map((code) => (code === FIRST ? ["Fees"] : [])));
  });

  test("comes after an import, which knows the rows that it brought", async () => {
    const imported = { table: TABLE, publication: "Imported", edition: "2025-03-01", importer: TABLE };
    const names = await namesIn({
      ...described({ ...REAL, rows: { code: CODES } }, imported),
      "origins/zz/fees.csv": "line,publication,edition,place\n3,zz/fees,2025-03-01,line 9\n",
    });
    expect(names).toEqual(CODES.map((_, place) => [place === 1 ? "Imported" : "Fees"]));
  });

  test("names columns of its table, each with a list of values", async () => {
    expect(await faultsOf(described({ ...REAL, rows: { cod: ["1"] } }))).toEqual([
      expect.stringMatching(/^dataset\.json:sources\[0\]\.rows\.cod: unknown column; .*code/),
    ]);
    for (const rows of [{}, [], "all", { code: "1" }, { code: [] }, { code: [1] }]) {
      expect(await faultsOf(described({ ...REAL, rows }))).toEqual([
        expect.stringMatching(/^dataset\.json:sources\[0\]\.rows: .*expected lists of values by column/),
      ]);
    }
    const many = { code: Array.from({ length: 20_001 }, String) };
    expect(await faultsOf(described({ ...REAL, rows: many }))).toEqual([
      "dataset.json:sources[0].rows: expected at most 20000 values, found 20001",
    ]);
  });
});

const SAMPLE = join(import.meta.dirname, "..", "..", "..", "data", "sample");

async function sampleRelease() {
  const { file, discard } = await sharedRelease(SAMPLE);
  const release = openRelease(file, states);
  onTestFinished(() => {
    release.close();
    discard();
  });
  return release;
}

describe("every row of the sample", () => {
  test("has one source, and every source has rows", async () => {
    const { origins, tables, description } = await sampleRelease();
    const found = new Set<string>();
    const own = states.flatMap((state) => state.tables.filter((each) => each !== state.providers.table));
    for (const table of [...own, ...medicareTables]) {
      for (const { line } of [...tables.groups(table)].flat()) {
        const sources = origins.sourcesOf(table, line);
        expect(sources, `${table.folder}/${table.name} line ${line}`).toHaveLength(1);
        found.add(`${sources[0]?.table} ${sources[0]?.publication}`);
      }
    }
    const claimed = description.sources.filter(({ rows }) => rows !== undefined);
    const ofStates = claimed.filter(({ table }) => !table?.startsWith("common/"));
    expect(ofStates.filter(({ table, publication }) => !found.has(`${table} ${publication}`))).toEqual([]);
  });

  test("that is made up names no publication but the sample, and the text of our project counts as made up", async () => {
    const { description } = await sampleRelease();
    for (const { publication, publisher, synthetic } of description.sources) {
      expect(publication?.startsWith("Sample data: ") ?? false, String(publication)).toBe(synthetic === true);
      expect(publisher === "Ratebook project", String(publication)).toBe(synthetic === true);
    }
  });
});
