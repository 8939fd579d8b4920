import { roundingText } from "../../../../src/answers/explanation/result-words.ts";
import type { Unit } from "../../../../src/pricing/worksheet/calculation.ts";
import { figureText } from "../../words/amount.ts";

/** Figures of a text in groups, as amounts are everywhere on the page, and the signs of arithmetic as print has them. */
export function readableText(text: string): string {
  return text
    .replaceAll(/(?<![\w.]|[^$]-)\d{4,}\.\d+(?!\w)/g, (digits) => figureText(digits))
    .replaceAll(/(^|[ )])x(?=[ (])/g, "$1×")
    .replaceAll(/(?<= )-(?= )/g, "\u2212");
}

/** A figure as a text prints it, with the dollar sign that some texts leave out. */
export function printedText(text: string, unit: Unit | null): string {
  const shown = readableText(text);
  return unit === "dollars" && !shown.includes("$") ? `$${shown}` : shown;
}

/** "rounded to cents", "not rounded" */
export function roundedText(decimals: number | null, unit: Unit | null): string {
  const text = roundingText(decimals, unit);
  return decimals === null ? text : `rounded ${text}`;
}
