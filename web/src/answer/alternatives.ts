import type { Options, TriedValue } from "../../../src/answers/options/schema.ts";
import { type Alternatives, alternativesIn, parameterOfAlternatives } from "../../../src/pricing/alternatives.ts";
import type { Result } from "../../../src/pricing/result.ts";
import { type CatalogueSetting, identifiersIn } from "../api/ready.ts";
import { useAnswer } from "../api/use-answer.ts";
import { type Lookup, ratePath } from "../look-up/lookup.ts";
import { moneyText } from "../words/amount.ts";
import { valueText } from "../words/names.ts";

/* What else a claim could be priced as, and what that pays. The options of the lookup have the prices (docs/look-up.md). */

/** Other values of one parameter. */
export interface Available extends Alternatives {
  /** The parameter for these values; null when the setting has none. */
  readonly parameter: string | null;
}

/** The lists of available values in a result, with the parameter of their name in the singular. */
export function availableIn(result: Result, { parameters }: CatalogueSetting): readonly Available[] {
  const names = parameters.map(({ name }) => name);
  return alternativesIn(result).map((each) => ({ ...each, parameter: parameterOfAlternatives(each.name, names) }));
}

/** The prices of alternatives, as far as they are known. */
export interface AlternativePrices {
  /** Whether they will be known: space is kept for them. */
  readonly isPending: boolean;
  readonly triedOf: (parameter: string | null, value: string) => TriedValue | undefined;
}

/**
 * Requests the options of a lookup that has alternatives. Their prices are those of its first result, and of one provider: of
 * another result, and of a name, none are known.
 */
export function useAlternativePrices(
  lookup: Lookup,
  available: readonly Available[],
  isFirstResult: boolean,
): AlternativePrices {
  const isOfOne = Object.keys(identifiersIn(lookup)).length > 0;
  const isKnowable = isFirstResult && isOfOne && available.some(({ parameter }) => parameter !== null);
  const request = useAnswer<Options>(isKnowable ? ratePath(lookup, "/options") : null);
  const options = request.state === "answered" && request.answer.ok ? request.answer.body.parameters : [];
  return {
    isPending: request.state === "waiting",
    triedOf: (parameter, value) =>
      options.find((each) => each.parameter === parameter)?.values.find((each) => String(each.value) === value),
  };
}

/** What a chip says of its value: "$82.00", "$82.00, made-up figure", "no rate"; empty where it is not known. */
export function chipPrice(tried: TriedValue | undefined): string {
  if (tried === undefined) return "";
  if (tried.payment_rate !== null) return [moneyText(tried.payment_rate), madeUpMark(tried) ?? []].flat().join(", ");
  return tried.rate_found ? "no amount" : "no rate";
}

/** What an amount must not be shown without; null where it is published. */
export function madeUpMark({ made_up }: Pick<TriedValue, "made_up">): string | null {
  if (made_up === false) return null;
  return made_up === true ? "made-up figure" : "published or made-up figure";
}

/** More would be a list, which the chips below are. */
const BESIDE_MAX = 2;

/**
 * What stands beside the amount: "with Targeted Rate Increase $82.00 (made-up figure)". Those of the first list that has another
 * price.
 */
export function besideAmount(available: readonly Available[], { triedOf }: AlternativePrices): readonly string[] {
  for (const { parameter, values } of available) {
    const others = values.flatMap((value) => {
      const tried = triedOf(parameter, value);
      if (tried?.differs !== true || tried.payment_rate === null) return [];
      const mark = madeUpMark(tried);
      const text = `with ${valueText(value)} ${moneyText(tried.payment_rate)}`;
      return mark === null ? [text] : [`${text} (${mark})`];
    });
    const rest = others.length - BESIDE_MAX;
    if (others.length > 0) return rest > 0 ? [...others.slice(0, BESIDE_MAX), `${rest} more below`] : others;
  }
  return [];
}
