import { claimNumberColumn } from "../reading/claim-number-column.ts";
import { type InputColumns, payerClaimColumn, roleByIndex } from "../reading/input-columns.ts";
import {
  ALLOWED_AMOUNT,
  BILLED_AMOUNT,
  CHARGES,
  MODIFIER,
  PAID_AMOUNT,
  SEVERITY,
  UNITS,
} from "../values/column-names.ts";

/** What a payer's form for an appeal has of a claim line. Nothing here describes the patient. */
const ON_FORM: ReadonlySet<string> = new Set([
  ...["npi", "state_provider_id", "opcert", "provider_name"],
  ...["date_of_service", "admit_date", "discharge_date"],
  ...["billing_code", MODIFIER, SEVERITY, UNITS],
  ...[BILLED_AMOUNT, ...CHARGES, ALLOWED_AMOUNT, PAID_AMOUNT],
]);

/** Columns of the file that a payer's form has, by their positions; names of patients and all other columns are none of them. */
export function payerFormColumns(names: readonly string[], columns: InputColumns): readonly number[] {
  const roles = roleByIndex(columns);
  const claims = [claimNumberColumn(names, columns), payerClaimColumn(names)];
  return names.flatMap((_, place) => (claims.includes(place) || ON_FORM.has(roles.get(place) ?? "") ? [place] : []));
}
