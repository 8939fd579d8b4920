import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkDataset } from "../../../src/dataset/check.ts";
import { faultText } from "../../../src/dataset/fault.ts";
import { type Files, SOUND, testState, writeDataset } from "../../release/test-state.ts";

const IMPORTED = { table: "zz/fees", publication: "Fees", edition: "2025-01-01", importer: "zz/fees" };
const HEADER = "line,publication,edition,place";

function described(...sources: readonly object[]): string {
  return JSON.stringify({ name: "tiny", version: "1", sources });
}

function origins(...lines: readonly string[]): Files {
  return { "dataset.json": described(IMPORTED), "origins/zz/fees.csv": [HEADER, ...lines, ""].join("\n") };
}

async function checked(changes: Files): Promise<{ faults: string[]; notices: string[] }> {
  const notices: string[] = [];
  const dataset = writeDataset(changes);
  const { faults } = await checkDataset({ dataset, states: [testState], notify: (text) => notices.push(text) });
  return { faults: faults.map(faultText), notices };
}

const faultsOf = async (changes: Files) => (await checked(changes)).faults;

describe("the origins of a table", () => {
  test("may be there or not, name some lines or all, and a line several times", async () => {
    expect(await faultsOf({})).toEqual([]);
    expect(await faultsOf(origins())).toEqual([]);
    const twice = origins("2,zz/fees,2025-01-01,line 7", "2,zz/fees,2025-01-01,line 9", "5,zz/fees,2025-01-01,line 1");
    expect(await faultsOf(twice)).toEqual([]);
    const turned = 'place, edition ,publication,line\n"sheet ""A, B"", row 3",2025-01-01,zz/fees,4\n';
    expect(await faultsOf({ ...origins(), "origins/zz/fees.csv": turned })).toEqual([]);
  });

  test("name lines that hold a row, in ascending order", async () => {
    const lines = ["6", "x", "1", "99999999999", "3", "2"].map((line) => `${line},zz/fees,2025-01-01,line 7`);
    expect(await faultsOf(origins(...lines))).toEqual([
      'origins/zz/fees.csv:2:line: "6", expected a line of zz/fees.csv that holds a row',
      'origins/zz/fees.csv:3:line: "x", expected a whole number of 6 or more: lines ascend',
      'origins/zz/fees.csv:4:line: "1", expected a whole number of 6 or more: lines ascend',
      'origins/zz/fees.csv:5:line: "99999999999", expected a whole number of 6 or more: lines ascend',
      'origins/zz/fees.csv:6:line: "3", expected a whole number of 6 or more: lines ascend',
      'origins/zz/fees.csv:7:line: "2", expected a whole number of 6 or more: lines ascend',
    ]);
    expect(await faultsOf(origins("1,zz/fees,2025-01-01,line 7"))).toEqual([
      'origins/zz/fees.csv:2:line: "1", expected a whole number of 2 or more: lines ascend',
    ]);
  });

  test("are not blamed for the lines of a table that is faulty itself", async () => {
    const faulty = { "zz/fees.csv": SOUND["zz/fees.csv"].replace("11.00", "free") };
    expect(await faultsOf({ ...origins("3,zz/fees,2025-01-01,line 7"), ...faulty })).toEqual([
      expect.stringMatching(/^zz\/fees\.csv:3:fee: "free"/),
    ]);
  });

  test("name editions that dataset.json has for the table", async () => {
    const reason = "of it among the sources of zz/fees; import that edition again";
    const lines = ["2,zz/fes,2025-01-01,line 7", "3,zz/fees,2024-01-01,line 7", "4,zz/fees,,line 7"];
    expect(await faultsOf(origins(...lines))).toEqual([
      `origins/zz/fees.csv:2:publication: "zz/fes", dataset.json names no edition 2025-01-01 ${reason}`,
      `origins/zz/fees.csv:3:publication: "zz/fees", dataset.json names no edition 2024-01-01 ${reason}`,
      `origins/zz/fees.csv:4:publication: "zz/fees", dataset.json names no edition  ${reason}`,
    ]);
    const other = {
      "dataset.json": described({ ...IMPORTED, table: "zz/providers" }),
      "origins/zz/providers.csv": HEADER,
    };
    expect(await faultsOf({ ...origins("2,zz/fees,2025-01-01,line 7"), ...other })).toHaveLength(1);
  });

  test("say a place that is short", async () => {
    const lines = ["2,zz/fees,2025-01-01,", `3,zz/fees,2025-01-01,${"x".repeat(1000)}`];
    const long = `4,zz/fees,2025-01-01,${"x".repeat(1001)}`;
    expect(await faultsOf(origins(...lines, long))).toEqual([
      'origins/zz/fees.csv:2:place: "", expected a value',
      expect.stringMatching(/^origins\/zz\/fees\.csv:4:place: "x+\.\.\.", expected at most 1000 characters$/),
    ]);
  });

  test("have the four columns and nothing else", async () => {
    const columns = (text: string) => faultsOf({ ...origins(), "origins/zz/fees.csv": text });
    expect(await columns("")).toEqual(["origins/zz/fees.csv:1: expected a header row"]);
    expect(await columns("line,publication,edition,where,line\n2,3\n")).toEqual([
      'origins/zz/fees.csv:1:where: "where", unknown column; known columns: line, publication, edition, place',
      'origins/zz/fees.csv:1:line: "line", a column that is already there',
      'origins/zz/fees.csv:1:place: "place", a required column is missing',
    ]);
    expect(await columns(`${HEADER}\n2,zz/fees\n`)).toEqual([
      "origins/zz/fees.csv:2: expected 4 cells as in the header, found 2",
    ]);
    expect(await columns(`${HEADER}\n2,zz/fees,2025-01-01,"line 7\n`)).toEqual([
      expect.stringMatching(/^origins\/zz\/fees\.csv:2: /),
    ]);
  });
});

