import { onlyInForce, type Period, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { isZero, plus, times } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { type Formula, formula, joined, Worksheet } from "../../../worksheet/worksheet.ts";
import { noneInForce } from "../failures.ts";
import { withoutLeadingZeros } from "../leading-zeros.ts";
import type { FloridaProgram } from "../program.ts";
import { type EapgRate, type EapgWeight, eapgRates, eapgWeights, type Provider } from "../tables.ts";
import { type PaymentAdjustment, paymentAdjustment } from "./payment-adjustor-flags.ts";
import type { OutpatientRequest } from "./request.ts";

/** What an EAPG price is made of. */
export interface EapgPrice {
  readonly weight: EapgWeight;
  readonly rate: EapgRate;
  readonly adjustment: PaymentAdjustment | null;
  readonly payment: Money;
  readonly period: Period;
  readonly method: string;
}

/** The price of an EAPG line at a hospital or surgical center (fl 4.4). */
export function eapgPrice(
  request: OutpatientRequest,
  provider: Provider,
  program: FloridaProgram,
  data: RateData,
): EapgPrice | NoRate {
  const weight = eapgWeightOf(request, data);
  if (weight instanceof NoRate) return weight;
  const rate = eapgRateOf(provider, request, data);
  if (rate instanceof NoRate) return rate;
  const adjustment = paymentAdjustment(request, program);
  if (adjustment instanceof NoRate) return adjustment;

  const sheet = new Worksheet();
  const line = linePayment(weight, rate, adjustment, sheet);
  const payment = withChildrensAddOn(line, rate, sheet);
  return {
    weight,
    rate,
    adjustment,
    payment,
    period: sharedPeriod(weight.period, rate.period),
    method: sheet.line,
  };
}

/** F9 */
export function unknownEapg(code: string): NoRate {
  return new NoRate(
    `${code} is not a published EAPG code; hospital and ASC claims are grouped to EAPGs before pricing.`,
  );
}

/** However many: a code of five and more digits comes here only when an EAPG was asked for (fl 4.2). */
const DIGITS = /^[0-9]+$/;

/** fl 4.4 step 1 */
function eapgWeightOf(
  { billingCode: { code }, dateOfService }: OutpatientRequest,
  data: RateData,
): EapgWeight | NoRate {
  const rows = DIGITS.test(code) ? data.rows(eapgWeights, withoutLeadingZeros(code)) : [];
  if (rows.length === 0) return unknownEapg(code);
  return onlyInForce(rows, dateOfService) ?? noneInForce(`EAPG ${code}`, rows, dateOfService);
}

/** fl 4.4 step 2 */
function eapgRateOf(
  { providerName, stateProviderId }: Provider,
  { dateOfService }: OutpatientRequest,
  data: RateData,
): EapgRate | NoRate {
  const rows = data.rows(eapgRates, stateProviderId);
  if (rows.length === 0) return new NoRate(`${providerName} has no EAPG base rate.`);
  return onlyInForce(rows, dateOfService) ?? noneInForce(`EAPG base rate of ${providerName}`, rows, dateOfService);
}

/** Weight x base rate x policy adjustor x payment adjustor factor, rounded once (fl 4.4 steps 3 to 5). */
export function linePayment(
  { weight }: Pick<EapgWeight, "weight">,
  { baseRate, policyAdjustor }: Pick<EapgRate, "baseRate" | "policyAdjustor">,
  adjustment: PaymentAdjustment | null,
  sheet: Worksheet,
): Money {
  const factors = [weight];
  const further: Formula[] = [];
  if (policyAdjustor !== null) {
    factors.push(policyAdjustor);
    further.push(formula` x policy adjustor (${policyAdjustor})`);
  }
  if (adjustment !== null) {
    const { combined, flags } = adjustment;
    factors.push(combined);
    further.push(
      formula` x PAF adjustment (${combined}: ${flags.map(({ label, value }) => `${label} ${value}`).join(", ")})`,
    );
  }
  return sheet.step(
    joined(formula`EAPG weight (${weight}) x base rate (${baseRate.text})`, further),
    times(baseRate, ...factors),
  );
}

/** The children's add-on belongs to lines that are paid something (fl 4.4 step 6). */
export function withChildrensAddOn(
  line: Money,
  { childrensAddon }: Pick<EapgRate, "childrensAddon">,
  sheet: Worksheet,
): Money {
  if (childrensAddon === null) return line;
  if (isZero(line)) {
    sheet.note(formula`children's add-on not paid on a line paid at ${line}`);
    return line;
  }
  return sheet.step(formula`+ children's add-on (${childrensAddon.text})`, plus(line, childrensAddon));
}
