import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { checkDataset } from "../../src/dataset/check.ts";
import { required, text } from "../../src/dataset/column.ts";
import { FaultList, faultText } from "../../src/dataset/fault.ts";
import { type ObligationCheck, requirementCheck, uniqueEffectiveCheck } from "../../src/dataset/obligations.ts";
import { datedTable, type RowPlace, type Table, undatedTable } from "../../src/dataset/table.ts";
import { type Files, SOUND, testState, writeDataset } from "../release/test-state.ts";

async function faultsOf(changes: Files): Promise<string[]> {
  const { faults } = await checkDataset({ dataset: writeDataset(changes), states: [testState] });
  return faults.map(faultText);
}

/** The sound providers with other lines after the header. */
function providers(...lines: readonly string[]): Files {
  const [header] = SOUND["zz/providers.csv"].split("\n");
  return { "zz/providers.csv": [header, ...lines].join("\n"), "zz/hospital_rates.csv": null };
}

function fees(...lines: readonly string[]): Files {
  const [header] = SOUND["zz/fees.csv"].split("\n");
  return { "zz/fees.csv": [header, ...lines].join("\n") };
}

describe("a sound dataset", () => {
  test("has no faults, and its rows are counted by table", async () => {
    const { faults, faultCount, rowCounts } = await checkDataset({ dataset: writeDataset(), states: [testState] });
    expect(faults).toEqual([]);
    expect(faultCount).toBe(0);
    expect(rowCounts).toEqual({ "zz/fees": 4, "zz/hospital_rates": 1, "zz/providers": 3 });
  });

  test("may leave out tables and optional columns, and have columns in any order", async () => {
    expect(
      await faultsOf({
        "zz/hospital_rates.csv": null,
        "zz/providers.csv": null,
        "zz/fees.csv": "effective_start_date,fee,code\n2025-01-01,5,A1\n",
      }),
    ).toEqual([]);
  });

  test("may hold files and folders that are none of its tables", async () => {
    expect(
      await faultsOf({
        "notes.txt": "x",
        "zz/readme.md": "x",
        ".git/config.csv": "x",
        "scans/page.pdf": "x",
        "common/hcpcs.csv": "code,description\nA0425,Ground mileage\n",
      }),
    ).toEqual([]);
  });

  test("tells how far the reading has come, in bytes", async () => {
    const seen: { done: number; total: number }[] = [];
    await checkDataset({ dataset: writeDataset(), states: [testState], onProgress: (progress) => seen.push(progress) });
    const bytes = Object.entries(SOUND).reduce(
      (sum, [path, text]) => sum + (path.endsWith(".csv") ? text.length : 0),
      0,
    );
    expect(seen.at(-1)).toMatchObject({ done: Buffer.byteLength("é") - 1 + bytes, total: bytes + 1 });
  });
});

describe("what is there and cannot be read ends the reading, with its path, and is never left out", () => {
  test.each(["zz", "dataset.json", "zz/fees.csv"])("%s", async (name) => {
    const dataset = writeDataset();
    const path = join(dataset, name);
    rmSync(path, { recursive: true });
    // A link to itself: the system gives up on it, for root as for everybody.
    symlinkSync(path, path);
    const reason = `${path} cannot be read (ELOOP: too many symbolic links encountered`;
    await expect(checkDataset({ dataset, states: [testState] })).rejects.toThrow(reason);
  });
});

describe("dataset.json", () => {
  const described = (json: unknown) => faultsOf({ "dataset.json": JSON.stringify(json) });

  test("must be there, and be a JSON object", async () => {
    expect(await faultsOf({ "dataset.json": null })).toEqual([
      "dataset.json: missing; it gives the dataset's name and version",
    ]);
    expect(await described([])).toEqual(["dataset.json: expected a JSON object"]);
    expect((await faultsOf({ "dataset.json": "{" }))[0]).toMatch(/^dataset\.json: not JSON: /);
  });

  test("must have a name and a version", async () => {
    expect(await described({ name: " ", version: 3 })).toEqual([
      'dataset.json:name: " ", expected text that is not empty',
      'dataset.json:version: "3", expected text that is not empty',
    ]);
  });

  test("may list sources whose members are text or missing", async () => {
    expect(await described({ name: "n", version: "1", sources: [{ table: "zz/fees" }, {}] })).toEqual([]);
    expect(await described({ name: "n", version: "1", sources: [{ url: 5 }, "x"] })).toEqual([
      'dataset.json:sources[0].url: "5", expected text',
      'dataset.json:sources[1]: "x", expected an object with table, publication, publisher, published, retrieved, url, sha256, edition, file, importer',
    ]);
    expect(await described({ name: "n", version: "1", sources: {} })).toEqual([
      'dataset.json:sources: "{}", expected a list of publications',
    ]);
  });

  test("has no other members", async () => {
    expect(await described({ name: "n", version: "1", descripton: "", sources: [{ publisched: "" }] })).toEqual([
      "dataset.json:descripton: unknown member; did you mean description?",
      "dataset.json:sources[0].publisched: unknown member; did you mean published?",
    ]);
  });
});

