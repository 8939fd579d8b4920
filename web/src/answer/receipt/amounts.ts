import { roundingText } from "../../../../src/explanation/words/amount.ts";
import type { Unit } from "../../../../src/worksheet/figure.ts";
import { figureText, moneyText } from "../../words/amount.ts";

/** What the units are called beside one, and beside several; a factor has no unit. */
const UNIT_WORDS: Readonly<Record<Unit, readonly [one: string, many: string] | null>> = {
  dollars: null,
  factor: null,
  days: ["day", "days"],
  units: ["unit", "units"],
};

/** A value of the record with its unit: "$8,912.40", "0.3943", "2 days". */
export function valueText(value: string, unit: Unit | null): string {
  if (unit === "dollars") return moneyText(value);
  const words = unit === null ? null : UNIT_WORDS[unit];
  if (words === null) return figureText(value);
  return `${figureText(value)} ${/^1(?:\.0*)?$/.test(value) ? words[0] : words[1]}`;
}

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
