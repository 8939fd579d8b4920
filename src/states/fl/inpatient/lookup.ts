import {
  charges,
  daysOfStay,
  dischargeDate,
  dischargedWith,
  STAY_FIELDS,
  youngerThan,
} from "../../../pricing/claim-fields.ts";
import { type OverlookedParameter, rateLookup, type Selection } from "../../../pricing/lookup.ts";
import { childFlagOfNewborn, isNewbornDrg } from "../../../pricing/newborns.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { noneCanBePriced, noProviderMatches } from "../failures.ts";
import { type Provider, tables } from "../tables.ts";
import { NOTATION } from "../values.ts";
import { isNewborn } from "./drg-payment.ts";
import { type Found, workOutInpatient } from "./price.ts";
import { type InpatientRequest, inpatientParameters } from "./request.ts";
import { inpatientResult } from "./result.ts";

/** GET /fl/inpatient/rate (contract 4.10, fl 5) */
export const inpatient = rateLookup({
  setting: "inpatient",
  about: {
    summary: "Florida inpatient payment",
    description:
      "What Florida Medicaid pays a hospital for an APR-DRG stay by discharge date: base rate x weight x largest adjustor, with transfer, trauma enhancement, children's add-on, cost outlier and charge cap.",
  },
  ratesOfProvider: "Florida pays a stay at the statewide base rate, with the adjustors and add-ons of the hospital.",
  examples: [
    { title: "A delivery at a trauma center", query: { billing_code: "560-1", npi: "1000800015" } },
    {
      title: "A newborn with a cost outlier at a children's hospital",
      query: { billing_code: "593-4", npi: "1000800056", child_patient: "true", total_charges: "1912345.67" },
    },
    { title: "A hospital by another of its NPIs", query: { billing_code: "560-1", npi: "1000890016" } },
    { title: "Pneumonia in every severity", query: { billing_code: "139", npi: "1000800023" } },
    { title: "A delivery at every hospital of a name", query: { billing_code: "560-1", provider_name: "medical" } },
  ],
  tables: tables.pricing("inpatient"),
  claimLines: null,
  overlooked: newbornNotSentAsChild,
  claimFields: {
    ...STAY_FIELDS,
    dischargeDate,
    transferClaim: dischargedWith("02", "05", "65", "66", "82", "85", "93", "94"),
    childPatient: youngerThan(21),
    lengthOfStay: daysOfStay,
    totalCharges: charges,
  },
  parameters: inpatientParameters,
  day: "dischargeDate",
  notation: NOTATION,
  result: inpatientResult,
  rules: {
    select: selectHospitals,
    considersByName: (_request, provider) => isHospital(provider),
    workOut: workOutInpatient,
    typeAsPriced: null,
    noProvider: (request) => ({ noRate: noProviderMatches(request), found: {}, about: null }),
    noneQualifies: (request, nameMatches) => ({
      noRate: nameMatches ? noneCanBePriced(request, request.billingCode.sent) : noProviderMatches(request),
      found: {},
      about: null,
    }),
  },
});

/** A newborn is under 21: without `child_patient` the age adjustor is left out (fl 5.3 step 1). */
function newbornNotSentAsChild({
  pediatric_service_line: pediatricServiceLine,
  age_adjustor,
  apr_drg_code,
  soi,
}: ReturnType<typeof inpatientResult>): OverlookedParameter | null {
  const isOfNewborns = isNewborn({ pediatricServiceLine }) || isNewbornDrg(apr_drg_code);
  return isOfNewborns && age_adjustor === null ? childFlagOfNewborn(apr_drg_code, soi) : null;
}

function isHospital({ providerType }: Provider): boolean {
  return providerType === "HOSPITAL";
}

/** The hospital rows; G2 when there are none (fl 5.2 step 1). */
function selectHospitals(_request: InpatientRequest, matching: readonly Provider[]): Selection<Found, Provider> {
  const rows = matching.filter(isHospital);
  if (rows.length > 0) return { rows };

  const first = matching[0] as Provider;
  const message = `${first.providerName} is not a hospital; Florida inpatient rates exist for hospitals only.`;
  return { noRate: new NoRate("not_for_provider_type", message), found: {}, about: first };
}
