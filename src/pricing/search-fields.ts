import { nullableChoice, nullableString, string } from "../core/schema/schema.ts";
import { ENTITY_TYPES, type EntityType } from "../dataset/common-tables.ts";

/* The fields that records of provider searches share: what they mean and where their values come from. */

/** The facts of a field: the columns of the provider's row that it is made from. */
interface Of<Columns> {
  readonly provider: Readonly<Columns>;
}

const FIELDS = {
  npi: string("National Provider Identifier.").from(({ provider }: Of<{ npi: string }>) => provider.npi),
  provider_name: string("The provider's name.").from(
    ({ provider }: Of<{ providerName: string }>) => provider.providerName,
  ),
  entity_type: nullableChoice(ENTITY_TYPES, "A person or an organization.").from(
    ({ provider }: Of<{ entityType: EntityType | null }>) => provider.entityType,
  ),
  primary_taxonomy: nullableString("NUCC taxonomy code.").from(
    ({ provider }: Of<{ primaryTaxonomy: string | null }>) => provider.primaryTaxonomy,
  ),
  street_address: nullableString("Street address.").from(
    ({ provider }: Of<{ streetAddress: string | null }>) => provider.streetAddress,
  ),
  city: nullableString("City.").from(({ provider }: Of<{ city: string | null }>) => provider.city),
  county: nullableString("County.").from(({ provider }: Of<{ county: string | null }>) => provider.county),
  state: nullableString("State.").from(({ provider }: Of<{ state: string | null }>) => provider.state),
  zip_code: nullableString("ZIP code.").from(({ provider }: Of<{ zipCode: string | null }>) => provider.zipCode),
};

/** Some of the shared fields, in the order of the state's contract. */
export function searchFields<Name extends keyof typeof FIELDS>(...names: readonly Name[]): Pick<typeof FIELDS, Name> {
  return Object.fromEntries(names.map((name) => [name, FIELDS[name]])) as Pick<typeof FIELDS, Name>;
}

/** The state's own identifier of the provider, described in the state's words. */
export function searchedStateProviderId(description: string) {
  return nullableString(description).from(
    ({ provider }: Of<{ stateProviderId: string | null }>) => provider.stateProviderId,
  );
}

/** The type of the provider and its words. */
export function providerTypeFields<Type extends string, Row>(
  types: readonly Type[],
  labels: Readonly<Record<Type, string>>,
  typeOf: (provider: Row) => Type,
) {
  return {
    provider_type: nullableChoice(types, "Type of provider.").from(({ provider }: { readonly provider: Row }) =>
      typeOf(provider),
    ),
    provider_type_label: string("The provider type in words.").from(
      ({ provider }: { readonly provider: Row }) => labels[typeOf(provider)],
    ),
  };
}
