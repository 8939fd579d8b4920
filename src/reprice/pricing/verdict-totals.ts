import { size, sum, ZERO } from "../../money/arithmetic.ts";
import { type Factor, factor } from "../../money/factor.ts";
import { dollarText } from "../../money/published-rate.ts";
import type { Verdict } from "./verdict.ts";

/** Lines of one verdict and what they are off by together, as text: for overpaid ones how much too much was paid. */
export interface LinesAndAmount {
  readonly lines: number;
  readonly amount: string;
}

export type VerdictRecord = Readonly<Record<Verdict, LinesAndAmount>>;

/** Counts lines and adds their differences by what they were found to be. */
export class VerdictTotals {
  readonly #totals: Record<Verdict, { lines: number; amount: Factor }> = {
    underpaid: { lines: 0, amount: ZERO },
    overpaid: { lines: 0, amount: ZERO },
    asExpected: { lines: 0, amount: ZERO },
  };

  note(verdict: Verdict, difference: Factor): void {
    const total = this.#totals[verdict];
    total.lines += 1;
    total.amount = sum(total.amount, verdict === "overpaid" ? size(difference) : difference);
  }

  add(record: VerdictRecord): void {
    for (const [verdict, { lines, amount }] of Object.entries(record)) {
      const total = this.#totals[verdict as Verdict];
      total.lines += lines;
      total.amount = sum(total.amount, factor(amount));
    }
  }

  record(): VerdictRecord {
    const told = (verdict: Verdict): LinesAndAmount => {
      const { lines, amount } = this.#totals[verdict];
      return { lines, amount: dollarText(amount) };
    };
    return { underpaid: told("underpaid"), overpaid: told("overpaid"), asExpected: told("asExpected") };
  }
}
