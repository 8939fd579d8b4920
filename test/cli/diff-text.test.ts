import { describe, expect, it } from "vitest";
import { diffLines, shortKeys } from "../../src/cli/diff-text.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import type { ReleaseChange } from "../../src/diff/release-change.ts";
import { ChangeList } from "../../src/diff/release-comparison.ts";

const release = { name: "r", version: "1", description: "", sources: [], contentHash: "0".repeat(64), rowCounts: {} };

function lineOf(change: Partial<ReleaseChange>, on: Day | null = null): string {
  const changes = new ChangeList();
  const cell = { column: "fee", before: "760", after: null, difference: null, percent: null };
  changes.add({
    table: "zz/fees",
    kind: "lost",
    key: { code: "A1" },
    from: "2026-01-01" as Day,
    to: null,
    beforeUntil: null,
    figure: cell,
    cells: [cell],
    ...change,
  });
  const counts = { raised: 0, cut: 0, lost: 1, ended: 0, gained: 0, added: 0, extended: 0, changed: 0 };
  const table = { table: "zz/fees", state: "zz", rowsBefore: 1, rowsAfter: 1, counts, changes };
  const comparison = { from: release, to: release, on, statesOnlyBefore: [], statesOnlyAfter: [], tables: [table] };
  return diffLines(comparison, 10).at(-1) as string;
}

describe("a change as a line", () => {
  const day = "2026-03-01" as Day;

  it("names a price that is lost, with the amount", () => {
    expect(lineOf({})).toBe("  lost     code A1 from 2026-01-01: fee 760 -> none");
  });

  it("names the day of a change that lasts one day, unless that day alone is compared", () => {
    expect(lineOf({ from: day, to: day })).toContain("code A1 on 2026-03-01: fee");
    expect(lineOf({ from: day, to: day }, day)).toContain("code A1: fee");
  });
});

describe("keys below each other", () => {
  const key = (service: string) => ({
    procedure_type: "Justice Involved",
    conversion_indicator: "9",
    service_type: service,
    empty: null,
  });

  it("keep the names of their columns where these fit", () => {
    expect(shortKeys([{ code: "A1", level: null }])).toEqual(["code A1"]);
  });

  it("are their values alone where one is too long", () => {
    expect(shortKeys([key("Community Clinic, rural"), { code: "A1" }])).toEqual([
      "Justice Involved, 9, Community Clinic, rural",
      "A1",
    ]);
  });

  it("are cut, but never where two would then be equal", () => {
    const long = "a service with a name that is so long that no line of a terminal holds it";
    const [one, other, third] = shortKeys([key(`${long} 1`), key(`${long} 2`), key(`other ${long}`)]);
    expect(one).toBe(`Justice Involved, 9, ${long} 1`);
    expect(other).toBe(`Justice Involved, 9, ${long} 2`);
    expect(third).toHaveLength(73);
    expect(third).toMatch(/\.\.\.$/);
  });
});
