import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, plus, words } from "../../../pricing/worksheet/calculation.ts";
import { lookUp } from "../failures.ts";
import { dtcBaseRates, type Provider } from "../tables.ts";
import { type ClinicApgColumn, PEER_GROUPS, type PeerGroup, type Region } from "../values.ts";
import { BASE_RATE, operatingPayment } from "./apg-payment.ts";
import { capitalOf } from "./capital.ts";
import { flatFeeOf, flatFeePayment } from "./flat-fee.ts";
import type { Found } from "./found.ts";
import { peerGroupOf } from "./peer-group.ts";
import { CLINIC_RATE_CODES, routedFrom } from "./rate-code.ts";
import { chooseRegion } from "./region.ts";
import type { OutpatientRequest } from "./request.ts";
import { weightOf } from "./weight.ts";

/** The code's flat fee, else weight x the base rate of peer group and region, plus the clinic's capital add-on (ny 4.4). */
export function clinicApg(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: Found): Figure {
  const { billingCode, rateCode, serviceRegion } = request;
  const fee = flatFeeOf(billingCode, sheet);
  if (fee !== null) {
    // Of the clinic's path only the rate code is checked: neither peer group nor region is needed.
    if (rateCode !== null) routedFrom(rateCode, CLINIC_RATE_CODES, () => PEER_GROUPS, sheet);
    return flatFeePayment(fee, sheet, found);
  }

  const weight = weightOf(billingCode, sheet);
  const peerGroup = peerGroupOf(rateCode, provider, sheet);
  const { region, ignored } = chooseRegion(provider, peerGroup, serviceRegion, sheet);
  const sought = {
    code: "missing_information",
    what: "clinic APG base rate",
    key: `${peerGroup} ${region}`,
  } as const;
  const base = lookUp(sheet.rows(dtcBaseRates, { peerGroup, region }), sought, sheet);
  const baseRate = sheet.figure(BASE_RATE, base, "baseRate");
  const column = columnOf(peerGroup, region);

  const operating = operatingPayment("ny 4.4 step 5", weight, baseRate, column, sheet);
  const capital = capitalOf(provider, peerGroup, weight, sheet);
  const payment =
    capital === null
      ? operating
      : sheet.dollars("ny 4.4 step 7", plus(operating.called("payment_operating"), capital.addOn));
  if (ignored !== null) {
    sheet.note(
      "ny 4.4 step 3",
      words`note: service_region ${ignored} has no effect, the provider's region is ${region}`,
    );
  }
  found.apg = { weight, baseRate, column, operating, capital, region };
  return payment;
}

/** ny 4.4 step 4 */
function columnOf(peerGroup: PeerGroup, region: Region): ClinicApgColumn {
  return `apg_base_rate_dtc_${peerGroup}_${region.toLowerCase() as Lowercase<Region>}`;
}
