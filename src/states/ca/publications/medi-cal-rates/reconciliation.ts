import type { RateData } from "../../../../dataset/rate-data.ts";
import type { Table } from "../../../../dataset/table.ts";
import type { Intake } from "../../../../imports/declaring/intake.ts";
import type { Money } from "../../../../money/money.ts";
import { workedOut } from "../../../../pricing/outcome.ts";
import { Sheet } from "../../../../pricing/sheet.ts";
import { NOTATION } from "../../notation.ts";
import { hasPrice } from "../../outpatient/claim.ts";
import { chooseConversionFactor } from "../../outpatient/conversion-factor.ts";
import { baseAmount } from "../../outpatient/fee-schedule.ts";
import type { Found } from "../../outpatient/found.ts";
import type { OutpatientLine } from "../../outpatient/line.ts";
import { type ConversionFactorRow, conversionFactors, type FeeRow } from "../../tables.ts";
import { RATE_KINDS, type RateKind, type RateLegends, SERVICE_TYPE_LEGENDS } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";

/** As the headings of the file call them. */
const RATE_NAMES: Readonly<Record<RateKind, string>> = {
  basic: "Basic Rate",
  child: "Child Rate",
  emergency: "ER Rate",
};

/** Recomputes every printed rate of a row from what was taken of it, and tells the report how that went. */
export function reconcile(
  rate: PublishedRate,
  fee: FeeRow,
  factors: readonly ConversionFactorRow[],
  legends: RateLegends,
  intake: Intake,
): void {
  for (const kind of RATE_KINDS) {
    const printed = rate.printed[kind];
    if (printed === null) continue;
    intake.sum(`${RATE_NAMES[kind]}s in dollars`, printed.text);
    intake.find({ title: verdict(rate, fee, factors, kind, printed, legends), example: rate.code });
  }
  if (fee.publishedBasicRate !== null) {
    intake.find({
      title: "Basic Rates that are not unit value x factor; taken as they are printed",
      example: rate.code,
    });
  }
}

/** What the report counts a printed rate under: a line for all that come out, and one for each that does not. */
function verdict(
  { code, procedureType, conversionIndicator }: PublishedRate,
  fee: FeeRow,
  factors: readonly ConversionFactorRow[],
  kind: RateKind,
  printed: Money,
  legends: RateLegends,
): string {
  if (fee.unitValue !== null && !legends.serviceTypes[kind].has(conversionIndicator ?? "")) {
    return `${RATE_NAMES[kind]}s that cannot be priced: Conv Ind ${conversionIndicator} is not in the legend ${SERVICE_TYPE_LEGENDS[kind]}`;
  }
  const amount = recomputed(fee, factors, kind);
  if (typeof amount === "string") return `${code} ${procedureType}: ${RATE_NAMES[kind]} ${printed}, but ${amount}`;
  if (amount.cents === printed.cents) return "printed rates that come out to the cent";
  return `${code} ${procedureType}: ${RATE_NAMES[kind]} ${printed}, but what was taken comes to ${amount}`;
}

/** The price before any adjustment, from rows as they were taken and by the rules of a lookup (ca 4.2, 4.3 step 1). */
function recomputed(fee: FeeRow, factors: readonly ConversionFactorRow[], kind: RateKind): Money | string {
  if (!hasPrice(fee)) return "no unit value, so it is by report";
  const line = lineFor(fee, kind);
  const sheet = new Sheet(dataOf(factors), fee.period.start, "date_of_service", NOTATION);
  let amount: Money | null = null;
  workedOut<Found>(sheet, {}, (_sheet, found) => {
    const factor = chooseConversionFactor(fee, line, sheet, found);
    const payment = sheet.dollars("ca 4.3 step 1", baseAmount({ line, fee, factor }, sheet));
    amount = payment.value;
    return payment;
  });
  return amount ?? "no conversion factor could be derived";
}

/** Conversion factors as a release would hold them. */
function dataOf(factors: readonly ConversionFactorRow[]): RateData {
  return { rows: (table) => (table === (conversionFactors as Table) ? factors : []) as never, hasRows: () => true };
}

/** What a caller sends to get this kind of rate. */
function lineFor({ procedureCode, procedureType }: FeeRow, kind: RateKind): OutpatientLine {
  return {
    code: procedureCode,
    providerType: "physician_office",
    procedureType,
    serviceType: null,
    modifier: null,
    anesthesiaMinutes: null,
    childPatient: kind === "child",
    familyPlanningPrimaryDx: false,
    emergencyRoom: kind === "emergency",
  };
}
