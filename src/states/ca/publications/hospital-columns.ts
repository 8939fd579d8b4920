import { amount, type Conversion, oneLine, percent, rounded, yesNo } from "../../../imports/declaring/conversions.ts";
import { heading, type RecordOf } from "../../../imports/declaring/fields.ts";
import { compare } from "../../../money/arithmetic.ts";
import { factor, parseFactor } from "../../../money/factor.ts";

/** No hospital's costs are more than twice its charges, nor two percent of them. */
const RATIO_MAX = factor("2");

/**
 * The cost-to-charge ratio is printed as a percentage (`21.5%`, `21.5`), which a workbook stores as the fraction itself
 * (`0.215`).
 */
export const costToChargeRatio: Conversion = (cell) => {
  const stored = parseFactor(cell);
  return stored !== null && compare(stored, RATIO_MAX) <= 0 ? cell : percent(cell);
};

/** The columns that both lists of hospital characteristics have; the fiscal year in their headings changes. */
export const hospitalColumns = {
  name: heading(
    ["OSHPD Provider Name", "Provider Name", "Hospital Name", "Name", /(?:provider|hospital) name$/],
    oneLine,
  ),
  designatedNicu: heading([/designated nicu/, /^nicu/], yesNo),
  costToChargeRatio: heading([/cost-to-charge/, /cost to charge/], costToChargeRatio),
  drgBaseRate: heading([/wage[ -]adjusted.*base rate/], rounded(2, amount)),
};

type HospitalColumns = RecordOf<typeof hospitalColumns>;

/** Why a hospital of a list has no DRG rate; null when it has one. */
export function whyUnrated({ drgBaseRate, costToChargeRatio: ratio, designatedNicu }: HospitalColumns): string | null {
  if (drgBaseRate === null) return "no wage-adjusted base rate";
  if (ratio === null) return "no cost-to-charge ratio";
  return designatedNicu === null ? "not said whether it has a designated NICU" : null;
}
