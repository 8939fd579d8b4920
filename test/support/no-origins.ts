import type { RowOrigins } from "../../src/pricing/row-origins.ts";

/** For releases in memory, whose rows come from nowhere. */
export const NO_ORIGINS: RowOrigins = {
  publicationOf: () => null,
  sourcesOf: () => [],
  confirmedBy: () => null,
  cellsOf: () => ({}),
};
