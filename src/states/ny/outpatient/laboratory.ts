import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { lookUp } from "../failures.ts";
import { feeSchedule, type Provider } from "../tables.ts";
import { apgNotOnSchedule, feePayment } from "./fee.ts";
import type { Found } from "./found.ts";
import type { OutpatientRequest } from "./request.ts";

/** The laboratory fee of a code (ny 4.6). */
export function laboratoryFee(
  { billingCode }: OutpatientRequest,
  provider: Provider,
  sheet: Sheet,
  found: Found,
): Figure {
  if (billingCode.apg !== null) throw apgNotOnSchedule(billingCode, provider, sheet);
  const { code } = billingCode;
  const sought = { code: "code_not_listed", what: "laboratory fee", key: code } as const;
  const row = lookUp(sheet.rows(feeSchedule, { schedule: "laboratory", code }), sought, sheet);
  return feePayment(row, { section: "ny 4.6", name: "laboratory fee", trail: ` for ${code}` }, sheet, found);
}
