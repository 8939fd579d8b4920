import { onlyInForce, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { asFactor, compare, plus } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { lookUp } from "../failures.ts";
import { type NewYorkProgram, newYorkProgram } from "../program.ts";
import { routesOf, supportedCodes } from "../routes.ts";
import { apgWeights, dtcBaseRates, dtcCapital, type Provider } from "../tables.ts";
import { PEER_GROUPS, type PeerGroup } from "../values.ts";
import { type ApgPayment, type Capital, operatingPayment } from "./apg-payment.ts";
import { type FlatFee, flatFeeOf } from "./flat-fee.ts";
import { chooseRegion } from "./region.ts";
import type { OutpatientRequest } from "./request.ts";
import { type CodeWeight, weightOf } from "./weight.ts";

/** The code's flat fee, else weight x the base rate of peer group and region, plus the clinic's capital add-on (ny 4.4). */
export function clinicApg(
  request: OutpatientRequest,
  provider: Provider,
  data: RateData,
): ApgPayment | FlatFee | NoRate {
  const { billingCode, dateOfService: day } = request;
  const asked = askedGroup(request.rateCode, data);
  const fee = flatFeeOf(billingCode, day, data);
  // Of the clinic's path only the rate code is checked: neither peer group nor region is needed.
  if (fee !== null) return asked instanceof NoRate ? asked : fee;

  const weight = weightOf(billingCode, day, data);
  if (weight instanceof NoRate) return weight;
  if (asked instanceof NoRate) return asked;

  const peerGroup = peerGroupOf(asked, request.rateCode, provider);
  if (peerGroup instanceof NoRate) return peerGroup;

  const chosen = chooseRegion(provider, request.serviceRegion, data);
  if (chosen instanceof NoRate) return chosen;
  const { region, ignored } = chosen;

  const published = data.rows(dtcBaseRates, peerGroup, region);
  const base = lookUp(published, day, "clinic APG base rate", `${peerGroup} ${region}`);
  if (base instanceof NoRate) return base;

  const { baseRate } = base;
  const column = `apg_base_rate_dtc_${peerGroup}_${region.toLowerCase()}`;
  const sheet = new Worksheet();
  const operating = operatingPayment(weight, baseRate, column, sheet);
  const capital = capitalOf(request, provider, peerGroup, weight, data);
  const payment = withCapital(operating, capital, weight, sheet);
  if (ignored !== null) {
    sheet.note(formula`note: service_region ${ignored} has no effect, the provider's region is ${region}`);
  }

  const period = sharedPeriod(weight.period, base.period);
  const added = capital === "excluded" ? null : capital;
  return {
    kind: "apg",
    weight,
    baseRate,
    column,
    operating,
    capital: added,
    payment,
    region,
    period: added === null ? period : sharedPeriod(period, added.period),
    method: sheet.line,
  };
}

/** The peer group that a rate code asks for; null when none is sent (ny 4.4 step 2). */
function askedGroup(rateCode: string | null, data: RateData): PeerGroup | NoRate | null {
  if (rateCode === null) return null;
  const { dtcRateCode } = routesOf(data);
  return (
    dtcRateCode.get(rateCode) ??
    new NoRate(
      `Rate code ${rateCode} is not a clinic or ambulatory surgery APG rate code; supported: ${supportedCodes(dtcRateCode)}.`,
    )
  );
}

/** The peer group that was asked for, else clinic before ambulatory surgery (ny 4.4 step 2). */
function peerGroupOf(
  asked: PeerGroup | null,
  rateCode: string | null,
  { providerName, peerGroups }: Provider,
): PeerGroup | NoRate {
  if (peerGroups.length === 0) return new NoRate(`${providerName} has no APG peer group in the loaded data.`);
  if (asked === null) return peerGroups.includes("clinic") ? "clinic" : "ambsurg";
  if (peerGroups.includes(asked)) return asked;
  const own = PEER_GROUPS.filter((group) => peerGroups.includes(group)).join(", ");
  return new NoRate(
    `${providerName} is not in APG peer group ${asked} (rate code ${rateCode}); its peer groups: ${own}.`,
  );
}

/** The add-on in force; null when none is published, "excluded" when the APG carries none (ny 4.4 step 6). */
function capitalOf(
  { dateOfService: day }: OutpatientRequest,
  { npi }: Provider,
  peerGroup: PeerGroup,
  { apg }: CodeWeight,
  data: RateData,
): Capital | "excluded" | null {
  if (apg !== null && onlyInForce(data.rows(apgWeights, apg), day)?.noCapitalAddon) return "excluded";
  const row = onlyInForce(data.rows(dtcCapital, npi, peerGroup), day);
  if (row === undefined) return null;
  const { capitalAddon: addOn, period } = row;
  return { addOn, isAnomaly: isOutsideExpected(addOn, newYorkProgram(data, day)), period };
}

/** Whether an add-on is outside the expected range: a flag only, so the lack of a bound never fails a price. */
function isOutsideExpected(addOn: Money, program: NewYorkProgram): boolean | null {
  const least = program("dtc_capital_expected_min");
  const most = program("dtc_capital_expected_max");
  if (least instanceof NoRate || most instanceof NoRate) return null;
  const amount = asFactor(addOn);
  return compare(amount, least) < 0 || compare(amount, most) > 0;
}

/** The operating payment and what capital adds to it, an anomalous add-on included (ny 4.4 step 7). */
function withCapital(
  operating: Money,
  capital: Capital | "excluded" | null,
  { apg }: CodeWeight,
  sheet: Worksheet,
): Money {
  if (capital === "excluded") {
    sheet.note(formula`no capital add-on for APG ${apg as number}`);
    return operating;
  }
  if (capital === null) {
    sheet.note(formula`no capital add-on is published`);
    return operating;
  }
  const { addOn } = capital;
  return sheet.step(
    formula`payment_operating (${operating.text}) + payment_capital (${addOn.text})`,
    plus(operating, addOn),
  );
}
