import { expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { OwnShares } from "../../../src/imports/merge-tables.ts";
import type { MergedRow } from "../../../src/imports/merging/timeline.ts";
import { BEFORE, type Piece } from "../../../src/imports/merging/work-store.ts";

function piece(layer: number, cells: string, start: string, end = "", edition = 0): Piece {
  return { key: "A1", layer, edition, start, end, cells, place: "line 2" };
}

function row(layer: number, cells: string, start: string, end: string | null = null): MergedRow {
  const origins = [{ layer, edition: 0, place: "line 2" }];
  return { key: "A1", start: start as Day, end: end as Day | null, cells, isByHand: false, origins };
}

it("rows of an edition that became one row are joined; what an older edition said is none of them", () => {
  const shares = new OwnShares({ layer: 0, edition: 1 });
  const brought = [
    piece(0, "10", "2025-01-01", "", 0),
    piece(0, "10", "2026-01-01", "2026-06-30", 1),
    piece(0, "10", "2026-07-01", "2026-12-31", 1),
    piece(0, "11", "2027-01-01", "", 1),
  ];
  shares.see(brought, [], [row(0, "10", "2025-01-01", "2026-12-31"), row(0, "11", "2027-01-01")]);
  expect(shares.joined).toBe(1);
});

it("rows that are as before are of others where another layer brought them", () => {
  const shares = new OwnShares({ layer: 0, edition: 0 });
  const before = [piece(BEFORE, "10", "2026-01-01"), piece(BEFORE, "20", "2025-01-01", "2025-12-31")];
  shares.see([], before, [row(1, "20", "2025-01-01", "2025-12-31"), row(0, "10", "2026-01-01")]);
  expect(shares.unchangedOfOthers).toBe(1);
  shares.see([], [], [row(1, "30", "2026-01-01")]);
  expect(shares.unchangedOfOthers).toBe(1);
});
