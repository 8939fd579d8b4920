import type { Table } from "../dataset/table.ts";

/**
 * What a line of a claim has that a lookup has not: several modifiers, and units. A lookup gives the rate of one unit with one
 * modifier; this says how a rate becomes what the line should have been paid.
 */
export interface ClaimLines<ResultObject> {
  /** The tables that list procedures, with the column of their codes; groups of procedures are no procedures. */
  readonly procedures: readonly { readonly table: Table; readonly column: string }[];
  /** The modifiers that always ask for a price of their own; any other does where a row is published for it. */
  readonly modifiers: readonly string[];
  /** Modifiers that say what a parameter says, by its name on the wire: its values. */
  readonly saidByModifiers?: Readonly<Record<string, readonly string[]>>;
  /** Whether the rate is for one unit; otherwise it is for the whole line. */
  readonly isPerUnit: (result: ResultObject) => boolean;
  /** The most units that are paid, where the state publishes it. */
  readonly unitsMax: (result: ResultObject) => string | null;
}

/** For states that publish no limit of units. */
export const NO_UNITS_MAX = () => null;
