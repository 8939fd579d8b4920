import { safeCell } from "../../dataset/safe-cell.ts";
import { dollarText } from "../../money/money.ts";
import type { LookupRequest } from "../../pricing/lookup.ts";
import type { Result } from "../../pricing/result.ts";
import type { Plan } from "../plan.ts";
import { comparedColumn } from "../reading/input-columns.ts";
import { differenceOf, type Expected } from "./expected.ts";
import type { ExplainedLine } from "./explained-line.ts";
import type { ReadLine } from "./read-line.ts";
import type { NoAmountCode } from "./reason.ts";
import { type Remark, remarkCodes } from "./remarks.ts";

/** A modifier changes what is paid and the rate is without it; or the rate is that of a modifier that the line lacks. */
type ModifierDoubt = "modifierNotPriced" | "modifierAssumed";

/** The results of a line, each with what the line should have been paid by it. */
export interface PricedLine extends ReadLine {
  /** The lookup that was answered. */
  readonly request: LookupRequest;
  readonly results: readonly Result[];
  readonly expected: readonly (Expected | null)[];
  /** Why what the line should have been paid is not known although it has a rate; null where it is known. */
  readonly unknownFor: ModifierDoubt | null;
  /** Whether it has a modifier of no list, which the rate may be without. */
  readonly hasUnknownModifier: boolean;
  readonly remarks: readonly Remark[];
  /** Why there is no amount, where there is none. */
  readonly code: NoAmountCode;
  /** The defaults that its price rests on, in words; asked only of a line that is told of by itself. */
  readonly assumed: () => readonly string[];
  /** Where the figures of each result come from; null when nobody asked. */
  readonly explained: readonly ExplainedLine[] | null;
}

/** The lines of the output for a line of the input: that line as it was, and one result after it. */
export function resultLines(priced: PricedLine, plan: Plan): string {
  const { record, line, paid, results, expected, unknownFor, remarks, explained } = priced;
  const isCompared = comparedColumn(plan.columns) !== null;
  const remark = `${safeCell(remarks.map(({ text }) => text).join(" "))},${remarkCodes(remarks)}`;
  let text = "";
  for (const [index, result] of results.entries()) {
    const one = expected[index] ?? null;
    text += `${record},${line},${index + 1},${results.length},${one?.unitsPriced.text ?? ""}`;
    const known = unknownFor === null ? one : null;
    text += `,${one === null ? "" : dollarText(one.atRate)},${known === null ? "" : dollarText(known.amount)}`;
    if (isCompared) text += `,${known === null || paid === null ? "" : dollarText(differenceOf(known, paid))}`;
    text += `,${remark}`;
    for (const field of plan.fields) text += `,${safeCell(result[field])}`;
    const told = explained?.[index];
    if (told !== undefined) text += `,${safeCell(told.figures)},${safeCell(told.command)}`;
    text += "\n";
  }
  return text;
}
