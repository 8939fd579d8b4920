import type { Day } from "../../../calendar/day.ts";
import { sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { remembered } from "../../../pricing/remembered.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { mediCalProgram } from "../program.ts";
import { providerTypeOf } from "../provider-type.ts";
import { conversionFactors, type FeeRow, outpatientRates, type Provider } from "../tables.ts";
import type { ProviderType, ServiceType } from "../values.ts";
import { anesthesiaFactors, anesthesiaPayment, timeUnitsOf } from "./anesthesia.ts";
import type { OutpatientClaim } from "./claim.ts";
import { chooseConversionFactor, serviceTypeApplies } from "./conversion-factor.ts";
import { chooseFeeRow } from "./fee-row.ts";
import { basisOf, feeScheduleFactors, feeSchedulePayment } from "./fee-schedule.ts";
import { LINE, type LineInputs, lineOf, type OutpatientLine } from "./line.ts";
import type { OutpatientRequest } from "./request.ts";
import { type Finding, outpatientResult, type Selection } from "./result.ts";

/** The one result of a provider row (ca 4). */
export function priceOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  const providerType = typeAsPriced(request, provider);
  const finding = findPrice(data, lineOf(request, providerType), request.dateOfService);
  const counts = finding.kind === "priced" || finding.kind === "by report";
  return [{ counts, result: outpatientResult(request, { provider, providerType }, finding, data, matchesTotal) }];
}

/** The request's provider type replaces the row's own (ca 3.2). */
export function typeAsPriced({ providerType }: OutpatientRequest, provider: Provider): ProviderType {
  return providerType ?? providerTypeOf(provider);
}

/** The fee schedule is statewide: what a line pays depends on the claim and the type of provider alone. */
const findPrice = remembered<LineInputs, typeof LINE, Finding>({
  key: LINE,
  workOut: workOutPrice,
  isLasting: ({ kind }) => kind !== "failed",
});

/** Fee row, conversion factor, then the path that the fee row belongs to (ca 4.1 to 4.5). */
function workOutPrice(data: RateData, line: OutpatientLine, day: Day): Finding {
  const factorsOf = (row: FeeRow) => data.rows(conversionFactors, row.procedureType, row.conversionIndicator);
  const hasService = (row: FeeRow, serviceType: ServiceType) =>
    serviceTypeApplies(serviceType, factorsOf(row), line.providerType, day);
  const chosen = chooseFeeRow(data.rows(outpatientRates, line.code), line, day, hasService);
  if (chosen instanceof NoRate) return { kind: "failed", message: chosen.message };
  const { row: fee, otherProcedureTypes } = chosen;
  if (fee.unitValue === null) return byReport(line, { fee, otherProcedureTypes, otherServiceTypes: [] });

  const program = mediCalProgram(data, day);
  const isAnesthesia = fee.procedureType === "Anesthesia";
  const timeUnits = isAnesthesia ? timeUnitsOf(line.anesthesiaMinutes, program) : null;
  const { row: factor, otherServiceTypes } = chooseConversionFactor(factorsOf(fee), fee, line, day);
  const found = {
    selection: { fee, otherProcedureTypes, otherServiceTypes },
    timeUnits: timeUnits instanceof NoRate ? null : timeUnits,
  };
  if (factor instanceof NoRate) return { kind: "failed", message: factor.message, ...found };

  const claim: OutpatientClaim = { line, fee, factor, program };
  const price = isAnesthesia ? priceAnesthesia(claim) : priceFeeSchedule(claim);
  if (price instanceof NoRate) return { kind: "failed", message: price.message, ...found, factor };
  return { kind: "priced", ...found, factor, ...price, period: sharedPeriod(fee.period, factor.period) };
}

function priceFeeSchedule(claim: OutpatientClaim) {
  const factors = feeScheduleFactors(claim);
  if (factors instanceof NoRate) return factors;
  const sheet = new Worksheet();
  const payment = feeSchedulePayment(basisOf(claim.fee, claim.factor), factors, claim.line.modifier, sheet);
  return { payment, factors, method: finished(sheet, claim) };
}

function priceAnesthesia(claim: OutpatientClaim) {
  const factors = anesthesiaFactors(claim);
  if (factors instanceof NoRate) return factors;
  const sheet = new Worksheet();
  const payment = anesthesiaPayment(claim, factors, sheet);
  return { payment, factors: { ...factors, modifier: null, familyPlanning: null }, method: finished(sheet, claim) };
}

/** The line, with a note when ER pricing was asked for and none is published (ca 4.7). */
function finished(sheet: Worksheet, { line, factor }: OutpatientClaim): string {
  if (line.emergencyRoom && !factor.emergency) {
    sheet.note(formula`no emergency room conversion factor is published, standard conversion factor used`);
  }
  return sheet.line;
}

/** OP-C: the code is covered, its payment is set claim by claim (ca 4.5). */
function byReport({ code }: OutpatientLine, selection: Selection): Finding {
  const { procedureType, period } = selection.fee;
  return {
    kind: "by report",
    message: `Procedure code ${code} (${procedureType}) is priced by report: no rate is published and payment is determined per claim.`,
    method: "By report: no unit value is published; payment is determined per claim",
    selection,
    period,
  };
}
