import type { Day } from "../../../calendar/day.ts";
import { inForce } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { type Formula, formula } from "../../../worksheet/worksheet.ts";
import { noneInForce } from "../failures.ts";
import { type FeeRow, feeSchedule, type Provider } from "../tables.ts";
import { apgNotOnSchedule, type FeeFinding, feeOf } from "./fee.ts";
import type { OutpatientRequest } from "./request.ts";

/** The physician fee of a code, by modifier and place of service (ny 4.5). */
export function physicianFee(request: OutpatientRequest, provider: Provider, data: RateData): FeeFinding | NoRate {
  const { billingCode } = request;
  if (billingCode.apg !== null) return apgNotOnSchedule(billingCode, provider);
  const row = choosePhysicianRow(data.rows(feeSchedule, "physician", billingCode.code), request);
  return row instanceof NoRate ? row : feeOf(row, (fee) => shownFee(fee, row));
}

/** Among the rows of the modifier, the place sent or the one that the state prints first (ny 4.5 step 2). */
export function choosePhysicianRow(published: readonly FeeRow[], request: OutpatientRequest): FeeRow | NoRate {
  const { modifier, placeOfService: place, dateOfService: day } = request;
  const rows = published.filter(
    (row) =>
      row.modifier === modifier && (place === null || row.placeOfService === place || row.placeOfService === null),
  );
  const chosen = place === null ? sourceDefault(rows, day) : ofPlace(inForce(rows, day), place);
  return chosen ?? noneInForce(rows, day, "physician fee", keyText(request));
}

function sourceDefault(rows: readonly FeeRow[], day: Day): FeeRow | undefined {
  const candidates = inForce(rows, day);
  return (
    candidates.find((row) => row.isSourceDefault) ??
    ofPlace(candidates, "non_facility") ??
    candidates.find((row) => row.placeOfService === "facility")
  );
}

/** The row of a place, else the one that does not distinguish places. */
function ofPlace(rows: readonly FeeRow[], place: FeeRow["placeOfService"]): FeeRow | undefined {
  return rows.find((row) => row.placeOfService === place) ?? rows.find((row) => row.placeOfService === null);
}

function keyText({ billingCode, modifier, placeOfService }: OutpatientRequest): string {
  let key = billingCode.code;
  if (modifier !== null) key += ` modifier ${modifier}`;
  if (placeOfService !== null) key += ` place_of_service ${placeOfService}`;
  return key;
}

/** The fee of a 26 or TC row is multiplied already, so nothing is multiplied here (ny 4.5 step 5). */
function shownFee(fee: Money, { code, modifier, placeOfService, modifierAdjustment }: FeeRow): Formula {
  let details = "";
  if (modifier !== null) details += ` modifier ${modifier}`;
  if (placeOfService !== null) details += ` ${placeOfService}`;
  if (modifierAdjustment !== null) details += `, already multiplied by modifier_adjustment (${modifierAdjustment})`;
  return formula`physician fee (${fee.text}) for ${code}${details}`;
}
