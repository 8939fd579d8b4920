import type { DrgWeight } from "../tables.ts";

/** The state's spelling of a service line varies in case (fl 2.7). */
function isLine(line: string | null, ...names: readonly string[]): boolean {
  return line !== null && names.includes(line.toLowerCase());
}

/** Newborns in intensive care, whoever sends the claim (fl 5.3 step 1). */
export function isNeonatal({ pediatricServiceLine }: Pick<DrgWeight, "pediatricServiceLine">): boolean {
  return isLine(pediatricServiceLine, "neonatal");
}

/** A severe case of a line whose outliers are paid the higher percentage (fl 5.3 step 6). */
export function isSevereChildCase(weight: DrgWeight, isChild: boolean): boolean {
  const lineUsed = isChild ? weight.pediatricServiceLine : weight.adultServiceLine;
  return weight.soi >= 3 && isLine(lineUsed, "neonatal", "pediatric", "transplant pediatric");
}
