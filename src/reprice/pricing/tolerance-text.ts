import { compare, isZero } from "../../money/arithmetic.ts";
import { type Factor, factor, parseFactor } from "../../money/factor.ts";
import { dollarText } from "../../money/money.ts";
import { Refusal } from "../../text/refusal.ts";
import { NO_TOLERANCE, type Tolerance } from "./verdict.ts";

const TOLERANCE = /^(?:\$?([0-9]+(?:\.[0-9]+)?)|([0-9]+(?:\.[0-9]+)?) ?%)$/;
const CHARACTERS_MAX = 20;
const PERCENT_MAX = factor("100");
const EXPECTED = new Refusal("dollars such as 0.50, or a percentage from 0% to 100% such as 1%");

/** Of decimals alone. */
const TRAILING_ZEROS = /(?<=\.[0-9]*)0+$/;

function dollarTolerance(figure: Factor): Tolerance {
  return isZero(figure) ? NO_TOLERANCE : { figure: dollarText(figure), of: "dollars" };
}

/** A tolerance as people write it. */
export function readTolerance(text: string): Tolerance | Refusal {
  const parts = text.length > CHARACTERS_MAX ? null : TOLERANCE.exec(text.trim());
  const [, dollars, percent] = parts ?? [];
  // In one form, so that 0.5 and 0.50 are the same tolerance to a run that is resumed.
  if (dollars !== undefined) return dollarTolerance(factor(dollars.replace(TRAILING_ZEROS, "").replace(/\.$/, "")));
  const figure = parseFactor(percent ?? "");
  if (figure === null || compare(figure, PERCENT_MAX) > 0) return EXPECTED;
  return { figure: figure.text, of: "percent" };
}
