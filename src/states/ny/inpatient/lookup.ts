import {
  charges,
  daysOfStay,
  dischargeDate,
  dischargedWith,
  rateCodeIn,
  STAY_FIELDS,
} from "../../../pricing/claim-fields.ts";
import { rateLookup } from "../../../pricing/lookup.ts";
import { noneQualifies, noProviderMatches } from "../failures.ts";
import { routesOf } from "../routing.ts";
import { tables } from "../tables.ts";
import { isHospital, NOTATION } from "../values.ts";
import { withoutHospital, workOutInpatient } from "./price.ts";
import { inpatientParameters } from "./request.ts";
import { inpatientResult } from "./result.ts";

/** GET /ny/inpatient/rate (contract 4.3, ny 5) */
export const inpatient = rateLookup({
  setting: "inpatient",
  about: {
    summary: "New York inpatient payment",
    description:
      "What New York Medicaid pays a hospital for a stay by discharge date: acute stays by APR-DRG with transfer, cost outlier, ALC days and the add-ons of the payer class; exempt psychiatric stays by adjusted per diem; medical rehabilitation, chemical dependency, critical access, specialty acute and dual diagnosis by per diem. What a service type requires and the request lacks, such as length_of_stay of a psychiatric stay, is a result with rate_found false that says so.",
  },
  ratesOfProvider: "New York pays a stay at the rates of the hospital.",
  examples: [
    { title: "An acute stay", query: { billing_code: "139-2", npi: "1100011109" } },
    {
      title: "A cost outlier in managed Medicaid",
      query: { billing_code: "720-4", npi: "1100011307", payer_class: "MMC", gross_charges: "512400" },
    },
    {
      title: "A psychiatric stay of a child, by operating certificate",
      query: { billing_code: "753-3", opcert: "9914001", length_of_stay: "14", age_group: "CHILD" },
    },
    { title: "Medical rehabilitation, which needs no code", query: { npi: "1100012503", length_of_stay: "12" } },
    { title: "An acute stay at every hospital of a name", query: { billing_code: "139-2", provider_name: "medical" } },
  ],
  tables: tables.pricing("inpatient"),
  claimLines: null,
  claimFields: {
    ...STAY_FIELDS,
    rateCode: rateCodeIn("24"),
    dischargeDate,
    lengthOfStay: daysOfStay,
    grossCharges: charges,
    // To another acute-care hospital, with or without a planned readmission.
    transferOut: dischargedWith("02", "05", "66", "82", "85", "94"),
    ageGroup: ({ age }) => (age === null ? "" : age < 18 ? "CHILD" : "ADULT"),
  },
  parameters: inpatientParameters,
  knownValues: { rateCode: (data) => [...routesOf(data).inpatient_rate_code.keys()] },
  day: "dischargeDate",
  notation: NOTATION,
  result: inpatientResult,
  rules: {
    // An identifier without a hospital among its rows gets one answer, that of its first row (ny 5.1 step 6).
    select: (_request, matching) => {
      const hospitals = matching.filter(isHospital);
      return { rows: hospitals.length > 0 ? hospitals : matching.slice(0, 1) };
    },
    considersByName: (_request, provider) => isHospital(provider),
    workOut: workOutInpatient,
    typeAsPriced: null,
    noProvider: (request, data) => ({
      noRate: noProviderMatches(request),
      found: withoutHospital(request, data),
      about: null,
    }),
    noneQualifies: (request, _nameMatches, data, considersAny) => ({
      noRate: noneQualifies(request, considersAny),
      found: withoutHospital(request, data),
      about: null,
    }),
  },
});
