import { compare, size } from "../../money/arithmetic.ts";
import { type Factor, factor } from "../../money/factor.ts";
import { dollarText } from "../../money/money.ts";

/** How many differences are kept with their formulas; they are where an analyst starts. */
const LARGEST_MAX = 50;

/** A formula travels with every part of a count: the longest that is read as a whole. */
const FORMULA_CHARACTERS_MAX = 1_000;

/** What a line should have been paid, beside what it was. */
export interface PaymentComparison {
  readonly expected: Factor;
  readonly paid: Factor;
  readonly difference: Factor;
}

/** What the line is about. */
export interface ComparedLine {
  readonly line: number;
  readonly code: string | null;
  readonly provider: string | null;
  readonly formula: string | null;
  /** The parameters of its lookup, as they can be sent again. */
  readonly lookup: Readonly<Record<string, string>>;
  /** Defaults that its price rests on, in words. */
  readonly assumed: readonly string[];
}

/** A line that should have been paid otherwise than it was, amounts as text. */
export interface Difference extends ComparedLine {
  readonly expected: string;
  readonly paid: string;
  readonly difference: string;
}

/** The largest differences either way, the largest first; of two equal ones the earlier line. */
export class LargestDifferences {
  #ranked: { readonly size: Factor; readonly difference: Difference }[] = [];

  /** `about` is asked only of a line that has a place. */
  note({ expected, paid, difference }: PaymentComparison, about: () => ComparedLine): void {
    const far = size(difference);
    const last = this.#ranked.at(-1);
    if (this.#ranked.length === LARGEST_MAX && last !== undefined && compare(far, last.size) <= 0) return;
    const line = about();
    const formula = line.formula?.slice(0, FORMULA_CHARACTERS_MAX) ?? null;
    const amounts = { expected: dollarText(expected), paid: dollarText(paid), difference: dollarText(difference) };
    this.#rank({ size: far, difference: { ...line, formula, ...amounts } });
  }

  /** Adds those of lines that come after. */
  add(differences: readonly Difference[]): void {
    for (const each of differences) this.#rank({ size: size(factor(each.difference)), difference: each });
  }

  record(): readonly Difference[] {
    return this.#ranked.map(({ difference }) => difference);
  }

  #rank(ranked: { readonly size: Factor; readonly difference: Difference }): void {
    const place = this.#ranked.findIndex((each) => compare(ranked.size, each.size) > 0);
    this.#ranked.splice(place < 0 ? this.#ranked.length : place, 0, ranked);
    if (this.#ranked.length > LARGEST_MAX) this.#ranked.pop();
  }
}
