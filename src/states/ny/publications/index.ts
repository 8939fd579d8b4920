import { fill, type Publication } from "../../../imports/declaring/publication.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import { providers } from "../tables.ts";
import { typeOfTaxonomy } from "../values.ts";
import { apgCrosswalk, apgWeightsHistory } from "./apg.ts";
import { ownCertificates } from "./certificates.ts";
import { freestandingBaseRates } from "./dtc-base-rates.ts";
import { enrolledProviders } from "./enrolled-providers.ts";
import { facilities } from "./facilities.ts";

const MMIS_ID = /^[0-9]{8}$/;

/** Empty if there is a primary taxonomy, which then decides (ny 3.5). */
function providerType({ primaryTaxonomy, taxonomies }: Registrant) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(typeOfTaxonomy)) : null;
}

/** The registry completes the state's listing with entity type and taxonomy, and adds missing providers (ny 8). */
export const nppes = nppesFor("NY", [fill(providers, ["npi"], { adds: true })], (registrant, intake) => {
  const { npi, entityType, streetAddress, city, state, zipCode, primaryTaxonomy } = registrant;
  intake.take(providers, {
    npi,
    stateProviderId: registrant.medicaidId(MMIS_ID),
    // The state's listing prints names without commas.
    providerName: registrant.nameParts.join(" "),
    providerType: providerType(registrant),
    entityType,
    primaryTaxonomyCode: primaryTaxonomy,
    streetAddress,
    city,
    state,
    zipCode,
  });
});

/** What can be imported for New York (ny 8), in order: later publications look up rows of earlier ones. */
export const publications: readonly Publication[] = [
  enrolledProviders,
  nppes,
  ownCertificates,
  facilities,
  freestandingBaseRates,
  apgWeightsHistory,
  apgCrosswalk,
];
