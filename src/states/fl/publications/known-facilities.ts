import type { Known, Opening } from "../../../imports/declaring/intake.ts";
import { type Provider, providers } from "../tables.ts";
import type { ProviderType } from "../values.ts";

const ID_DIGITS = 9;
const BASE_DIGITS = 7;
/** The suffix of a provider's first location. */
const FIRST_LOCATION = "00";

/** Finds the facility that a rate list means by its Medicaid ID; null when the registry has none. */
export type FindFacility = (medicaidId: string | null) => Provider | null;

/**
 * Rates belong to facilities of the registry. Rate lists print their IDs without leading zeros or without the suffix of
 * the location, so each spelling is looked for, and none is made up.
 */
export async function knownFacilities(
  { known }: Pick<Opening, "known">,
  isMeant: (providerType: ProviderType) => boolean,
): Promise<FindFacility> {
  const byId: Known<Provider> = await known(providers, ({ providerType, stateProviderId }) =>
    isMeant(providerType) ? stateProviderId : null,
  );
  return (medicaidId) => {
    for (const spelling of medicaidId === null ? [] : spellingsOf(medicaidId)) {
      const [facility] = byId(spelling);
      if (facility !== undefined) return facility;
    }
    return null;
  };
}

function spellingsOf(digits: string): readonly string[] {
  return [digits, digits.padStart(ID_DIGITS, "0"), `${digits.padStart(BASE_DIGITS, "0")}${FIRST_LOCATION}`];
}
