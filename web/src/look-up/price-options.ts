import type { Option, Options, TriedValue } from "../../../src/answers/options/schema.ts";
import { differenceText, moneyText } from "../words/amount.ts";

export type PriceOptions = Options;

/** What options say of a parameter, as far as the question shows it. */
export type PriceOption = Pick<Option, "parameter" | "matters"> & {
  readonly values: readonly Pick<TriedValue, "value" | "payment_rate" | "difference">[];
};

const NO_RATE = "no rate";

/** "$64.10, +$12.00": what the lookup would pay with a value; null where it is not known. */
export function paidWith(option: PriceOption | undefined, value: string): string | null {
  const tried = option?.values.find((each) => each.value !== null && String(each.value) === value);
  if (tried === undefined) return null;
  if (tried.payment_rate === null) return NO_RATE;
  if (tried.difference === null) return moneyText(tried.payment_rate);
  const isSame = /^-?0*\.?0*$/.test(tried.difference);
  return `${moneyText(tried.payment_rate)}, ${isSame ? "the same" : differenceText(tried.difference)}`;
}

interface OrderedOptions<Parameter> {
  readonly first: readonly Parameter[];
  /** Those that cannot change the price of this lookup. */
  readonly without: readonly Parameter[];
}

/** Those that were set or that matter for this lookup first; all in the contract's order where that is not known. */
export function inOrderOfUse<Parameter extends { readonly name: string }>(
  parameters: readonly Parameter[],
  options: readonly PriceOption[],
  isSet: (name: string) => boolean,
): OrderedOptions<Parameter> {
  const useless = new Set(options.filter(({ matters }) => matters === false).map(({ parameter }) => parameter));
  const isWithout = ({ name }: Parameter) => useless.has(name) && !isSet(name);
  return { first: parameters.filter((each) => !isWithout(each)), without: parameters.filter(isWithout) };
}

/** Fewer than this are no crowd to look past. */
const FOLDED_FROM = 3;

/** The values of a list: those that may give a rate in their order, and those that are known to give none, which are folded away. */
export function byRate(
  option: PriceOption | undefined,
  values: readonly string[],
): { readonly shown: readonly string[]; readonly folded: readonly string[] } {
  const givesNone = (value: string) => paidWith(option, value) === NO_RATE;
  const without = values.filter(givesNone);
  // Where none gives a rate, all are alike.
  if (without.length === values.length) return { shown: values, folded: [] };
  const others = values.filter((value) => !givesNone(value));
  return without.length < FOLDED_FROM
    ? { shown: [...others, ...without], folded: [] }
    : { shown: others, folded: without };
}
