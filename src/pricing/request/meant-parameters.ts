import { closestAmong, lettersAndDigits } from "../../core/text/closest.ts";

/**
 * What people call a parameter, in any spelling, and which one they mean by it: the first of these that the endpoint
 * has. Where it has none, or a word can mean anything, a name that happens to contain the word is not what was meant.
 */
export const SYNONYMS: readonly { readonly words: readonly string[]; readonly mean: readonly string[] }[] = [
  {
    words: ["date", "day", "dos", "service_date", "date_of_service"],
    mean: ["date_of_service", "admit_date", "discharge_date"],
  },
  { words: ["admit", "admitted", "admission", "admission_date", "date_of_admission"], mean: ["admit_date"] },
  { words: ["discharge", "discharged", "date_of_discharge"], mean: ["discharge_date"] },
  {
    words: ["code", "hcpcs", "hcpcs_code", "cpt", "cpt_code", "procedure", "procedure_code", "proc_code"],
    mean: ["billing_code"],
  },
  {
    words: ["drg", "drg_code", "apr_drg", "apg", "apg_code", "eapg", "eapg_code", "service_code"],
    mean: ["billing_code"],
  },
  { words: ["name", "provider", "hospital", "hospital_name", "facility_name"], mean: ["provider_name"] },
  { words: ["provider_id", "provider_number", "medicaid_id", "medicaid_provider_id"], mean: ["state_provider_id"] },
  { words: ["npi_number", "provider_npi"], mean: ["npi"] },
  { words: ["certificate", "operating_certificate"], mean: ["opcert"] },
  { words: ["los", "days"], mean: ["length_of_stay"] },
  {
    words: ["charge", "charges", "billed", "billed_amount", "total_charges", "billed_charges", "gross_charges"],
    mean: ["total_charges", "billed_charges", "gross_charges"],
  },
  { words: ["pos", "site_of_service"], mean: ["place_of_service"] },
  { words: ["mod", "mods"], mean: ["modifier"] },
  { words: ["minutes", "anesthesia_time"], mean: ["anesthesia_minutes"] },
  { words: ["er"], mean: ["emergency_room"] },
  { words: ["transfer", "transfer_claim", "transfer_out"], mean: ["transfer_claim", "transfer_out"] },
  { words: ["cah"], mean: ["critical_access_hospital"] },
  { words: ["zip", "postal_code"], mean: ["zip_code"] },
  { words: ["size", "count", "max", "max_results", "page_size", "per_page"], mean: ["limit"] },
  { words: ["ref", "correlation_id"], mean: ["reference_id"] },
  { words: ["state", "service", "patient"], mean: [] },
];

const MEANT_BY = new Map(SYNONYMS.flatMap(({ words, mean }) => words.map((word) => [lettersAndDigits(word), mean])));

/** The parameters of an endpoint that an unknown one may have meant, equally likely; none when there is doubt. */
export function meantAmong(parameters: readonly string[]): (name: string) => readonly string[] {
  const closest = closestAmong(parameters);

  return (name) => {
    const synonyms = MEANT_BY.get(lettersAndDigits(name));
    if (synonyms === undefined) return closest(name);
    return synonyms.filter((synonym) => parameters.includes(synonym)).slice(0, 1);
  };
}