describe("the folder", () => {
  test("that does not exist is one fault, besides the missing dataset.json", async () => {
    const { faults } = await checkDataset({ dataset: "/nowhere/at/all", states: [testState] });
    expect(faults.map(faultText)[0]).toBe("/nowhere/at/all: there is no such folder");
  });

  test("must hold at least one state", async () => {
    expect(
      await faultsOf({
        "zz/providers.csv": null,
        "zz/fees.csv": null,
        "zz/hospital_rates.csv": null,
        "common/hcpcs.csv": "code,description\n",
      }),
    ).toContainEqual(expect.stringContaining("the dataset holds no state; expected at least one of the folders zz"));
  });

  test("may hold a state without any table", async () => {
    const dataset = writeDataset({ "zz/providers.csv": null, "zz/fees.csv": null, "zz/hospital_rates.csv": null });
    mkdirSync(join(dataset, "zz"));
    const { faults, rowCounts } = await checkDataset({ dataset, states: [testState] });
    expect(faults).toEqual([]);
    expect(rowCounts).toEqual({});
  });

  test("holds no table that nobody knows", async () => {
    expect(await faultsOf({ "zz/fee.csv": "", "common/hcpc.csv": "", "zz/zzzzzzzzzzzz.csv": "" })).toEqual([
      "common/hcpc.csv: unknown table; did you mean hcpcs.csv?",
      "zz/fee.csv: unknown table; did you mean fees.csv?",
      "zz/zzzzzzzzzzzz.csv: unknown table; known tables: providers.csv, fees.csv, hospital_rates.csv",
    ]);
  });

  test("holds no state that nobody knows", async () => {
    expect(await faultsOf({ "yy/fees.csv": "", "somewhere/else.csv": "" })).toEqual([
      "somewhere: unknown folder; known folders: zz, common, medicare",
      "yy: unknown folder; known folders: zz, common, medicare",
    ]);
  });
});

describe("the header", () => {
  test("has known columns, each once, the required ones among them", async () => {
    expect(await faultsOf({ "zz/fees.csv": "kode,level,level,effective_start_date\n" })).toEqual([
      'zz/fees.csv:1:kode: "kode", unknown column; did you mean code?',
      'zz/fees.csv:1:level: "level", a column that is already there',
      "zz/fees.csv:1:code: a required column is missing",
      "zz/fees.csv:1:fee: a required column is missing",
    ]);
  });

  test("of a dated table has a start date", async () => {
    expect(await faultsOf({ "zz/fees.csv": "code,fee\n" })).toEqual([
      "zz/fees.csv:1:effective_start_date: a required column is missing",
    ]);
  });

  test("must be there at all", async () => {
    expect(await faultsOf({ "zz/fees.csv": "\n\n" })).toEqual(["zz/fees.csv:1: expected a header row"]);
  });

  test("with faults does not keep the cells of the other columns from being checked", async () => {
    expect(await faultsOf({ "zz/fees.csv": "code,level,effective_start_date\nA,9,2025-01-01\n" })).toEqual([
      "zz/fees.csv:1:fee: a required column is missing",
      'zz/fees.csv:2:level: "9", expected a whole number 1 to 4',
      'zz/fees.csv:2:fee: "", expected a value',
    ]);
  });
});

