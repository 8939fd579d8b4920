import { sum, ZERO } from "../../core/money/arithmetic.ts";
import { type Factor, factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { NOT_OWED_CODES, type NotOwed, type NotOwedCode } from "../values/not-owed.ts";
import type { ReadLine } from "./line-reader.ts";

/** Why a line was not owed, and what was paid for it. */
export type PaidNotOwed = NotOwed & Pick<ReadLine, "paidOrTakenBack">;

/** Lines that were not owed for one reason, amounts as text. */
export interface NotOwedTotal {
  readonly code: NotOwedCode;
  readonly lines: number;
  /** Those of them with a price. */
  readonly priced: number;
  /** What was paid for them; below nothing for reversals. */
  readonly paid: string;
  /** What those with one known amount come to at the rate. */
  readonly expected: string;
}

interface Sums {
  readonly lines: number;
  readonly priced: number;
  readonly paid: Factor;
  readonly expected: Factor;
}

/** Adds up lines that were not owed, by reason. */
export class NotOwedTotals {
  readonly #totals = new Map<NotOwedCode, Sums>();

  note({ code, paidOrTakenBack }: PaidNotOwed, isPriced: boolean, expected: Factor | null): void {
    this.#add(code, { lines: 1, priced: isPriced ? 1 : 0, paid: paidOrTakenBack ?? ZERO, expected: expected ?? ZERO });
  }

  /** Adds those of later lines. */
  add(totals: readonly NotOwedTotal[]): void {
    for (const { code, lines, priced, paid, expected } of totals) {
      this.#add(code, { lines, priced, paid: factor(paid), expected: factor(expected) });
    }
  }

  /** The most frequent reason first; of equal ones in the order of their declaration. */
  record(): readonly NotOwedTotal[] {
    return NOT_OWED_CODES.flatMap((code) => {
      const found = this.#totals.get(code);
      if (found === undefined) return [];
      const { lines, priced, paid, expected } = found;
      return [{ code, lines, priced, paid: dollarText(paid), expected: dollarText(expected) }];
    }).sort((a, b) => b.lines - a.lines);
  }

  #add(code: NotOwedCode, more: Sums): void {
    const before = this.#totals.get(code) ?? { lines: 0, priced: 0, paid: ZERO, expected: ZERO };
    this.#totals.set(code, {
      lines: before.lines + more.lines,
      priced: before.priced + more.priced,
      paid: sum(before.paid, more.paid),
      expected: sum(before.expected, more.expected),
    });
  }
}
