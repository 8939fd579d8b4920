import { fill, type Publication } from "../../../imports/declaring/publication.ts";
import { clfsFor } from "../../../imports/federal/clfs.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import { medicareClfs, providers } from "../tables.ts";
import { resolvedType, STATE } from "../values.ts";
import { criticalAccess, zipCounties } from "./places.ts";

const CRITICAL_ACCESS = "282NC0060X";

const typeOf = (primaryTaxonomyCode: string | null) => resolvedType({ providerType: null, primaryTaxonomyCode });

/** Empty if there is a primary taxonomy, which then decides (ga 3.2). */
function providerType({ primaryTaxonomy, taxonomies }: Registrant) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(typeOf)) : null;
}

/** Critical access hospitals often list a plainer taxonomy as their primary one. */
function isCriticalAccess({ primaryTaxonomy, taxonomies }: Registrant): boolean {
  return typeOf(primaryTaxonomy) === "HOSPITAL" && taxonomies.includes(CRITICAL_ACCESS);
}

/** Georgia publishes no list of providers, so they come from the registry (ga 8). */
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

/** Medicare's laboratory fees cap Georgia's (ga 2.5). */
export const clfs = clfsFor(medicareClfs);

/** The publications of Georgia's tables (ga 8). For counties, the hospital's own address comes before its ZIP code. */
export const publications: readonly Publication[] = [criticalAccess, zipCounties, nppes, clfs];
