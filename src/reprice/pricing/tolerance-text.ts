import { compare } from "../../money/arithmetic.ts";
import { factor, parseFactor } from "../../money/factor.ts";
import { Refusal } from "../../reading/refusal.ts";
import type { Tolerance } from "./verdict.ts";

const TOLERANCE = /^(?:\$?([0-9]+(?:\.[0-9]+)?)|([0-9]+(?:\.[0-9]+)?) ?%)$/;
const CHARACTERS_MAX = 20;
const PERCENT_MAX = factor("100");
const EXPECTED = new Refusal("dollars such as 0.50, or a percentage from 0% to 100% such as 1%");

/** A tolerance as people write it. */
export function readTolerance(text: string): Tolerance | Refusal {
  const parts = text.length > CHARACTERS_MAX ? null : TOLERANCE.exec(text.trim());
  const [, dollars, percent] = parts ?? [];
  if (dollars !== undefined) return { figure: dollars, of: "dollars" };
  const figure = parseFactor(percent ?? "");
  if (figure === null || compare(figure, PERCENT_MAX) > 0) return EXPECTED;
  return { figure: figure.text, of: "percent" };
}
