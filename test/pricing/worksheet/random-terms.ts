import fc from "fast-check";
import { Factor } from "../../../src/core/money/factor.ts";
import { Money } from "../../../src/core/money/money.ts";
import { plainText } from "../../../src/core/money/rounding.ts";
import {
  constant,
  type Figure,
  greaterOf,
  lesserOf,
  minus,
  over,
  plus,
  type Term,
  times,
} from "../../../src/pricing/worksheet/calculation.ts";

/* Formulas of every shape that the six operations allow. */

const SECTION = "xx 1";

/** Names as pages write them, with what a reader of the text could stumble over. */
const NAMES = [null, null, "unit value", "cost-to-charge ratio", "modifier 26", "DRG base rate", "max adjustor"];
const DETAILS = [null, null, ", service", ": 2 of 3"];

const factors: fc.Arbitrary<Figure> = fc
  .tuple(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => constant(SECTION, new Factor(units, scale, plainText(units, scale))));

const dollars: fc.Arbitrary<Figure> = fc
  .bigInt({ min: -(10n ** 8n), max: 10n ** 8n })
  .map((cents) => constant(SECTION, new Money(cents), "dollars"));

/** Figures that are often equal, so that ties of the lesser and the greater one occur. */
const few: fc.Arbitrary<Figure> = fc
  .constantFrom("0", "1", "1.0", "-1", "2", "0.50", "0.5", "3")
  .map((text) => constant(SECTION, new Factor(BigInt(text.replace(".", "")), (text.split(".")[1] ?? "").length, text)));

export const figures: fc.Arbitrary<Figure> = fc
  .tuple(fc.oneof(factors, dollars, few), fc.constantFrom(...NAMES), fc.constantFrom(...DETAILS))
  .map(([figure, name, detail]) => figure.called(name, name === null ? null : detail));

export const terms: fc.Arbitrary<Term> = fc.letrec<{ term: Term }>((tie) => {
  const term = tie("term");
  const several = fc.array(term, { minLength: 2, maxLength: 3 });
  const two = fc.tuple(term, term);
  return {
    term: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      figures,
      several.map((of) => times(...of)),
      several.map((of) => plus(...of)),
      several.map(([first, ...others]) => minus(first as Term, ...others)),
      two.map(([a, b]) => over(a, b)),
      two.map(([a, b]) => lesserOf(a, b)),
      two.map(([a, b]) => greaterOf(a, b)),
    ),
  };
}).term;
