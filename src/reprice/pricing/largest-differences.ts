import { type Factor, factor } from "../../core/money/factor.ts";
import { Largest } from "../../core/money/largest.ts";
import { dollarText } from "../../core/money/money.ts";
import type { ListedLine } from "./reason.ts";

/** Differences kept with their formulas; an analyst starts with them. The page shows them in four pages. */
const LARGEST_MAX = 200;

/** A formula is sent with every partial tally, so it is cut to this length. */
const FORMULA_CHARACTERS_MAX = 1_000;

export interface PaymentComparison {
  readonly expected: Factor;
  readonly paid: Factor;
  readonly difference: Factor;
}

export interface ComparedLine extends ListedLine {
  readonly formula: string | null;
  /** Defaults of its price, in words. */
  readonly assumed: readonly string[];
  /** Remarks on its amounts, in words. */
  readonly remarks: readonly string[];
  /** Whether a takeback in the file may belong to it. */
  readonly hasTakeback: boolean;
  /** Whether it was paid nothing, and the payer put the amount on the patient. */
  readonly isPutOnPatient: boolean;
}

/** A line with an unexpected payment, amounts as text. */
export interface Difference extends ComparedLine {
  readonly expected: string;
  readonly paid: string;
  readonly difference: string;
}

/** The largest differences either way, largest first; of equal ones the earlier line. */
export class LargestDifferences {
  readonly #largest = new Largest<Difference>(LARGEST_MAX);

  /** `lineOf` is called only for a line that has a place. */
  note({ expected, paid, difference }: PaymentComparison, lineOf: () => ComparedLine): void {
    this.#largest.add(difference, () => {
      const line = lineOf();
      const formula = line.formula?.slice(0, FORMULA_CHARACTERS_MAX) ?? null;
      const amounts = { expected: dollarText(expected), paid: dollarText(paid), difference: dollarText(difference) };
      return { ...line, formula, ...amounts };
    });
  }

  /** Adds those of later lines. */
  add(differences: readonly Difference[]): void {
    for (const each of differences) this.#largest.add(factor(each.difference), () => each);
  }

  record(): readonly Difference[] {
    return this.#largest.items;
  }
}
