import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, words } from "../../../pricing/worksheet/calculation.ts";
import { providerTypeOf } from "../provider-type.ts";
import type { FeeRow, Provider } from "../tables.ts";
import type { ProviderType } from "../values.ts";
import { anesthesiaPayment, timeUnitsOf } from "./anesthesia.ts";
import { hasPrice } from "./claim.ts";
import { chooseConversionFactor } from "./conversion-factor.ts";
import { chooseFeeRow } from "./fee-row.ts";
import { feeSchedulePayment } from "./fee-schedule.ts";
import type { Found } from "./found.ts";
import { lineOf, type OutpatientLine } from "./line.ts";
import type { OutpatientRequest } from "./request.ts";

/** The one result of a provider row (ca 4). */
export function workOutOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const line = lineOf(request, typeAsPriced(request, provider));
  return [
    pricer.workOut<Found>({}, (sheet, found) => {
      if (request.providerType === null) {
        sheet.assume("provider_type", line.providerType, "not sent: the provider's own type");
      }
      return payment(line, sheet, found);
    }),
  ];
}

/** The request's provider type replaces the row's own (ca 3.2). */
export function typeAsPriced({ providerType }: OutpatientRequest, provider: Provider): ProviderType {
  return providerType ?? providerTypeOf(provider);
}

/** Fee row, conversion factor, then the path that the fee row belongs to (ca 4.1 to 4.5). */
function payment(line: OutpatientLine, sheet: Sheet, found: Found): Figure | null {
  const { fee, otherProcedureTypes } = chooseFeeRow(line, sheet);
  found.fee = fee;
  found.otherProcedureTypes = otherProcedureTypes;
  found.otherServiceTypes = [];
  if (!hasPrice(fee)) throw byReport(line, fee, sheet);

  const isAnesthesia = fee.procedureType === "Anesthesia";
  if (isAnesthesia) found.timeUnits = timeUnitsOf(line.anesthesiaMinutes, sheet);
  const factor = chooseConversionFactor(fee, line, sheet, found);
  found.factor = factor;

  const claim = { line, fee, factor };
  const paid = isAnesthesia ? anesthesiaPayment(claim, sheet, found) : feeSchedulePayment(claim, sheet, found);
  if (line.emergencyRoom && !factor.emergency) {
    sheet.note("ca 4.7", words`no emergency room conversion factor is published, standard conversion factor used`);
  }
  return paid;
}

/** OP-C: the code is covered, its payment is set claim by claim (ca 4.5, 4.8 F7). */
function byReport({ code }: OutpatientLine, { procedureType }: FeeRow, sheet: Sheet): NoRate {
  sheet.note("ca 4.5", words`By report: no unit value is published; payment is determined per claim`);
  return sheet.noRate(
    "by_report",
    `Procedure code ${code} (${procedureType}) is priced by report: no rate is published and payment is determined per claim.`,
  );
}
