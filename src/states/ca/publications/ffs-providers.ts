import { oneOf } from "../../../dataset/column.ts";
import { type Conversion, oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { legendOf } from "../../../imports/declaring/legends.ts";
import { publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { quoted } from "../../../text/refusal.ts";
import { isHospital } from "../provider-type.ts";
import { providers } from "../tables.ts";
import { PROVIDER_TYPES, type ProviderType } from "../values.ts";
import { hospitalJudge } from "./ffs-providers/listed-hospitals.ts";
import legends from "./legends/ffs-providers.json" with { type: "json" };
import { npi, taxonomy, zipCode } from "./provider-numbers.ts";
import { DHCS } from "./publisher.ts";
import { symbol } from "./symbol.ts";

const WITHOUT_TYPE_CODE =
  "rows with a taxonomy and without FI_PROVIDER_TYPE_CD: the taxonomy decides the provider's type";
const WITHOUT_TYPE =
  "rows without FI_PROVIDER_TYPE_CD and without a taxonomy: they are priced as physician offices (ca 3.2)";
const TYPE_CODE_NOT_IN_LEGEND =
  "rows with a taxonomy and an FI_PROVIDER_TYPE_CD that the legend lacks: the taxonomy decides the provider's type";
const LISTED_AS_TWO_TYPES = "rows of a provider that was listed before as another type; the first one counts";
const HOSPITALS_TAKEN =
  "hospitals that no other list has, taken under their Medi-Cal number: priced outpatient only; ca/hcai-npi-crosswalk, imported before this list, brings the ID that inpatient rates go by";

/** The state's type codes have three digits, which a spreadsheet may have taken for a number: `44.0` is 044. */
const typeCode: Conversion = (cell) => {
  const text = cell.replace(/\.0+$/, "");
  return /^[0-9]+$/.test(text) ? text.padStart(3, "0") : text.toUpperCase();
};

/** Why a row's type cell stays empty, and what it is priced as: a code that nobody knows is never passed over silently. */
function untyped(code: string | null, primaryTaxonomy: string | null): string {
  if (code === null) return primaryTaxonomy === null ? WITHOUT_TYPE : WITHOUT_TYPE_CODE;
  if (primaryTaxonomy !== null) return TYPE_CODE_NOT_IN_LEGEND;
  return `rows with FI_PROVIDER_TYPE_CD ${quoted(code)}, which the legend lacks, and without a valid taxonomy: they are priced as physician offices (ca 3.2); where that is wrong, give the code a type in the legend provider_types of a mapping file: see --template and --map`;
}

/** Enrolled providers; hospitals only where no other list has them, since their rates go by their HCAI ID (ca 8). */
export const ffsProviders = publication({
  folder: "ca",
  name: "ffs-providers",
  title: "Profile of Enrolled Medi-Cal Fee-for-Service (FFS) Providers",
  publisher: DHCS,
  published: "on the open data portal of the Health and Human Services Agency, monthly",
  page: "https://data.chhs.ca.gov/dataset/profile-of-enrolled-medi-cal-fee-for-service-ffs-providers",
  form: "CSV",
  confidence: "seen",
  legends,
  sections: [
    section({
      fields: {
        providerNumber: heading("PROVIDER_NUMBER", symbol),
        npi: heading("NPI", npi),
        name: heading(["LEGAL_NAME", "PROVIDER_NAME"], oneLine),
        typeCode: heading("FI_PROVIDER_TYPE_CD", typeCode),
        taxonomy: optional(heading(["PROVIDER_TAXONOMY", "TAXONOMY"], taxonomy)),
        address: optional(heading("ADDRESS", oneLine)),
        address2: optional(heading("ADDRESS2", oneLine)),
        city: optional(heading("CITY", oneLine)),
        state: optional(heading("STATE", upperCase)),
        zip: optional(heading("ZIP")),
        zip4: optional(heading("ZIP_4")),
        county: optional(heading("COUNTY", oneLine)),
      },
      // A provider is listed once per service location; the first one is its address.
      feeds: [rowsOf(providers, { repeats: "first" })],
      read: async (opening) => {
        const typeByCode = legendOf(opening.legends, "provider_types", oneOf(PROVIDER_TYPES));
        const typeOf = new Map<string, ProviderType | null>();
        const judge = await hospitalJudge(opening);
        return {
          record(fields, intake) {
            const { providerNumber, npi: number, name, taxonomy: primaryTaxonomy } = fields;
            if (providerNumber === null && number === null)
              return intake.leaveOut("neither NPI nor provider number", name ?? "");
            if (name === null) return intake.leaveOut("no name", number ?? providerNumber ?? "");
            // The code is on every row, a valid taxonomy on less than half of them (ca 8).
            const providerType = typeByCode.get(fields.typeCode ?? "") ?? null;
            if (isHospital({ providerType, primaryTaxonomy })) {
              const verdict = judge({ npi: number, providerNumber });
              if (typeof verdict === "object") return intake.leaveOut(verdict.leftOut, name);
              if (verdict === "taken") intake.find({ title: HOSPITALS_TAKEN, example: name });
            }
            if (providerType === null) intake.find({ title: untyped(fields.typeCode, primaryTaxonomy), example: name });
            const key = `${number}|${providerNumber}`;
            const first = typeOf.get(key);
            if (first === undefined) typeOf.set(key, providerType);
            else if (first !== providerType) intake.find({ title: LISTED_AS_TWO_TYPES, example: name });
            intake.take(providers, {
              npi: number,
              stateProviderId: providerNumber,
              providerName: name,
              providerType,
              primaryTaxonomy,
              streetAddress: [fields.address, fields.address2].filter((part) => part !== null).join(" "),
              city: fields.city,
              state: fields.state,
              zipCode: zipCode(fields.zip, fields.zip4),
              county: fields.county,
            });
          },
        };
      },
    }),
  ],
});
