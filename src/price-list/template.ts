/*
 * The template of CMS for the standard charges of a hospital (45 CFR 180.50), version 3.0.0, as its data dictionaries for CSV and JSON
 * describe it. The page docs/price-list.md says what was followed and what was not verified.
 */

export const TEMPLATE_VERSION = "3.0.0";

/** The template's tall CSV and its JSON, as the command names them. */
export const TEMPLATE_FORMATS = ["mrf-csv", "mrf-json"] as const;
export type TemplateFormat = (typeof TEMPLATE_FORMATS)[number];

/** The statement that is a heading of the CSV and a member of the JSON, word for word. Only the hospital can confirm it. */
export const ATTESTATION =
  "To the best of its knowledge and belief, this hospital has included all applicable standard charge information in accordance with the requirements of 45 CFR 180.50, and the information encoded is true, accurate, and complete as of the date in the file. This hospital has included all payer-specific negotiated charges in dollars that can be expressed as a dollar amount. For payer-specific negotiated charges that cannot be expressed as a dollar amount in the machine-readable file or not knowable in advance, the hospital attests that the payer-specific negotiated charge is based on a contractual algorithm, percentage or formula that precludes the provision of a dollar amount and has provided all necessary information available to the hospital for the public to be able to derive the dollar amount, including, but not limited to, the specific fee schedule or components referenced in such percentage, algorithm or formula.";

/** The headings of the first row. */
export function generalHeadings(state: string): readonly string[] {
  return [
    "hospital_name",
    "last_updated_on",
    "version",
    "location_name",
    "hospital_address",
    `license_number|${state}`,
    "type_2_npi",
    ATTESTATION,
    "attester_name",
  ];
}

/** The headings of the third row, in the tall form with one code. */
export const TALL_HEADINGS = [
  "description",
  "code|1",
  "code|1|type",
  "modifiers",
  "setting",
  "drug_unit_of_measurement",
  "drug_type_of_measurement",
  "standard_charge|gross",
  "standard_charge|discounted_cash",
  "payer_name",
  "plan_name",
  "standard_charge|negotiated_dollar",
  "standard_charge|negotiated_percentage",
  "standard_charge|negotiated_algorithm",
  "median_amount",
  "10th_percentile",
  "90th_percentile",
  "count",
  "standard_charge|methodology",
  "standard_charge|min",
  "standard_charge|max",
  "additional_generic_notes",
] as const;

type Methodology = "case rate" | "fee schedule" | "percent of total billed charges" | "per diem" | "other";

/** By the kind of rate that results have. Whatever is set by report is "other", which needs a note. */
const METHODOLOGIES: Readonly<Record<string, Methodology>> = {
  claim: "case rate",
  fee_schedule: "fee schedule",
  percent_of_charges: "percent of total billed charges",
  per_diem: "per diem",
};

export function methodologyOf(paymentRateType: string | null): Methodology {
  return METHODOLOGIES[paymentRateType ?? ""] ?? "other";
}

const LEVEL_II = /^[A-Z]/;
const DENTAL = /^D[0-9]{4}$/;

/**
 * The template's word for a code system. It has CPT and HCPCS (Level II) apart, and dental codes as CDT. New York's APG numbers are EAPG:
 * the template has no other word for groups of ambulatory procedures.
 */
export function templateCodeType(codeType: string | null, code: string): string {
  if (codeType === "APR-DRG" || codeType === "EAPG") return codeType;
  if (codeType === "APG") return "EAPG";
  if (DENTAL.test(code)) return "CDT";
  return LEVEL_II.test(code) ? "HCPCS" : "CPT";
}