describe("a row", () => {
  test("has every fault of its cells reported, with the line where it starts", async () => {
    expect(await faultsOf(fees('"A\nB",,1,2025-01-01,', ",7,-1,01/02/2025,2025-13-01", "C,,1,,"))).toEqual([
      'zz/fees.csv:4:code: "", expected a value',
      'zz/fees.csv:4:level: "7", expected a whole number 1 to 4',
      'zz/fees.csv:4:fee: "-1", expected a plain decimal above 0',
      'zz/fees.csv:4:effective_start_date: "01/02/2025", expected a calendar day as YYYY-MM-DD',
      'zz/fees.csv:4:effective_end_date: "2025-13-01", expected a calendar day as YYYY-MM-DD',
      'zz/fees.csv:5:effective_start_date: "", expected a value',
    ]);
  });

  test("has no cell beyond any sane length, marks and all", async () => {
    const marks = "\u0301\u0323".repeat(50_000);
    const fits = `Mercy ${"x".repeat(9_994)}`;
    expect(await faultsOf(providers(`1234567893,,,${fits},,,`))).toEqual([]);
    expect(await faultsOf(providers(`1234567893,,,${fits}x,,,`, `1234567885,,,A${marks},,,`))).toEqual([
      `zz/providers.csv:2:provider_name: "Mercy ${"x".repeat(54)}...", expected at most 10000 characters`,
      expect.stringMatching(/^zz\/providers\.csv:3:provider_name: .{60,200}, expected at most 10000 characters$/),
    ]);
  });

  test("does not end before it starts, and may end on its first day", async () => {
    expect(await faultsOf(fees("A,,1,2025-01-02,2025-01-01", "B,,1,2025-01-01,2025-01-01"))).toEqual([
      'zz/fees.csv:2:effective_end_date: "2025-01-01", expected a day not before the start date 2025-01-02',
    ]);
  });

  test("has as many cells as the header", async () => {
    expect(await faultsOf(fees("A,,1,2025-01-01", "B,,1,2025-01-01,,"))).toEqual([
      "zz/fees.csv:2: expected 5 cells as in the header, found 4",
      "zz/fees.csv:3: expected 5 cells as in the header, found 6",
    ]);
  });

  test("follows the rules of its table", async () => {
    expect(await faultsOf(providers(",,,Nobody,,,"))).toEqual([
      'zz/providers.csv:2:npi: "", fill npi or state_provider_id',
    ]);
  });

  test("that is not CSV is reported, and those after it are still checked", async () => {
    expect(await faultsOf(fees('"A"x,,1,2025-01-01,', "B,,0,2025-01-01,"))).toEqual([
      "zz/fees.csv:2: text after a closing quote",
      'zz/fees.csv:3:fee: "0", expected a plain decimal above 0',
    ]);
  });
});

describe("keys", () => {
  test("of undated tables come once, an empty cell being a value of its own", async () => {
    expect(
      await faultsOf(
        providers("1000000001,A,,X,,,", "1000000001,,,X,,,", "1000000001,A,,Y,,,", ",A,,Z,,,", "1000000001,,,X,,,"),
      ),
    ).toEqual([
      'zz/providers.csv:4:npi: "1000000001", a duplicate of line 2: the same npi 1000000001, state_provider_id A',
      'zz/providers.csv:6:npi: "1000000001", a duplicate of line 3: the same npi 1000000001, state_provider_id (empty)',
    ]);
  });

  test("of dated tables may have periods that meet but not that overlap", async () => {
    expect(
      await faultsOf(
        fees(
          "A,1,1,2025-01-01,2025-06-30",
          "A,1,2,2025-07-01,",
          "A,2,1,2025-01-01,",
          "A,1,3,2025-06-30,2025-06-30",
          "A,1,4,2024-01-01,2024-12-31",
          "A,1,5,2030-01-01,",
        ),
      ),
    ).toEqual([
      'zz/fees.csv:5:effective_start_date: "2025-06-30", 2025-06-30 to 2025-06-30 overlaps 2025-01-01 to 2025-06-30 of line 2: the same code A, level 1',
      'zz/fees.csv:7:effective_start_date: "2030-01-01", 2030-01-01 onward overlaps 2025-07-01 onward of line 3: the same code A, level 1',
    ]);
  });

  test("are compared by value: 01 and 1 are one level", async () => {
    expect(await faultsOf(fees("A,1,1,2025-01-01,", "A,01,1,2025-01-01,"))).toHaveLength(1);
  });
});

describe("between rows", () => {
  test("a reference must find what it names", async () => {
    expect(
      await faultsOf({
        "zz/hospital_rates.csv":
          "state_provider_id,rate,effective_start_date\nH1,1,2025-01-01\nS1,1,2025-01-01\nH9,1,2025-01-01\nH9,1,2026-01-01\n",
      }),
    ).toEqual([
      expect.stringContaining("overlaps"),
      'zz/hospital_rates.csv:3:state_provider_id: "S1", expected a hospital of zz/providers.csv',
      'zz/hospital_rates.csv:4:state_provider_id: "H9", expected a hospital of zz/providers.csv',
      'zz/hospital_rates.csv:5:state_provider_id: "H9", expected a hospital of zz/providers.csv',
    ]);
  });

  test.each([
    ["no file", {}],
    ["no rows", providers()],
  ])("a reference into a table of which there are %s is no fault, and is told", async (_, others) => {
    const notices: string[] = [];
    const dataset = writeDataset({
      "zz/providers.csv": null,
      ...others,
      "zz/hospital_rates.csv": "state_provider_id,rate,effective_start_date\nH1,1,2025-01-01\nH2,1,2025-01-01\n",
    });
    const { faultCount } = await checkDataset({ dataset, states: [testState], notify: (text) => notices.push(text) });
    expect(faultCount).toBe(0);
    expect(notices).toEqual([
      "zz/hospital_rates.csv, state_provider_id: not checked against zz/providers.csv, which has no usable rows. Each value must be a hospital of zz/providers.csv.",
    ]);
  });

  test("a value that must be unique is reported with the line that has it already", async () => {
    expect(
      await faultsOf(providers("1000000001,H,,X,hospital,,", "1000000002,H,,Y,office,,", "1000000003,H,,Z,hospital,,")),
    ).toEqual(['zz/providers.csv:4:state_provider_id: "H", expected unique among hospitals, but line 2 has it too']);
  });

  test("rows of one group must agree", async () => {
    expect(await faultsOf(providers("1000000001,A,,X,hospital,,", "1000000001,B,,X,,,"))).toEqual([
      'zz/providers.csv:3:kind: "office", expected one kind for all rows of an NPI, but line 2 has "hospital"',
    ]);
  });
});

