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
  /** Modifiers that say what a parameter says. */
  readonly saidByModifiers?: readonly ModifierParameter<ResultObject>[];
  /** Whether a result pays rightly for a modifier that it does not show: it pays a share of charges, or a flag was sent that says the same. */
  readonly coversModifier?: (result: ResultObject, modifier: string) => boolean;
  /** Whether the rate is for one unit; otherwise it is for the whole line. */
  readonly isPerUnit: (result: ResultObject) => boolean;
  /** The most units that are paid, where the state publishes it. */
  readonly unitsMax: (result: ResultObject) => string | null;
}

/** A parameter that modifiers fill in while its own cell is empty. */
interface ModifierParameter<ResultObject> {
  /** Its name on the wire. */
  readonly parameter: string;
  /** The value that each modifier stands for. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether a result is that of the value. Where none is, nothing is published for it, and the modifier fills in nothing; absent: it always does. */
  readonly isPublished?: (result: ResultObject, value: string) => boolean;
}

/** A parameter that was not sent although the result shows that it should have been, such as a newborn's that it is a child. */
export interface OverlookedParameter {
  /** Its name on the wire. */
  readonly parameter: string;
  readonly value: string;
  /** Why, as the beginning of a sentence: `593-4 is a DRG of newborns`. */
  readonly because: string;
}

/** For states that publish no limit of units. */
export const NO_UNITS_MAX = () => null;
