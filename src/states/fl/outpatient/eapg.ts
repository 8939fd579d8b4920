import type { Factor } from "../../../core/money/factor.ts";
import { type Money, ZERO_DOLLARS } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { constant, type Figure, plus, times, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { noneEffective } from "../failures.ts";
import { type EapgRate, type EapgWeight, eapgRates, eapgWeights, floridaProgram, type Provider } from "../tables.ts";
import { withoutLeadingZeros } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** Only if the line can be priced. */
export interface EapgFound {
  eapg?: {
    readonly weight: EapgWeight;
    readonly rate: EapgRate;
    readonly adjustment: PaymentAdjustment | null;
  };
}

/** The price of an EAPG line at a hospital or surgical center (fl 4.4). */
export function eapgPayment(
  request: OutpatientRequest,
  provider: Provider,
  sheet: Sheet,
  found: EapgFound,
): Figure<Money> {
  const weight = eapgWeightOf(request.billingCode.code, sheet);
  const rate = eapgRateOf(provider, sheet);
  const adjustment = paymentAdjustment(request, sheet);

  const line = linePayment(weight, rate, adjustment, sheet);
  found.eapg = { weight, rate, adjustment };
  return withChildrensAddOn(line, rate, sheet);
}

/** Any number of digits: longer codes come here only with `billing_code_type` EAPG (fl 4.2). */
const DIGITS = /^[0-9]+$/;

/** fl 4.4 step 1 */
function eapgWeightOf(code: string, sheet: Sheet): EapgWeight {
  const rows = DIGITS.test(code) ? sheet.rows(eapgWeights, { eapg: withoutLeadingZeros(code) }) : [];
  return sheet.only(rows, "code_not_listed", (nearest) =>
    nearest === null ? notAnEapg(code) : noneEffective(`EAPG ${code}`, sheet.day, nearest),
  );
}

/** F9 (fl 4.5) */
export function notAnEapg(code: string): string {
  return `${code} is not a published EAPG code; hospital and ASC claims are grouped to EAPGs before pricing.`;
}

/** fl 4.4 step 2 */
function eapgRateOf({ providerName, stateProviderId }: Provider, sheet: Sheet): EapgRate {
  const rows = stateProviderId === null ? [] : sheet.rows(eapgRates, { stateProviderId });
  return sheet.only(rows, "no_provider_rate", (nearest) =>
    nearest === null
      ? `${providerName} has no EAPG base rate.`
      : noneEffective(`EAPG base rate of ${providerName}`, sheet.day, nearest),
  );
}

/** The seven flags in the contract's order, with the words of `calculation_method` (fl 4.4). */
const FLAGS = [
  { parameter: "pafMultipleSignificant", name: "paf_multiple_significant", label: "multiple significant" },
  { parameter: "pafSameSignificant", name: "paf_same_significant", label: "same significant" },
  { parameter: "pafClinicalSignificant", name: "paf_clinical_significant", label: "clinical significant" },
  { parameter: "pafPackaging", name: "paf_packaging", label: "packaging" },
  { parameter: "pafRepeatAncillary", name: "paf_repeat_ancillary", label: "repeat ancillary" },
  { parameter: "pafBilateral", name: "paf_bilateral", label: "bilateral" },
  { parameter: "pafTerminated", name: "paf_terminated", label: "terminated" },
] as const;

export type FlagName = (typeof FLAGS)[number]["name"];

type FlagsSent = Pick<OutpatientRequest, (typeof FLAGS)[number]["parameter"]>;

interface PaymentAdjustment {
  readonly flags: readonly { readonly name: FlagName; readonly value: Figure<Factor> }[];
  readonly combined: Figure<Factor>;
}

/** The payment adjustor factor of the flags sent; null when none was (fl 4.4 step 4). */
export function paymentAdjustment(request: FlagsSent, sheet: Sheet): PaymentAdjustment | null {
  const sent = FLAGS.filter(({ parameter }) => request[parameter]);
  const flags = sent.map(({ name, label }) => ({ name, value: sheet.parameter(floridaProgram, name).called(label) }));
  const [first, ...others] = flags;
  if (first === undefined) return null;

  // A single flag keeps its published digits; a product is derived and loses trailing zeros.
  const combined =
    others.length === 0
      ? first.value
      : sheet.factor("fl 4.4 step 4", times(...flags.map(({ value }) => value)), null, UNPRINTED);
  const detail = flags.map(({ value }) => `${value.name} ${value.value}`).join(", ");
  return { flags, combined: combined.called("PAF adjustment", `: ${detail}`) };
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

/** The children's add-on applies to lines with a payment (fl 4.4 step 6). */
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