describe("the folder of origins", () => {
  test("has files of tables that are there alone", async () => {
    expect(
      await faultsOf({ "origins/zz/fee.csv": HEADER, "origins/yy/fees.csv": HEADER, "origins/zz/notes.txt": "" }),
    ).toEqual([
      "origins/yy/fees.csv: the dataset has no table yy/fees.csv; put it back, or remove this file",
      "origins/zz/fee.csv: the dataset has no table zz/fee.csv; put it back, or remove this file",
    ]);
  });

  test("has one for every table that was imported, or is not there at all", async () => {
    const sources = { "dataset.json": described(IMPORTED, { ...IMPORTED, table: "zz/providers" }) };
    expect(await faultsOf(sources)).toEqual([]);
    expect(await faultsOf({ ...origins(), ...sources })).toEqual([
      "origins/zz/providers.csv: missing, though dataset.json says that zz/providers was imported; import one of its editions again, or remove the folder origins",
    ]);
  });
});

describe("a table that was edited since its import", () => {
  const written = (text: string) => ({
    "editions/written.json": JSON.stringify({ "zz/fees": createHash("sha256").update(text).digest("hex") }),
  });
  const shifted = origins("9,zz/fees,2025-01-01,line 7");

  test("has no origins, and it is said why: its lines are no longer those that were imported", async () => {
    const { faults, notices } = await checked({ ...shifted, ...written("as it was imported") });
    expect(faults).toEqual([]);
    expect(notices).toEqual([
      "zz/fees.csv was edited since it was last imported: only dataset.json says where its rows come from, until one of its publications is imported again.",
    ]);
  });

  test("is another one than a table whose origins are damaged", async () => {
    const { faults, notices } = await checked({ ...shifted, ...written(SOUND["zz/fees.csv"]) });
    expect(faults).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  test("cannot be told when what imports noted is damaged", async () => {
    const dataset = writeDataset({ ...shifted, "editions/written.json": "{" });
    await expect(checkDataset({ dataset, states: [testState] })).rejects.toThrow(
      "editions/written.json is not JSON; remove it and import one of the publications again, which writes a new one.",
    );
  });
});
