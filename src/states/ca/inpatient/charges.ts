import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, lesserOf, over, times } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import type { Stay } from "./stay.ts";

/** The charges of a claim, sent or estimated, and what they cost the hospital. */
export interface Charges {
  readonly total: Figure<Money>;
  readonly source: "actual" | "estimated";
  readonly estimatedCost: Figure<Money>;
}

const SECTION = "ca 5.4 step 4";

/** Charges sent or estimated, and their cost (ca 5.4 step 4). */
export function chargesOf(stay: Stay, payment: Figure<Money>, sheet: Sheet): Charges {
  const total = totalOf(stay, payment, sheet).called("total charges");
  const ratio = sheet.figure("cost-to-charge ratio", stay.hospital, "costToChargeRatio");
  const estimatedCost = sheet.dollars(SECTION, times(total, ratio), UNPRINTED).called("estimated cost");
  return { total, source: stay.totalCharges === null ? "estimated" : "actual", estimatedCost };
}

/** Charges that were not sent are those at which the hospital just breaks even: they create neither an outlier nor a cap. */
function totalOf({ totalCharges, hospital }: Stay, payment: Figure<Money>, sheet: Sheet): Figure<Money> {
  if (totalCharges !== null) return sheet.sent("total charges", "total_charges", totalCharges, "dollars");
  const ratio = sheet.figure("cost-to-charge ratio", hospital, "costToChargeRatio");
  const total = sheet.dollars(SECTION, over(payment, ratio), UNPRINTED);
  sheet.assume("total_charges", total.value.text, "not sent: estimated as those at which the hospital breaks even");
  return total;
}

/** The lesser of the payment and charges that were sent (ca 5.4 step 7); null when the cap does not bite. */
export function cappedPayment(payment: Figure<Money>, charges: Charges, sheet: Sheet): Figure<Money> | null {
  if (charges.source === "estimated") return null;
  const section = "ca 5.4 step 7";
  const bites = decide(payment, "greater", charges.total);
  const lesser = lesserOf(payment, charges.total);
  if (bites.outcome) {
    const capped = sheet.dollars(section, lesser, { lead: "charge cap: " });
    sheet.decided(capped, bites);
    return capped;
  }
  sheet.notApplied(sheet.dollars(section, lesser, UNPRINTED), bites);
  return null;
}
