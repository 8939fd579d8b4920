import type { OverlookedParameter } from "./lookup.ts";

/**
 * The groups of newborns in APR-DRG: Major Diagnostic Category 15 has the numbers 580 to 640 (docs/price-list.md). The
 * number alone tells where a state's table has no service line.
 */
const FIRST = 580;
const LAST = 640;

/** Whether an APR-DRG is one of newborns, by its number alone. */
export function isNewbornDrg(drg: string): boolean {
  const number = Number(drg);
  return number >= FIRST && number <= LAST;
}

/**
 * The flag for children that a newborn's stay lacks. A newborn is under 21, so a price without the flag is an adult's.
 * Price lists send it, and repricing remarks on it. A lookup is priced with what was sent.
 */
export function childFlagOfNewborn(drg: string, soi: number | null): OverlookedParameter {
  return {
    parameter: "child_patient",
    value: "true",
    because: `${soi === null ? drg : `${drg}-${soi}`} is a DRG of newborns`,
  };
}
