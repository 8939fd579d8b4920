import type { MedicareRatio } from "../../../src/answers/benchmark/schema.ts";
import type { Comparison, Standing, Statistics } from "../../../src/answers/compare/schema.ts";
import { withDays } from "../../../src/core/calendar/day.ts";
import { API_PREFIX, SEARCH_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import { medicareField } from "../charts/medicare.ts";
import { type Lookup, ratePath, withFields } from "../look-up/lookup.ts";
import { messageWords, namesOf, type Result } from "../words/names.ts";
import { type ShownPrice, shownPrice } from "../words/price.ts";
import type { Group } from "./groups.ts";

export type { Statistics };

/** One code over several providers. */
export type ComparisonAnswer = Comparison<Result>;
type Member = ComparisonAnswer["members"][number];
type Identifiers = Member["identifiers"];

/** One price of a comparison, or the lack of one. */
export interface Price {
  readonly identifiers: Identifiers;
  readonly provider: string;
  /** What distinguishes the results of one provider; empty when there is only one. */
  readonly name: string;
  readonly kind: string | null;
  /** Null where there is no rate. */
  readonly price: ShownPrice | null;
  readonly standing: Standing | null;
  readonly whyNot: string | null;
  /** What Medicare pays for the same at the provider; null where it was not requested. */
  readonly medicare: MedicareRatio | null;
  /** It is of the provider that was looked up. */
  readonly isOwn: boolean;
}

/** Every result of every member, in their order. */
export function pricesOf(members: readonly Member[], isOwn: (identifiers: Identifiers) => boolean): readonly Price[] {
  return members.flatMap(({ identifiers, results, standings, medicare }) => {
    const names = namesOf(results);
    return results.map((result, place) => ({
      identifiers,
      provider: result.provider_name ?? Object.values(identifiers).find((each) => each !== null) ?? "",
      name: names[place] ?? "",
      kind: result.payment_rate_type,
      price: shownPrice(result),
      standing: standings[place] ?? null,
      whyNot: whyNot(result),
      medicare: medicare?.[place] ?? null,
      isOwn: isOwn(identifiers),
    }));
  });
}

function whyNot({ payment_rate, error_message }: Result): string | null {
  return payment_rate !== null || error_message === null ? null : withDays(messageWords(error_message, "field"));
}

/** The lookup without its provider. */
function ofNobody(lookup: Lookup): Lookup {
  const identifying = lookup.setting.parameters.filter(({ identifies_provider }) => identifies_provider);
  return withFields(lookup, Object.fromEntries(identifying.map(({ name }) => [name, null])));
}

/** Where the API compares the providers of a group; null when the group is empty. */
export function comparePath(lookup: Lookup, group: Group): string | null {
  return Object.keys(group).length === 0
    ? null
    : ratePath(ofNobody(lookup), "/compare", { ...group, ...medicareField(lookup) });
}

/** The lookup at another provider of the group, compared with the same group. */
export function lookupAt(lookup: Lookup, identifiers: Identifiers): Lookup {
  const other = withFields(ofNobody(lookup), identifiers);
  return lookup.compared === undefined ? other : { ...other, compared: lookup.compared };
}

/** The provider search of the lookup's state. */
export function searchPath({ state }: Lookup, fields: Group, limit: number): string {
  return addressText(`${API_PREFIX}/${state.code}${SEARCH_PATH}`, { ...fields, limit: String(limit) });
}
