import { decisionText } from "../../../../src/answers/explanation/record-words.ts";
import type {
  ExplainedStep,
  Explanation,
  Expression,
  ResultExplanation,
} from "../../../../src/answers/explanation/schema.ts";
import { plural } from "../../../../src/core/text/plural.ts";
import type { Unit } from "../../../../src/pricing/worksheet/calculation.ts";
import { measureText } from "../../words/amount.ts";
import { labelOf, listText } from "../../words/names.ts";
import { type Bar, barsOf, roundedText } from "./bars.tsx";
import { type Piece, piecesOf, piecesOfFormula, splitText, titlesOf } from "./pieces.ts";

/** One row of the receipt: a step of the calculation. */
export interface ReceiptRow {
  readonly id: string;
  /** As it is counted on the page: 1, 2 ... */
  readonly number: number;
  readonly section: string;
  /** What the calculation calls the result; null where it has no name. */
  readonly title: string | null;
  /** What `calculation_method` says of the step, digit for digit; null where it says nothing. */
  readonly text: string | null;
  /** The formula with its figures marked. A remark is one piece. */
  readonly pieces: readonly Piece[];
  /** Figures that the formula computes with and the text does not print. */
  readonly unprinted: readonly Piece[];
  /** The API's digits; null for a remark, and for what could not be computed. */
  readonly value: string | null;
  /** The value as it is shown. */
  readonly amount: string | null;
  readonly rounding: string | null;
  readonly isApplied: boolean;
  /** Why a step is no part of the payment, where no comparison decided it; null for one that is. */
  readonly whyNot: string | null;
  /** The comparison that decided, in words: `loss ($202.74) is greater than threshold ($60.00)`. */
  readonly decision: string | null;
  readonly isPaid: boolean;
  readonly bars: readonly Bar[];
}

/** The receipt: every step in order, and the price below the line. */
export interface Receipt {
  readonly rows: readonly ReceiptRow[];
  /** The last row: what is paid, and the step or figure that it is. Null when there is no price. */
  readonly total: { readonly of: string; readonly value: string; readonly amount: string } | null;
}

/** A number that was not entered, and what was taken for it. */
export type DefaultUsed = Pick<Explanation["assumptions"][number], "parameter" | "value">;

/** `entitled`: how a name of the calculation is written above its row. `defaults`: of numbers that were not entered. */
export function receiptOf(
  explained: ResultExplanation,
  entitled: (name: string) => string = labelOf,
  defaults: readonly DefaultUsed[] = [],
): Receipt {
  const referred = referredIn(explained);
  const titles = titlesOf(explained);
  const bars = barsOf(explained);
  const called = (id: string) => {
    const one = referred.get(id);
    const name = one?.name ?? titles.get(id) ?? (id.startsWith("s") ? `step ${numberOf(id)}` : null);
    // What is counted says its name: "minutes (95)".
    const unit = one?.unit === "units" ? "factor" : (one?.unit ?? null);
    return { name, amount: one?.value == null ? id : measureText(one.value, unit) };
  };
  const { result, payment, steps } = explained;
  return {
    rows: steps.map((step) => {
      const title = titles.get(step.id);
      return {
        id: step.id,
        number: numberOf(step.id),
        section: step.section,
        title: title === undefined ? null : entitled(title),
        text: step.text,
        ...madeOf(step, referred, called),
        value: step.value,
        amount: step.value === null ? null : measureText(step.value, step.unit),
        rounding: step.expression === null || step.value === null ? null : roundedText(step.decimals, step.unit),
        isApplied: step.applied,
        whyNot: whyNotPaid(step, steps, defaults),
        decision: decisionOf(step, called),
        isPaid: step.id === payment,
        bars: bars.get(step.id) ?? [],
      };
    }),
    total:
      payment === null || !result.payment_rate
        ? null
        : {
            of: payment,
            value: String(result.payment_rate),
            amount: measureText(String(result.payment_rate), "dollars"),
          },
  };
}

type CalledBy = (id: string) => { readonly name: string | null; readonly amount: string };

function madeOf(
  step: ExplainedStep,
  referred: ReadonlyMap<string, Referred>,
  called: CalledBy,
): Pick<ReceiptRow, "pieces" | "unprinted"> {
  if (step.text === null) {
    return { pieces: step.expression === null ? [] : piecesOfFormula(step.expression, called), unprinted: [] };
  }
  const used = referencesOf(step.expression).flatMap((id): readonly Referred[] => {
    const one = referred.get(id);
    return one === undefined ? [] : [one];
  });
  const others = [...referred.values()].filter((one) => !used.includes(one));
  const { pieces, unprinted } = piecesOf(splitText(step.text, step).body, used, others);
  return {
    pieces,
    unprinted: unprinted.map((id) => {
      const { name, amount } = called(id);
      return { text: name === null ? amount : `${name} ${amount}`, ref: id };
    }),
  };
}

/** Why a step was computed and is no part of the payment, as the record shows it. */
function whyNotPaid(
  { id, applied, decision, value }: ExplainedStep,
  steps: readonly ExplainedStep[],
  defaults: readonly DefaultUsed[],
): string | null {
  if (applied || decision !== null) return null;
  const standsFor = defaults.find((each) => each.value === value);
  if (standsFor !== undefined) {
    const name = labelOf(standsFor.parameter).toLowerCase();
    return `default for ${name}, which was not entered; the payment does not depend on it`;
  }
  const users = steps
    .filter(({ expression }) => referencesOf(expression).includes(id))
    .map(({ id: user }) => numberOf(user));
  if (users.length === 0) return "for information; the payment is not computed from it";
  return `only ${plural(users.length, "step", "steps")} ${listText(users.map(String))} ${plural(users.length, "uses", "use")} it, and the payment does not`;
}

function decisionOf({ decision }: ExplainedStep, called: CalledBy): string | null {
  if (decision === null) return null;
  return decisionText(decision, (id) => {
    const { name, amount } = called(id);
    return name === null ? amount : `${name} (${amount})`;
  });
}

/** Steps are `s1`, `s2` ... in order. */
function numberOf(id: string): number {
  return Number(id.slice(1));
}

/** A figure or an earlier step that a formula names. */
export interface Referred {
  readonly id: string;
  /** As the methodology names it; null for a step and for a constant, which have no name of their own. */
  readonly name: string | null;
  readonly value: string | null;
  readonly unit: Unit | null;
}

/** What references stand for in one explanation. */
export function referredIn({ steps, inputs }: ResultExplanation): ReadonlyMap<string, Referred> {
  return new Map<string, Referred>([
    ...steps.map(({ id, value, unit }) => [id, { id, name: null, value, unit }] as const),
    ...inputs.map(
      ({ id, name, value, unit }) => [id, { id, name: name === value ? null : name, value, unit }] as const,
    ),
  ]);
}

/** The references of an expression, left to right. */
export function referencesOf(expression: Expression | null): readonly string[] {
  if (expression === null) return [];
  return "ref" in expression ? [expression.ref] : expression.of.flatMap(referencesOf);
}

/** How many times each step and figure is computed with. */
export function usesOf(steps: readonly ExplainedStep[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { expression, applied } of steps) {
    if (!applied) continue;
    for (const id of referencesOf(expression)) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return uses;
}
