import { quoted } from "../../../core/text/refusal.ts";
import { oneOf } from "../../../dataset/column.ts";
import { listed } from "../../../dataset/published.ts";
import { type Conversion, oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { legendOf, type Opening } from "../../../imports/declaring/intake.ts";
import { publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { type Provider, providers } from "../tables.ts";
import { isHospital, PROVIDER_TYPES, type ProviderType } from "../values.ts";
import { npi, symbol, taxonomy, zipCode } from "./cells.ts";
import legends from "./ffs-providers.json" with { type: "json" };

const WITHOUT_TYPE_CODE =
  "rows with a taxonomy and without FI_PROVIDER_TYPE_CD: the taxonomy decides the provider's type";
const WITHOUT_TYPE =
  "rows without FI_PROVIDER_TYPE_CD and without a taxonomy: they are priced as physician offices (ca 3.2)";
const TYPE_CODE_NOT_IN_LEGEND =
  "rows with a taxonomy and an FI_PROVIDER_TYPE_CD that the legend lacks: the taxonomy decides the provider's type";
const LISTED_AS_TWO_TYPES = "rows of a provider that was listed before as another type; the first one counts";
const HOSPITALS_TAKEN =
  "hospitals that no other list has, taken under their Medi-Cal number: priced outpatient only; ca/hcai-npi-crosswalk, imported before this list, brings the ID that inpatient rates go by";

/** The state's type codes have three digits, which a spreadsheet may turn into a number: `44.0` is 044. */
const typeCode: Conversion = (cell) => {
  const text = cell.replace(/\.0+$/, "");
  return /^[0-9]+$/.test(text) ? text.padStart(3, "0") : text.toUpperCase();
};

/** Why a row's type stays empty, and how it is priced: unknown codes are always reported. */
function untyped(code: string | null, primaryTaxonomy: string | null): string {
  if (code === null) return primaryTaxonomy === null ? WITHOUT_TYPE : WITHOUT_TYPE_CODE;
  if (primaryTaxonomy !== null) return TYPE_CODE_NOT_IN_LEGEND;
  return `rows with FI_PROVIDER_TYPE_CD ${quoted(code)}, which the legend lacks, and without a valid taxonomy: they are priced as physician offices (ca 3.2); where that is wrong, give the code a type in the legend provider_types of a mapping file: see --template and --map`;
}

/** Enrolled providers; hospitals only if no other list has them, since their rates need the HCAI ID (ca 8). */
export const ffsProviders = publication({
  ...listed("ca/ffs-providers"),
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

interface ListedHospital {
  readonly npi: string | null;
  readonly providerNumber: string | null;
}

/** Whether a hospital is taken, taken again (another location), or left out with a reason. */
type Verdict = "taken" | "taken again" | { readonly leftOut: string };

type HospitalJudge = (hospital: ListedHospital) => Verdict;

/**
 * Takes each hospital that no other list has, once (ca 8). The licensed facility crosswalk has the ID of inpatient
 * rates, so its row is better, and an NPI has only one row.
 */
async function hospitalJudge({ known, earlier }: Opening): Promise<HospitalJudge> {
  const hospitals = await known(providers, (row) => (isHospital(row) ? identities(row) : null));
  const own = await earlier(providers, (cell) => keyOf(cell("npi"), cell("stateProviderId")));
  // The registry may have added its number since.
  const isOwn = (row: Provider) => own.has(keyOf(row.npi, row.stateProviderId)) || own.has(keyOf(row.npi, null));
  const taken = new Map<string, string>();
  return ({ npi, providerNumber }) => {
    const numbers = [npi, providerNumber].filter((number) => number !== null);
    const others = numbers.flatMap((number) => hospitals(number)).filter((row) => !isOwn(row));
    if (others.length > 0) return { leftOut: "a hospital that ca/providers has already, from another list or by hand" };
    const key = keyOf(npi, providerNumber);
    const isAgain = numbers.some((number) => taken.has(number));
    if (numbers.some((number) => (taken.get(number) ?? key) !== key)) {
      return { leftOut: "a hospital listed before under another NPI or Medi-Cal number" };
    }
    for (const number of numbers) taken.set(number, key);
    return isAgain ? "taken again" : "taken";
  };
}

function identities({ npi, alternateNpis, stateProviderId }: Provider): readonly string[] {
  return [...new Set([npi, ...alternateNpis, stateProviderId])].filter((number) => number !== null);
}

function keyOf(npi: string | null, providerNumber: string | null): string {
  return `${npi ?? ""}|${providerNumber ?? ""}`;
}
