import { percentText } from "../explanation/result-words.ts";
import type { MedicareRatio } from "./schema.ts";

/* What Medicare's price is called beside a Medicaid price. The page and the commands share these words. */

/** What the words need to know about a compared price. */
export type BesidePrice = Pick<MedicareRatio, "ratio" | "schedule" | "medicaid_includes_facility">;

/** Why a ratio to a hospital's price is not shown as a share: the two prices pay for different things. */
const NOT_A_SHARE = "what Medicare pays a hospital or surgical center is not in it";

/** "Medicare", or "Medicare physician fee" where the Medicaid price pays for the facility too. */
export function medicareName({ schedule, medicaid_includes_facility }: BesidePrice): string {
  return medicaid_includes_facility ? `Medicare ${feeName(schedule)}` : "Medicare";
}

/** "103.62 %"; null without a ratio, and where the Medicaid price pays for the facility too. */
function shareText({ ratio, medicaid_includes_facility }: BesidePrice): string | null {
  return ratio === null || medicaid_includes_facility ? null : percentText(ratio);
}

/** The same in a column: why there is none stands in its place. */
export function shareCell(beside: BesidePrice): string {
  return shareText(beside) ?? (beside.ratio === null ? "" : "facility included");
}

/** What follows Medicare's amount: "; Medicaid pays 103.62 % of it". */
export function shareAside(beside: BesidePrice): string {
  if (beside.medicaid_includes_facility) return `; ${NOT_A_SHARE}`;
  const share = shareText(beside);
  return share === null ? "" : `; Medicaid pays ${share} of it`;
}

/**
 * "Medicare pays $89.24 in ATLANTA; Medicaid pays 103.62 % of it." Beside a price that includes the facility: "Medicare's
 * physician fee for this code is $115.46; what Medicare pays a hospital or surgical center is not in it."
 */
export function medicareSentence(beside: BesidePrice, amount: string, where = ""): string {
  const price = beside.medicaid_includes_facility
    ? `Medicare's ${feeName(beside.schedule)} for this code${where} is ${amount}`
    : `Medicare pays ${amount}${where}`;
  return `${price}${shareAside(beside)}.`;
}

/** The name of the schedule's fee: "physician fee". */
function feeName(schedule: BesidePrice["schedule"]): string {
  return schedule === null ? "fee" : `${schedule} fee`;
}
