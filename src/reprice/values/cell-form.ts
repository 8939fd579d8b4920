import type { DaysRead } from "./days.ts";

/** What decides how the cells of a file are read besides what stands in them. */
export interface CellForm extends DaysRead {
  /** Whether semicolons stand between its cells, as where the comma is taken by decimals. */
  readonly hasSemicolons: boolean;
}
