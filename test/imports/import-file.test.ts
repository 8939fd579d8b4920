import { describe, expect, it } from "vitest";
import { csv, xlsx, zip } from "./fixtures.ts";
import { feeSchedule } from "./reef.ts";
import { importing, snapshot } from "./support.ts";

const HEADER = ["Proc Code", "Description", "Mod", "Fee"];

function schedule(...rows: readonly (readonly string[])[]) {
  return { name: "fees.csv", content: csv(["Reef Council", "2026"], [], HEADER, ...rows) };
}

describe("an import of a dated publication", () => {
  it("makes a dataset with the rows, their origins and their source", async () => {
    const file = schedule(
      ["123", "a swim", "", "$1,000.50"],
      ["00124", "a dive", "tc", "7"],
      ["00125", "rest", "", "---"],
    );
    const { rows, origins, report, dataset } = await importing(feeSchedule, file, { asOf: "2026-01-01" });
    expect(rows("rf/fees")).toEqual([
      { code: "00123", modifier: "", fee: "1000.50", effective_start_date: "2026-01-01", effective_end_date: "" },
      { code: "00124", modifier: "TC", fee: "7.00", effective_start_date: "2026-01-01", effective_end_date: "" },
    ]);
    expect(origins("rf/fees")).toEqual([
      { line: "2", publication: "rf/fees", edition: "2026-01-01", place: "line 4" },
      { line: "3", publication: "rf/fees", edition: "2026-01-01", place: "line 5" },
    ]);
    expect(report).toMatchObject({
      rowsRead: 3,
      leftOut: [{ reason: "no fee", count: 1, examples: ["line 6: 00125"] }],
      sums: [{ title: "fees", total: "1007.5" }],
      tables: [{ table: "rf/fees", taken: 2, added: 2, unchanged: 0, changed: 0, closed: 0, own: 0, rows: 2 }],
    });
    const { sources } = JSON.parse(snapshot(dataset)["dataset.json"] as string) as { sources: unknown[] };
    expect(sources).toEqual([
      {
        table: "rf/fees",
        publication: "Reef Fees",
        publisher: "Reef Council",
        published: "2026-01-01",
        retrieved: null,
        url: null,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        edition: "2026-01-01",
        file: "fees.csv",
      },
    ]);
  });

  it("reads a workbook in a ZIP as it reads text", async () => {
    const workbook = xlsx({
      Notes: [["hello"]],
      Fees: [
        [null, "Code", "Fee"],
        [null, 123, 37.23],
        [null, "00124", 7],
      ],
    });
    const file = { name: "download.zip", content: zip({ "readme.txt": "x", "fees.xlsx": workbook }) };
    const { rows, origins } = await importing(feeSchedule, file, { asOf: "2026-01-01" });
    expect(rows("rf/fees").map(({ code, fee }) => [code, fee])).toEqual([
      ["00123", "37.23"],
      ["00124", "7.00"],
    ]);
    expect(origins("rf/fees")[1]).toMatchObject({ place: 'sheet "Fees", row 3' });
  });
});
