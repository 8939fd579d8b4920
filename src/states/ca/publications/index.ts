import { foldName } from "../../../core/text/folding.ts";
import { fill, type Publication } from "../../../imports/declaring/publication.ts";
import { cbsaFor } from "../../../imports/federal/cbsa.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import { providers } from "../tables.ts";
import { providerTypeOf } from "../values.ts";
import { ffsProviders } from "./ffs-providers.ts";
import { hcaiNpiCrosswalk } from "./hcai-npi-crosswalk.ts";
import { borderHospitals, hospitalCharacteristics } from "./hospital-characteristics.ts";
import { mediCalRates } from "./medi-cal-rates/medi-cal-rates.ts";

const PROVIDER_NUMBER = /^[0-9A-Z]+$/;

const typeOf = (primaryTaxonomy: string | null) => providerTypeOf({ providerType: null, primaryTaxonomy });

/** Empty if there is a primary taxonomy, which then decides (ca 3.2). */
function providerType({ primaryTaxonomy, taxonomies }: Registrant) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(typeOf)) : null;
}

/** Empty for hospitals: the registry lacks their HCAI ID, and a Medi-Cal number would take its place. */
function stateProviderId(registrant: Registrant): string | null {
  const isHospital = registrant.taxonomies.some((taxonomy) => typeOf(taxonomy) === "hospital");
  return isHospital ? null : registrant.medicaidId(PROVIDER_NUMBER);
}

/** The registry completes the state's lists, and adds missing providers (ca 8). */
export const nppes = nppesFor(
  "CA",
  [fill(providers, ["npi"], { adds: true, aliases: "alternateNpis" })],
  (registrant, intake) => {
    const { npi, entityType, streetAddress, city, state, zipCode, primaryTaxonomy } = registrant;
    intake.take(providers, {
      npi,
      stateProviderId: stateProviderId(registrant),
      providerName: registrant.nameParts.join(", "),
      providerType: providerType(registrant),
      entityType,
      primaryTaxonomy,
      streetAddress,
      city,
      state,
      zipCode,
    });
  },
);

/** California, and the states next to it: hospitals across the border treat its patients. */
const STATES = new Map([
  ["California", "CA"],
  ["Arizona", "AZ"],
  ["Nevada", "NV"],
  ["Oregon", "OR"],
]);

/** The compared form of counties and states: the list prints `Kern County`, providers have `Kern`. */
function folded(place: string): string {
  return foldName(place).replace(/ COUNTY$/, "");
}

/** The statistical area of a provider is that of its county (ca 2.1). */
export const cbsa = cbsaFor([fill(providers, ["county", "state"], { fold: folded })], () => ({
  record({ county, stateName, cbsaCode, cbsaTitle }, intake) {
    if (county === null || stateName === null) return intake.leaveOut("a note, not a county");
    const state = STATES.get(stateName);
    if (state === undefined) return intake.leaveOut("a county neither of California nor of a state next to it");
    intake.take(providers, { county, state, cbsaCode, cbsaDescription: cbsaTitle });
  },
}));

/** What can be imported for California (ca 8). */
export const publications: readonly Publication[] = [
  hcaiNpiCrosswalk,
  hospitalCharacteristics,
  borderHospitals,
  ffsProviders,
  mediCalRates,
  nppes,
  cbsa,
];
