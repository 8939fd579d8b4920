import {
  admitDate,
  charges,
  daysOfStay,
  dischargedWith,
  STAY_FIELDS,
  youngerThan,
} from "../../../pricing/claim-fields.ts";
import { type OverlookedParameter, rateLookup } from "../../../pricing/lookup.ts";
import { childFlagOfNewborn, isNewbornDrg } from "../../../pricing/newborns.ts";
import { noneCanBePriced, noProviderMatches } from "../providers.ts";
import { tables } from "../tables.ts";
import { isHospital, NOTATION } from "../values.ts";
import { workOutInpatient } from "./price.ts";
import { inpatientParameters } from "./request.ts";
import { inpatientResult } from "./result.ts";

/** GET /ca/inpatient/rate (contract 4.5, ca 5) */
export const inpatient = rateLookup({
  setting: "inpatient",
  about: {
    summary: "California inpatient payment",
    description:
      "What Medi-Cal pays a hospital for an APR-DRG stay by admission date: base rate x weight, with transfer, cost outlier and charge cap; interim claims by per diem.",
  },
  ratesOfProvider: "California pays a stay at the base rate of the hospital.",
  examples: [
    { title: "A delivery", query: { billing_code: "560-1", npi: "1000100010" } },
    {
      title: "A long sepsis stay with a cost outlier",
      query: { billing_code: "720-2", npi: "1000100036", length_of_stay: "31", total_charges: "812400" },
    },
    { title: "A delivery at every hospital of a name", query: { billing_code: "560-1", provider_name: "medical" } },
  ],
  tables: tables.pricing("inpatient"),
  claimLines: null,
  overlooked: newbornNotSentAsChild,
  claimFields: {
    ...STAY_FIELDS,
    admitDate,
    transferClaim: dischargedWith("02", "05", "63", "65", "66", "82", "85", "91", "93", "94"),
    interimClaim: dischargedWith("30"),
    childPatient: youngerThan(21),
    lengthOfStay: daysOfStay,
    totalCharges: charges,
  },
  parameters: inpatientParameters,
  day: "admitDate",
  notation: NOTATION,
  result: inpatientResult,
  rules: {
    // An NPI that is a hospital and something else is priced as a hospital (ca 3.1).
    select: (_request, matching) => {
      const hospitals = matching.filter(isHospital);
      return { rows: hospitals.length > 0 ? hospitals : matching };
    },
    considersByName: (_request, provider) => isHospital(provider),
    workOut: workOutInpatient,
    typeAsPriced: null,
    noProvider: (request) => ({ noRate: noProviderMatches(request), found: {}, about: null }),
    noneQualifies: (request, nameMatches) => ({
      noRate: noneCanBePriced(request, request.billingCode.sent, request.admitDate, nameMatches),
      found: {},
      about: null,
    }),
  },
});

/** A newborn is under 21: without `child_patient` the policy adjustor is that of adults, A or B (ca 5.3). */
function newbornNotSentAsChild({
  apr_drg,
  soi,
  policy_adjustor_used: letter,
}: ReturnType<typeof inpatientResult>): OverlookedParameter | null {
  const isAdult = letter === "A" || letter === "B";
  return isAdult && isNewbornDrg(apr_drg) ? childFlagOfNewborn(apr_drg, soi) : null;
}
