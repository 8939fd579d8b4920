import type { Exact } from "../money/exact.ts";
import type { Decision } from "./decision.ts";
import type { Unit } from "./figure.ts";
import type { Term } from "./operation.ts";

/** Words of a line with values in between, as the page prints them. */
export interface Words {
  readonly texts: readonly string[];
  readonly terms: readonly Term[];
}

/** Writes words with values in between: words`capped at ${cap}`. A text, such as a code, is one more of the words. */
export function words([first = "", ...others]: TemplateStringsArray, ...parts: readonly (Term | string)[]): Words {
  const texts = [first];
  const terms: Term[] = [];
  for (const [place, part] of parts.entries()) {
    const after = others[place] as string;
    if (typeof part === "string") texts.push(`${texts.pop()}${part}${after}`);
    else {
      terms.push(part);
      texts.push(after);
    }
  }
  return { texts, terms };
}

/** What stands around the formula of a step in `calculation_method`. */
export interface Wording {
  /** Before the formula: `outlier: `. */
  readonly lead?: string | Words;
  /** After the formula, before the equals sign: ` for 99213`. */
  readonly trail?: string | Words;
  /** What is printed in place of the formula, where the page prints less than was computed. */
  readonly shown?: Words;
  /** What the result is called, where the line says so: `= base payment ($2736.30)`. */
  readonly resultName?: string;
  /** What kind of amount the result is, where the line says so: `= per diem $1042.38`. */
  readonly resultLabel?: string;
  /** The line ends before the equals sign: the formula is a published amount, and it is the price itself. */
  readonly isResultUnsaid?: true;
}

/** A step of a calculation: what was computed, and what became of it. */
export interface Step {
  /** The rule's section of the methodology: `ca 4.3 step 1`. */
  readonly section: string;
  /** Null for a note. */
  readonly formula: Term | null;
  readonly value: Exact | null;
  /** The decimals that it was rounded to; null: exact. */
  readonly decimals: number | null;
  readonly unit: Unit | null;
  /** Null: `calculation_method` does not print the step. */
  readonly wording: Wording | null;
  /** Whether the result was used. */
  applied: boolean;
  decision: Decision | null;
  /** What the line says of the result: `= $6704.94, not applied`. */
  remark: Words | null;
}
