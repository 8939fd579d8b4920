import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openInput } from "../../../src/reprice/reading/input-file.ts";
import { recordsOf } from "../../../src/reprice/report/records.ts";
import { RowIndex, resultRows } from "../../../src/reprice/report/result-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "ratebook-rows-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Results with an index, as a job leaves them. */
async function written(csv: string): Promise<readonly [results: string, index: string]> {
  const [results, indexed] = [join(folder, "results.csv"), join(folder, "rows.json")];
  writeFileSync(results, csv);
  const index = new RowIndex();
  const file = await openInput(results);
  const [heading = ""] = csv.split("\n");
  const lineAt = heading.split(",").findLastIndex((name) => name.endsWith("input_line"));
  for await (const records of recordsOf(file)) {
    for (const { cells, offset } of records) index.add(Number(cells[lineAt]), offset);
  }
  await file.close();
  writeFileSync(indexed, JSON.stringify(index.record));
  return [results, indexed];
}

describe("Rows of results by the lines of the file", () => {
  it("are found wherever they are, in the order of the file, and none of a line that has no row", async () => {
    // Two blank or rejected lines after each third line.
    const lines = Array.from({ length: 1_801 }, (_, at) => 2 + at + 2 * Math.floor(at / 3));
    const rows = lines.map((line) => `"Größe, ${line}",${line},1,1,5.00`);
    const csv = ["Claim,input_line,result_number,result_count,expected_amount", ...rows, ""].join("\n");
    const [results, index] = await written(csv);
    const last = lines.at(-1) as number;
    const wanted = new Set([last, 2, 3, lines[499] as number, lines[500] as number, 5, 999_999]);
    const found = await resultRows(results, index, wanted);
    expect(found.map(({ line }) => line)).toEqual([2, 3, lines[499], lines[500], last]);
    expect(found.at(-1)?.sent).toEqual([["Claim", `Größe, ${last}`]]);
    expect(found[0]?.ours("expected_amount")).toBe("5.00");
    expect(found[0]?.ours("none")).toBe("");
  });

  it("have payments as credits with their signs changed, and a heading that says so", async () => {
    const csv = "Pmt,input_line,result_number\n-30.00,2,1\nvoid,3,1\n";
    const [results, indexed] = await written(csv);
    const columns = { compared: 0, credits: 0, claim: null, billed: null, isAllowed: false, hasSemicolons: false };
    writeFileSync(indexed, JSON.stringify({ columns, rows: [[2, csv.indexOf("-30.00")]] }));
    expect(await resultRows(results, indexed, new Set([2, 3]))).toMatchObject([
      { line: 2, compared: "30.00", sent: [["Pmt (sign changed)", "30.00"]] },
      { line: 3, compared: "", sent: [["Pmt", "void"]] },
    ]);
  });

  it("have the claim and its amounts where the index says which columns have them", async () => {
    const csv = 'Acct,Chg,Pmt,input_line,result_number\nA-1 ,"$1,200.5",(3.00),2,1\n';
    const [results, indexed] = await written(csv);
    const rows = [[2, csv.indexOf("A-1")]];
    const columns = { claim: 0, billed: 1, compared: 2, isAllowed: false, hasSemicolons: false };
    writeFileSync(indexed, JSON.stringify({ columns, rows }));
    expect(await resultRows(results, indexed, new Set([2]))).toMatchObject([
      { claim: "A-1", billed: "1200.50", compared: "-3.00" },
    ]);
  });

  it("have our columns by their names where the file has columns of these names", async () => {
    const names = ["input_line", "npi", "result_number"];
    const ours = ["result_input_line", "result_result_number", "result_count", "result_npi"];
    const [results, index] = await written(`${[...names, ...ours].join()}\n7,a,b,2,3,4,c\n`);
    const [row] = await resultRows(results, index, new Set([2]));
    expect(row).toMatchObject({
      line: 2,
      shown: 2,
      sent: [
        ["input_line", "7"],
        ["npi", "a"],
        ["result_number", "b"],
      ],
    });
    expect([row?.ours("npi"), row?.ours("result_count")]).toEqual(["c", "4"]);
  });
});
