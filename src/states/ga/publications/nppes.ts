import { fill } from "../../../imports/declaring/publication.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import { providers } from "../tables.ts";
import { resolvedType, STATE } from "../values.ts";

const CRITICAL_ACCESS = "282NC0060X";

const typeOf = (primaryTaxonomyCode: string | null) => resolvedType({ providerType: null, primaryTaxonomyCode });

/** The type is left to the primary taxonomy (ga 3.2) wherever there is one. */
function providerType({ primaryTaxonomy, taxonomies }: Registrant) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(typeOf)) : null;
}

/** Critical access hospitals often list a plainer taxonomy as their primary one. */
function isCriticalAccess({ primaryTaxonomy, taxonomies }: Registrant): boolean {
  return typeOf(primaryTaxonomy) === "HOSPITAL" && taxonomies.includes(CRITICAL_ACCESS);
}

/** Georgia publishes no list of its providers: they are those of the registry (ga 8). */
export const nppes = nppesFor(STATE, [fill(providers, ["npi"], { adds: true })], (registrant, intake) => {
  const { npi, entityType, streetAddress, city, zipCode, primaryTaxonomy } = registrant;
  intake.take(providers, {
    npi,
    providerName: registrant.nameParts.join(", "),
    providerType: providerType(registrant),
    entityType,
    primaryTaxonomyCode: primaryTaxonomy,
    streetAddress,
    city,
    zipCode,
    criticalAccessHospital: isCriticalAccess(registrant) || null,
  });
});
