import { type Money, ZERO_DOLLARS } from "../../../core/money/money.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { constant, type Figure, plus, times, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { noneInForce } from "../failures.ts";
import { withoutLeadingZeros } from "../leading-zeros.ts";
import { type EapgRate, type EapgWeight, eapgRates, eapgWeights, type Provider } from "../tables.ts";
import { type PaymentAdjustment, paymentAdjustment } from "./payment-adjustor-flags.ts";
import type { OutpatientRequest } from "./request.ts";

/** Only of a line that can be priced. */
export interface EapgFound {
  eapg?: {
    readonly weight: EapgWeight;
    readonly rate: EapgRate;
    readonly adjustment: PaymentAdjustment | null;
  };
}

/** The price of an EAPG line at a hospital or surgical center (fl 4.4). */
export function eapgPayment(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: EapgFound): Figure<Money> {
  const weight = eapgWeightOf(request.billingCode.code, sheet);
  const rate = eapgRateOf(provider, sheet);
  const adjustment = paymentAdjustment(request, sheet);

  const line = linePayment(weight, rate, adjustment, sheet);
  found.eapg = { weight, rate, adjustment };
  return withChildrensAddOn(line, rate, sheet);
}

/** F9 */
export function notAnEapg(code: string): string {
  return `${code} is not a published EAPG code; hospital and ASC claims are grouped to EAPGs before pricing.`;
}

/** However many: a code of five and more digits comes here only when an EAPG was asked for (fl 4.2). */
const DIGITS = /^[0-9]+$/;

/** fl 4.4 step 1 */
function eapgWeightOf(code: string, sheet: Sheet): EapgWeight {
  const rows = DIGITS.test(code) ? sheet.rows(eapgWeights, { eapg: withoutLeadingZeros(code) }) : [];
  return sheet.only(rows, "code_not_listed", (nearest) =>
    nearest === null ? notAnEapg(code) : noneInForce(`EAPG ${code}`, sheet.day, nearest),
  );
}

/** fl 4.4 step 2 */
function eapgRateOf({ providerName, stateProviderId }: Provider, sheet: Sheet): EapgRate {
  const rows = stateProviderId === null ? [] : sheet.rows(eapgRates, { stateProviderId });
  return sheet.only(rows, "no_provider_rate", (nearest) =>
    nearest === null
      ? `${providerName} has no EAPG base rate.`
      : noneInForce(`EAPG base rate of ${providerName}`, sheet.day, nearest),
  );
}

/** Weight x base rate x policy adjustor x payment adjustor factor, rounded once (fl 4.4 steps 3 to 5). */
export function linePayment(
  weight: EapgWeight,
  rate: EapgRate,
  adjustment: PaymentAdjustment | null,
  sheet: Sheet,
): Figure<Money> {
  const factors = [
    sheet.figure("EAPG weight", weight, "weight"),
    sheet.figure("base rate", rate, "baseRate"),
    sheet.figure("policy adjustor", rate, "policyAdjustor"),
    adjustment?.combined ?? null,
  ].filter((factor) => factor !== null);
  return sheet.dollars("fl 4.4 step 5", times(...factors));
}

/** The children's add-on belongs to lines that are paid something (fl 4.4 step 6). */
export function withChildrensAddOn(line: Figure<Money>, rate: EapgRate, sheet: Sheet): Figure<Money> {
  const addOn = sheet.figure("children's add-on", rate, "childrensAddon");
  if (addOn === null) return line;
  const section = "fl 4.4 step 6";
  const isPaid = decide(line, "greater", constant(section, ZERO_DOLLARS, "dollars"));
  sheet.decided(line, isPaid);
  if (!isPaid.outcome) {
    sheet.note(section, words`children's add-on not paid on a line paid at ${line}`);
    return line;
  }
  return sheet.dollars(section, plus(line, addOn), { shown: words`+ ${addOn}` });
}
