import { admitDate, charges, coveredDays, STAY_FIELDS } from "../../../pricing/claim-fields.ts";
import { rateLookup } from "../../../pricing/lookup.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import { noneCanBePriced, noProviderFound, noRecordOfType } from "../failures.ts";
import { type Provider, tables } from "../tables.ts";
import { isHospital, NOTATION } from "../values.ts";
import { severitySent, workOutInpatient } from "./price.ts";
import { type InpatientRequest, inpatientParameters } from "./request.ts";
import { inpatientResult } from "./result.ts";

/** GET /ga/inpatient/rate (contract 4.7, ga 5) */
export const inpatient = rateLookup({
  setting: "inpatient",
  about: {
    summary: "Georgia inpatient payment",
    description:
      "What Georgia Medicaid pays a hospital for an APR-DRG stay by admission date: base rate x relative weight, with short stay, cost outlier and the Hospital Rate Add-On; one result per campus and severity.",
  },
  ratesOfProvider: "Georgia pays a stay at the base rate of the hospital.",
  examples: [
    { title: "A delivery in all four severities", query: { billing_code: "560", npi: "1200010142" } },
    {
      title: "A long pneumonia stay with a cost outlier",
      query: { billing_code: "139-3", npi: "1200010142", length_of_stay: "12", total_charges: "210000" },
    },
    {
      title: "A short stay, paid the lesser of base payment and cost",
      query: { billing_code: "139-1", npi: "1200010142", length_of_stay: "1", total_charges: "8400" },
    },
    { title: "A delivery at every hospital of a name", query: { billing_code: "560-1", provider_name: "hospital" } },
  ],
  tables: tables.pricing("inpatient"),
  claimLines: null,
  // Days that are not covered do not count: without covered days no short stay is evaluated.
  claimFields: { ...STAY_FIELDS, admitDate, lengthOfStay: coveredDays, totalCharges: charges },
  parameters: inpatientParameters,
  day: "admitDate",
  notation: NOTATION,
  result: inpatientResult,
  rules: {
    select: (request, matching) => {
      const rows = matching.filter(isHospital);
      if (rows.length > 0) return { rows };
      return refused(request, matching[0] ?? null, noRecordOfType("HOSPITAL", request, matching));
    },
    considersByName: (_request, provider) => isHospital(provider),
    workOut: workOutInpatient,
    typeAsPriced: null,
    noProvider: (request) => refused(request, null, noProviderFound(request)),
    noneQualifies: (request, nameMatches) => refused(request, null, noneCanBePriced(request, nameMatches)),
  },
});

/** The one result of a lookup that finds no hospital to price, with or without a severity (ga 3.1). */
function refused(request: InpatientRequest, about: Provider | null, noRate: NoRate) {
  return { noRate, found: { soi: severitySent(request) }, about };
}
