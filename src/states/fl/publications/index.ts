import { fill, type Publication } from "../../../imports/declaring/publication.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import { providers } from "../tables.ts";
import { providerTypeOf } from "../values.ts";
import { practitioner, practitionerLaboratory } from "./fee-schedules.ts";
import { providerMasterList } from "./provider-master-list.ts";

const BASE_ID = /^[0-9]{9}$/;

const typeOf = (taxonomy: string | null) => providerTypeOf(null, taxonomy);

/** Type codes that affect a share of the fee (fl 2.4) and that the taxonomy determines; no others are filled. */
const TYPE_CODES: readonly (readonly [prefix: string, code: string])[] = [
  ["363A", "62"],
  ["363L", "35"],
  ["364S", "35"],
  ["367", "35"],
];

function typeCodeOf(taxonomy: string | null): string | null {
  return TYPE_CODES.find(([prefix]) => taxonomy?.startsWith(prefix))?.[1] ?? null;
}

/** The value by the primary taxonomy; without one, the value that all taxonomies agree on. */
function byTaxonomy<Value>({ primaryTaxonomy, taxonomies }: Registrant, by: (taxonomy: string | null) => Value | null) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(by)) : by(primaryTaxonomy);
}

/**
 * The registry completes the state's Provider Master List, and adds missing providers (fl 8). Left out: providers that
 * Florida does not price, and hospitals without a Medicaid ID.
 */
export const nppes = nppesFor(
  "FL",
  [fill(providers, ["npi"], { adds: true, aliases: "alternateNpis" })],
  (registrant, intake) => {
    const { npi, entityType, streetAddress, city, state, zipCode, primaryTaxonomy } = registrant;
    intake.take(providers, {
      npi,
      stateProviderId: registrant.medicaidId(BASE_ID),
      providerName: registrant.nameParts.join(", "),
      providerType: byTaxonomy(registrant, typeOf),
      flProviderTypeCode: byTaxonomy(registrant, typeCodeOf),
      entityType,
      primaryTaxonomy,
      streetAddress,
      city,
      state,
      zipCode,
    });
  },
);

/** What can be imported for Florida (fl 8). */
export const publications: readonly Publication[] = [providerMasterList, practitioner, practitionerLaboratory, nppes];
