import type { Money } from "../../../../core/money/money.ts";
import { failure } from "../../../../core/runtime/failure.ts";
import type { RateData, Table } from "../../../../dataset/table.ts";
import type { Intake } from "../../../../imports/declaring/intake.ts";
import { workedOut } from "../../../../pricing/outcome.ts";
import { Sheet } from "../../../../pricing/sheet.ts";
import { chooseConversionFactor } from "../../outpatient/conversion-factor.ts";
import { baseAmount, type Found } from "../../outpatient/price.ts";
import { BARE_LINE, type OutpatientLine } from "../../outpatient/request.ts";
import { type ConversionFactorRow, conversionFactors, type FeeRow, hasPrice } from "../../tables.ts";
import { NOTATION } from "../../values.ts";
import { type RateLegends, SERVICE_TYPE_LEGENDS } from "./legends.ts";
import { type PublishedRate, RATE_KINDS, RATE_NAMES, type RateKind } from "./published-rate.ts";

const COMES_OUT = "printed rates that come out to the cent";
const DOES_NOT =
  "printed rates that do NOT come out to the cent: lookups will not give them; the lines below say what they give instead";

/** Recomputes every printed rate from the imported rows, and reports the differences. */
export class Reconciliation {
  readonly #legends: RateLegends;
  readonly #intake: Intake;
  readonly #faults: { readonly title: string; readonly example: string }[] = [];
  #exactCount = 0;

  constructor(legends: RateLegends, intake: Intake) {
    this.#legends = legends;
    this.#intake = intake;
  }

  see(rate: PublishedRate, fee: FeeRow, factors: readonly ConversionFactorRow[]): void {
    for (const kind of RATE_KINDS) {
      const printed = rate.printed[kind];
      if (printed === null) continue;
      this.#intake.sum(`${RATE_NAMES[kind]}s in dollars`, printed.text);
      const fault = faultOf(rate, fee, factors, kind, printed, this.#legends);
      if (fault === null) this.#exactCount += 1;
      else this.#faults.push({ title: fault, example: rate.code });
    }
    if (fee.publishedBasicRate !== null) {
      this.#intake.find({
        title: "Basic Rates that are not unit value x factor; taken as they are printed",
        example: rate.code,
      });
    }
    if (fee.unitValue !== null && factors.length === 0) {
      this.#intake.find({
        title: `unit values of Conv Ind ${rate.conversionIndicator} WITHOUT a conversion factor: lookups of these codes find no rate`,
        example: `${rate.code} ${rate.procedureType}`,
      });
    }
  }

  /** If no printed rate is reproduced, the layout is not understood. */
  end(): void {
    if (this.#exactCount === 0) throw nothingPriced(this.#faults.map(({ title }) => title));
    this.#intake.find({ title: COMES_OUT, count: this.#exactCount });
    if (this.#faults.length === 0) return;
    this.#intake.find({ title: DOES_NOT, count: this.#faults.length });
    for (const fault of this.#faults) this.#intake.find(fault);
  }
}

function nothingPriced([first]: readonly string[]): Error {
  const reason = first === undefined ? "the file prints none" : `the first of them: ${first}`;
  return failure(
    `not one printed rate comes out of what was read, so the edition would price nothing (${reason}); is it the right file? What its codes mean can be corrected in a mapping file: see --template and --map`,
  );
}

/** Why a printed rate is not reproduced; null if it is. */
function faultOf(
  { code, procedureType, conversionIndicator }: PublishedRate,
  fee: FeeRow,
  factors: readonly ConversionFactorRow[],
  kind: RateKind,
  printed: Money,
  legends: RateLegends,
): string | null {
  if (fee.unitValue !== null && !legends.serviceTypes.basic.has(conversionIndicator ?? "")) {
    return `${RATE_NAMES[kind]}s that cannot be priced: Conv Ind ${conversionIndicator} is not in the legend ${SERVICE_TYPE_LEGENDS.basic}`;
  }
  const amount = recomputed(fee, factors, kind);
  if (typeof amount === "string") return `${code} ${procedureType}: ${RATE_NAMES[kind]} ${printed}, but ${amount}`;
  if (amount.cents === printed.cents) return null;
  return `${code} ${procedureType}: ${RATE_NAMES[kind]} ${printed}, but a lookup gives ${amount}`;
}

/** The price before adjustments, from the imported rows by the rules of a lookup (ca 4.2, 4.3 step 1). */
function recomputed(fee: FeeRow, factors: readonly ConversionFactorRow[], kind: RateKind): Money | string {
  if (!hasPrice(fee)) return "a lookup says by report, for no unit value is printed";
  const line = lineFor(fee, kind);
  const sheet = new Sheet(dataOf(factors), fee.period.start, "date_of_service", NOTATION);
  let amount: Money | null = null;
  workedOut<Found>(sheet, {}, (_sheet, found) => {
    const factor = chooseConversionFactor(fee, line, sheet, found);
    const payment = sheet.dollars("ca 4.3 step 1", baseAmount({ line, fee, factor }, sheet));
    amount = payment.value;
    return payment;
  });
  return amount ?? "a lookup finds no rate, for no conversion factor could be derived";
}

/** Conversion factors as a release would hold them. */
function dataOf(factors: readonly ConversionFactorRow[]): RateData {
  return {
    rows: (table) => (table === (conversionFactors as Table) ? factors : []) as never,
    hasRows: () => true,
    editions: () => [],
  };
}

/** What a caller sends to get this kind of rate. */
function lineFor({ procedureCode, procedureType }: FeeRow, kind: RateKind): OutpatientLine {
  return {
    ...BARE_LINE,
    code: procedureCode,
    providerType: "physician_office",
    procedureType,
    childPatient: kind === "child",
    emergencyRoom: kind === "emergency",
  };
}
