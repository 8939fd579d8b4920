import { size, sum, ZERO } from "../../money/arithmetic.ts";
import { type Factor, factor } from "../../money/factor.ts";
import { dollarText } from "../../money/money.ts";
import { integer, object, text, type ValueOf } from "../../schema/schema.ts";
import type { Verdict } from "./verdict.ts";

/** Lines of one verdict and what they are off by together, as text: for overpaid ones how much too much was paid. */
export const linesAndAmountSchema = object("Lines and dollars", {
  lines: integer("How many lines."),
  amount: text("Dollars, to the cent."),
});
export type LinesAndAmount = ValueOf<typeof linesAndAmountSchema>;

/** Adds lines and their amounts up. */
export class LinesAndSum {
  #lines = 0;
  #amount: Factor = ZERO;

  add(lines: number, amount: Factor): void {
    this.#lines += lines;
    this.#amount = sum(this.#amount, amount);
  }

  addRecord({ lines, amount }: LinesAndAmount): void {
    this.add(lines, factor(amount));
  }

  record(): LinesAndAmount {
    return { lines: this.#lines, amount: dollarText(this.#amount) };
  }
}

export type VerdictRecord = Readonly<Record<Verdict, LinesAndAmount>>;

/** Counts lines and adds their differences by what they were found to be. */
export class VerdictTotals {
  readonly #totals: Readonly<Record<Verdict, LinesAndSum>> = {
    underpaid: new LinesAndSum(),
    overpaid: new LinesAndSum(),
    asExpected: new LinesAndSum(),
  };

  note(verdict: Verdict, difference: Factor): void {
    this.#totals[verdict].add(1, verdict === "overpaid" ? size(difference) : difference);
  }

  add(record: VerdictRecord): void {
    for (const [verdict, counted] of Object.entries(record)) this.#totals[verdict as Verdict].addRecord(counted);
  }

  record(): VerdictRecord {
    const { underpaid, overpaid, asExpected } = this.#totals;
    return { underpaid: underpaid.record(), overpaid: overpaid.record(), asExpected: asExpected.record() };
  }
}