test("more faults than are listed are still counted", async () => {
  const lines = Array.from({ length: 10_050 }, (_, index) => `C${index},,x,2025-01-01,`);
  const { faults, faultCount } = await checkDataset({ dataset: writeDataset(fees(...lines)), states: [testState] });
  expect(faults).toHaveLength(10_000);
  expect(faultCount).toBe(10_050);
});

describe("a start that lies far ahead", () => {
  const startingOn = async (start: string) => {
    const dataset = writeDataset(fees(`A1,1,5,${start},9999-12-31`));
    const { faults } = await checkDataset({ dataset, states: [testState], today: "2026-11-15" as Day });
    return faults.map(faultText);
  };

  test("is a fault from the day after ten years on, whatever the end", async () => {
    expect(await startingOn("2036-11-15")).toEqual([]);
    expect(await startingOn("2036-11-16")).toEqual([
      'zz/fees.csv:2:effective_start_date: "2036-11-16", expected a day no later than 2036-11-15, 10 years from today; is a digit wrong?',
    ]);
  });
});

describe("obligation checks", () => {
  const fees = datedTable({
    folder: "zz",
    name: "fees",
    columns: { code: required(text()), standard: text() },
    key: ["code", "standard"],
  });
  const rates = undatedTable({
    folder: "zz",
    name: "rates",
    columns: { provider: required(text()), kind: text() },
    key: ["provider"],
  });
  const providers = undatedTable({ folder: "zz", name: "providers", columns: { id: required(text()) }, key: ["id"] });

  function faultsOf(check: ObligationCheck, rows: readonly (readonly [Table, object])[]): string[] {
    const faults = new FaultList();
    for (const [index, [table, row]] of rows.entries())
      check.see(table, { line: index + 2, ...row } as RowPlace, faults);
    check.datasetEnds?.(faults, () => undefined);
    return faults.listed.map(faultText);
  }

  const period = (start: string, end: string | null) => ({ start: start as Day, end: end as Day | null });

  test("a value that one row may have at a time is refused where periods meet, and only there", () => {
    const check = () =>
      uniqueEffectiveCheck({
        table: fees,
        column: "standard",
        value: (row: { code: string; standard: string | null }) => (row.standard === "yes" ? row.code : null),
        what: "one standard fee in force per code",
      });
    const first = [fees, { code: "A", standard: "yes", period: period("2025-01-01", "2025-06-30") }] as const;
    const after = [fees, { code: "A", standard: "yes", period: period("2025-07-01", null) }] as const;
    const onTheLastDay = [fees, { code: "A", standard: "yes", period: period("2025-06-30", "2025-06-30") }] as const;
    const notStandard = [fees, { code: "A", standard: null, period: period("2025-01-01", null) }] as const;
    expect(faultsOf(check(), [first, after, notStandard])).toEqual([]);
    expect(faultsOf(check(), [first, onTheLastDay])).toEqual([
      'zz/fees.csv:3:standard: "2025-06-30 to 2025-06-30", expected one standard fee in force per code, but line 2 has it too (2025-01-01 to 2025-06-30)',
    ]);
  });

  test("a cell is required where a row of another table asks for it, in whatever order they come", () => {
    const check = () =>
      requirementCheck({
        table: rates,
        column: "kind",
        where: "provider",
        of: providers,
        offers: (row: { id: string; asks: boolean }) => (row.asks ? row.id : null),
        what: "a kind, since the provider asks for it",
      });
    const empty = [rates, { provider: "P1", kind: null }] as const;
    const asking = [providers, { id: "P1", asks: true }] as const;
    const message = 'zz/rates.csv:2:kind: "", expected a kind, since the provider asks for it';
    expect(faultsOf(check(), [empty, asking])).toEqual([message]);
    expect(faultsOf(check(), [asking, empty])).toEqual([message.replace(":2:", ":3:")]);
    expect(faultsOf(check(), [empty, [providers, { id: "P1", asks: false }]])).toEqual([]);
    expect(faultsOf(check(), [[rates, { provider: "P1", kind: "x" }], asking])).toEqual([]);
  });
});
