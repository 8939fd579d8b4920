import {
  asFactor,
  compare,
  difference,
  dollars,
  isZero,
  ONE,
  product,
  size,
  sum,
  ZERO,
} from "../../core/money/arithmetic.ts";
import { type Factor, factor, parseFactor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { integer, object, string, type ValueOf } from "../../core/schema/schema.ts";
import { Refusal } from "../../core/text/refusal.ts";
import type { ClaimLines } from "../../pricing/lookup.ts";
import type { Result } from "../../pricing/result.ts";

/** The expected payment of a line for one of its results. */
export interface Expected {
  /** With all digits: a rate per unit can be below a cent. */
  readonly rate: Factor;
  readonly unitsPriced: Factor;
  /** Rate x units, rounded once. */
  readonly atRate: Factor;
  /** The expected payment: `atRate`, or the billed amount if that is less. */
  readonly amount: Factor;
  /** The billed amount is below the rate. */
  readonly isLimited: boolean;
  /** The line has more units than the state pays. */
  readonly isCut: boolean;
  /** The line has a units column with an empty cell. */
  readonly isAssumedUnit: boolean;
  /** The line has units, but its rate covers all of them. */
  readonly isForWholeLine: boolean;
}

/** The rate of a result, and how units count for it. */
export interface RateOfUnits {
  readonly rate: Factor;
  readonly isPerUnit: boolean;
  /** The most units that are paid; null: all of them. */
  readonly unitsMax: Factor | null;
}

/** Null without a rate. */
export function rateOfUnits(result: Result, claimLines: ClaimLines<Result> | null): RateOfUnits | null {
  const rate = typeof result.payment_rate === "string" ? parseFactor(result.payment_rate) : null;
  if (rate === null) return null;
  const isPerUnit = claimLines?.isPerUnit(result) ?? false;
  return { rate, isPerUnit, unitsMax: isPerUnit ? parseFactor(claimLines?.unitsMax(result) ?? "") : null };
}

/** The expected payment at a rate for the units of a line, which are null when it has none. */
export function expectedAt(
  { rate, isPerUnit, unitsMax }: RateOfUnits,
  units: Factor | null,
  hasUnitsColumn: boolean,
): Expected {
  const ofUnits = paidForUnits(rate, isPerUnit ? (units ?? ONE) : ONE, unitsMax);
  return {
    rate,
    ...ofUnits,
    amount: ofUnits.atRate,
    isLimited: false,
    isAssumedUnit: isPerUnit && hasUnitsColumn && units === null,
    isForWholeLine: !isPerUnit && units !== null && compare(units, ONE) !== 0,
  };
}

/** The expected payment of a result for the units of a line; null without a rate. */
export function expectedOf(
  result: Result,
  units: Factor | null,
  hasUnitsColumn: boolean,
  claimLines: ClaimLines<Result> | null,
): Expected | null {
  const rate = rateOfUnits(result, claimLines);
  return rate === null ? null : expectedAt(rate, units, hasUnitsColumn);
}

/** A rate per unit for so many units, of which at most `max` are paid. */
export function paidForUnits(
  rate: Factor,
  units: Factor,
  max: Factor | null,
): Pick<Expected, "unitsPriced" | "atRate" | "isCut"> {
  const isCut = max !== null && compare(units, max) > 0;
  const unitsPriced = isCut ? max : units;
  return { unitsPriced, atRate: asFactor(dollars(rate, unitsPriced)), isCut };
}

/** A program pays at most the billed amount, which is null when the line has none. */
export function withChargeLimit(expected: Expected, billed: Factor | null): Expected {
  if (billed === null || compare(billed, expected.atRate) >= 0) return expected;
  return { ...expected, amount: billed, isLimited: true };
}

/** Expected minus paid. */
export function differenceOf({ amount }: Expected, paid: Factor): Factor {
  return difference(amount, paid);
}

/** The amounts of a line as text. */
interface LineAmounts {
  readonly rate: string;
  readonly units: string;
  readonly atRate: string;
  readonly amount: string;
}

/** The formula of a rate, continued with the units and the billed amount of the line: it ends with the expected amount. */
export function formulaOfLine(formula: string, { rate, units, atRate, amount }: LineAmounts): string {
  const times = units === ONE.text ? "" : `; $${rate} x ${units} units = $${atRate}`;
  return `${formula}${times}${amount === atRate ? "" : `; lesser of $${atRate} and billed $${amount} = $${amount}`}`;
}

/** The formula of a line of the results; `of` reads a column of ours by its name. Empty where the line has none. */
export function formulaOfRow(of: (name: string) => string): string {
  const formula = of("calculation_method");
  const [atRate, amount] = [of("amount_at_rate"), of("expected_amount")];
  if (formula === "" || atRate === "") return formula;
  const rate = of("payment_rate") || "rate";
  return formulaOfLine(formula, { rate, units: of("units_priced"), atRate, amount: amount || atRate });
}

export type Verdict = "underpaid" | "overpaid" | "asExpected";

/** The largest difference that counts as expected: dollars, or percent of the expected amount. Plain text, as threads receive it. */
export interface Tolerance {
  readonly figure: string;
  readonly of: "dollars" | "percent";
}

export const NO_TOLERANCE: Tolerance = { figure: "0", of: "dollars" };

const HUNDRED = factor("100");

/** Judges differences. One equal to the tolerance is within it. */
export function judge({ figure, of }: Tolerance): (expected: Factor, difference: Factor) => Verdict {
  const allowed = factor(figure);
  const isWithin = (expected: Factor, difference: Factor) =>
    of === "dollars"
      ? compare(size(difference), allowed) <= 0
      : compare(product(size(difference), HUNDRED), product(size(expected), allowed)) <= 0;
  return (expected, difference) => {
    if (isZero(difference) || isWithin(expected, difference)) return "asExpected";
    return compare(difference, ZERO) > 0 ? "underpaid" : "overpaid";
  };
}

/** `$0.50`, or `1% of the expected amount`. */
export function toleranceText({ figure, of }: Tolerance): string {
  return of === "dollars" ? `$${figure}` : `${figure}% of the expected amount`;
}

const TOLERANCE = /^(?:\$?([0-9]+(?:\.[0-9]+)?)|([0-9]+(?:\.[0-9]+)?) ?%)$/;
const TOLERANCE_CHARACTERS_MAX = 20;
const PERCENT_MAX = factor("100");
const EXPECTED_TOLERANCE = new Refusal("dollars such as 0.50, or a percentage from 0% to 100% such as 1%");

const TRAILING_ZEROS = /(?<=\.[0-9]*)0+$/;

function dollarTolerance(figure: Factor): Tolerance {
  return isZero(figure) ? NO_TOLERANCE : { figure: dollarText(figure), of: "dollars" };
}

export function readTolerance(text: string): Tolerance | Refusal {
  const parts = text.length > TOLERANCE_CHARACTERS_MAX ? null : TOLERANCE.exec(text.trim());
  const [, dollars, percent] = parts ?? [];
  // In one form, so that a resumed run sees 0.5 and 0.50 as the same tolerance.
  if (dollars !== undefined) return dollarTolerance(factor(dollars.replace(TRAILING_ZEROS, "").replace(/\.$/, "")));
  const figure = parseFactor(percent ?? "");
  if (figure === null || compare(figure, PERCENT_MAX) > 0) return EXPECTED_TOLERANCE;
  return { figure: figure.text, of: "percent" };
}

/** Lines of one verdict and their total difference, as text; for overpaid lines the excess. */
export const linesAndAmountSchema = object("Lines and dollars", {
  lines: integer("How many lines."),
  amount: string("Dollars, to the cent."),
});
export type LinesAndAmount = ValueOf<typeof linesAndAmountSchema>;

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
