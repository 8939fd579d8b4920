import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type VarianceFilter, VarianceIndex, variancesIn } from "../../../src/reprice/report/variance-index.ts";

const folder = mkdtempSync(join(tmpdir(), "ratebook-variances-"));
const path = join(folder, "variances.bin");
afterAll(() => rmSync(folder, { recursive: true }));

/** Lines as expected, paid (in cents) and the keys of their groups; the record of line n begins at 100 x n. */
type Line = readonly [expected: number, paid: number, keys: readonly string[]];

const LINES: readonly Line[] = [
  [2400, 2300, ["99213", "2026-01"]],
  [1000, 6000, ["99214", "2026-01"]],
  [2400, 0, ["99213", "2026-02"]],
  [2400, 2300, ["99213", ""]],
];

function written(lines: readonly Line[], max?: number): void {
  const index = new VarianceIndex(["code", "month"], max);
  for (const [at, [expected, paid, keys]] of lines.entries()) {
    index.add({ offset: 100 * at, length: 10 + at }, BigInt(expected), BigInt(paid), keys);
  }
  writeFileSync(path, index.bytes);
}

async function listed(filter: VarianceFilter = null, offset = 0, limit = 50) {
  const found = await variancesIn(path, filter, { offset, limit });
  return found && { ...found, places: found.places.map((place) => place.offset / 100) };
}

describe("The index of variances", () => {
  it("has the largest first either way, of equal ones the earlier line, and parts of it", async () => {
    written(LINES);
    expect(await listed()).toEqual({ total: 4, left: 0, places: [1, 2, 0, 3] });
    expect(await listed(null, 1, 2)).toEqual({ total: 4, left: 0, places: [2, 0] });
    expect(await listed(null, 4)).toEqual({ total: 4, left: 0, places: [] });
    expect((await variancesIn(path, null, { offset: 0, limit: 1 }))?.places).toEqual([{ offset: 100, length: 11 }]);
  });

  it("has the lines of a group, those without a key too, and none of a group that there is not", async () => {
    written(LINES);
    expect((await listed({ by: "code", key: "99213" }))?.places).toEqual([2, 0, 3]);
    expect((await listed({ by: "month", key: "2026-01" }))?.places).toEqual([1, 0]);
    expect((await listed({ by: "month", key: "(none)" }))?.places).toEqual([3]);
    expect(await listed({ by: "code", key: "99999" })).toEqual({ total: 0, left: 0, places: [] });
    expect(await listed({ by: "payer", key: "Blue" })).toBeNull();
  });

  it("has the lines with two amounts", async () => {
    written(LINES);
    expect((await listed({ expected: 2400, paid: 2300 }))?.places).toEqual([0, 3]);
    expect((await listed({ expected: 2300, paid: 2400 }))?.places).toEqual([]);
  });

  it("keeps the largest of more lines than it takes, with their groups, and counts the others", async () => {
    const lines = Array.from({ length: 1_000 }, (_, at): Line => [at, 0, [String(at % 7), `m${at}`]]);
    written(lines, 10);
    expect(await listed()).toEqual({
      total: 10,
      left: 990,
      places: [999, 998, 997, 996, 995, 994, 993, 992, 991, 990],
    });
    expect((await listed({ by: "month", key: "m995" }))?.places).toEqual([995]);
    expect((await listed({ by: "code", key: String(999 % 7) }))?.places).toEqual([999, 992]);
  });
});
