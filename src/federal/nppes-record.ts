import { type Conversion, legend, upperCase } from "../imports/declaring/conversions.ts";
import { heading, numbered, optional, type RecordOf } from "../imports/declaring/fields.ts";

const WITHHELD = "<UNAVAIL>";
const unlessWithheld: Conversion = (cell) => (cell === WITHHELD ? null : cell);

const TAXONOMIES = 15;
const IDENTIFIERS = 50;

/** Of 330 columns, those that say who a provider is and where it practises. */
export const nppesFields = {
  npi: heading("NPI"),
  entityType: heading("Entity Type Code", legend({ 1: "Individual", 2: "Organization" })),
  organizationName: heading("Provider Organization Name (Legal Business Name)", unlessWithheld),
  lastName: heading("Provider Last Name (Legal Name)", unlessWithheld),
  firstName: heading("Provider First Name", unlessWithheld),
  middleName: optional(heading("Provider Middle Name", unlessWithheld)),
  suffix: optional(heading("Provider Name Suffix Text", unlessWithheld)),
  credential: optional(heading("Provider Credential Text", unlessWithheld)),
  addressLine1: heading("Provider First Line Business Practice Location Address", unlessWithheld),
  addressLine2: optional(heading("Provider Second Line Business Practice Location Address", unlessWithheld)),
  city: heading("Provider Business Practice Location Address City Name", unlessWithheld),
  state: heading("Provider Business Practice Location Address State Name", upperCase),
  postalCode: heading("Provider Business Practice Location Address Postal Code", unlessWithheld),
  taxonomies: numbered("Healthcare Provider Taxonomy Code_#", TAXONOMIES, upperCase),
  primarySwitches: numbered("Healthcare Provider Primary Taxonomy Switch_#", TAXONOMIES, upperCase),
  identifiers: optional(numbered("Other Provider Identifier_#", IDENTIFIERS, upperCase)),
  identifierTypes: optional(numbered("Other Provider Identifier Type Code_#", IDENTIFIERS)),
  identifierStates: optional(numbered("Other Provider Identifier State_#", IDENTIFIERS, upperCase)),
};

export type NppesRecord = RecordOf<typeof nppesFields>;
