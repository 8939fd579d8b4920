import { fill } from "../../../imports/declaring/publication.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import { providers } from "../tables.ts";
import { providerTypeOf } from "../values.ts";

const PROVIDER_NUMBER = /^[0-9A-Z]+$/;

const typeOf = (primaryTaxonomy: string | null) => providerTypeOf({ providerType: null, primaryTaxonomy });

/** The type is left to the primary taxonomy (ca 3.2) wherever there is one. */
function providerType({ primaryTaxonomy, taxonomies }: Registrant) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(typeOf)) : null;
}

/** Hospitals are known by their HCAI ID, which the registry does not have; a Medi-Cal number would stand in its way. */
function stateProviderId(registrant: Registrant): string | null {
  const isHospital = registrant.taxonomies.some((taxonomy) => typeOf(taxonomy) === "hospital");
  return isHospital ? null : registrant.medicaidId(PROVIDER_NUMBER);
}

/** The registry completes the state's lists, and adds who is not on them (ca 8). */
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
