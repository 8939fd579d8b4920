import { roundingText } from "../../../../src/answers/explanation/result-words.ts";
import type { ExplainedStep, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { Unit } from "../../../../src/pricing/worksheet/calculation.ts";
import { figureText } from "../../words/amount.ts";
import { usesOf } from "./receipt-of.ts";

/*
 * The waterfall: where the bars of a receipt begin and end, in hundredths of its width. Digits become numbers here and only
 * here, to be placed: nothing that is shown as a figure comes from this file.
 */

/** What is new in the row, what came in from the rows before, and what a sum takes away. */
type BarKind = "new" | "kept" | "taken";

export interface Bar {
  readonly start: number;
  readonly end: number;
  readonly kind: BarKind;
}

/** From one amount to another. */
interface DollarSpan {
  readonly from: number;
  readonly to: number;
  readonly kind: BarKind;
}

/**
 * The bars of the steps that are part of the payment: its own, those that it adds up, and what these were raised from. An amount
 * on the way, such as a cost or a loss, may be many times what is paid, and would press all other bars together.
 */
export function barsOf(explained: ResultExplanation): ReadonlyMap<string, readonly Bar[]> {
  const dollars = dollarsOf(explained);
  const uses = usesOf(explained.steps);
  const paid = paidIn(explained, dollars, uses);
  const drawn = explained.steps.filter(({ id }) => paid.has(id));
  const floating = floatingIn(drawn, dollars, uses);
  const spans = drawn.map((step) => [step.id, spansOf(step, dollars, uses, floating)] as const);
  const ends = spans.flatMap(([, each]) => each.flatMap(({ from, to }) => [from, to]));
  const low = Math.min(0, ...ends);
  const width = Math.max(0, ...ends) - low;
  const placed = (amount: number) => (width === 0 ? 0 : ((amount - low) / width) * 100);
  return new Map(
    spans.map(([id, each]) => [
      id,
      each.map(({ from, to, kind }) => ({
        start: placed(Math.min(from, to)),
        end: placed(Math.max(from, to)),
        kind,
      })),
    ]),
  );
}

function paidIn(
  { steps, payment }: ResultExplanation,
  dollars: ReadonlyMap<string, number>,
  uses: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const paid = new Set<string>();
  const add = (id: string | null) => {
    const step = steps.find((each) => each.id === id);
    const amount = step === undefined ? undefined : dollars.get(step.id);
    if (step === undefined || amount === undefined || paid.has(step.id)) return;
    paid.add(step.id);
    const addends = addendsOf(step, dollars);
    if (addends !== null) for (const each of addends) add(each.id);
    const base = becomes(step, dollars, uses);
    if (base !== null && isKept(base.amount, amount)) add(base.id);
  };
  add(payment);
  return paid;
}

/** Whether all of an amount is still in what it has become. */
function isKept(before: number, amount: number): boolean {
  return before >= 0 && before <= amount;
}

function dollarsOf({ steps, inputs }: ResultExplanation): ReadonlyMap<string, number> {
  return new Map(
    [...steps, ...inputs]
      .filter(({ unit, value }) => unit === "dollars" && value !== null)
      .map(({ id, value }) => [id, Number(value)]),
  );
}

/** The amounts of a sum, in its order; null for a step that is no plain sum of dollars. */
function addendsOf(
  { expression }: ExplainedStep,
  dollars: ReadonlyMap<string, number>,
): readonly { readonly id: string; readonly amount: number }[] | null {
  if (expression === null || !("op" in expression) || expression.op !== "add") return null;
  const addends = expression.of.map((each) => {
    const amount = "ref" in each ? dollars.get(each.ref) : undefined;
    return "ref" in each && amount !== undefined ? { id: each.ref, amount } : null;
  });
  return addends.every((each) => each !== null) ? addends : null;
}

/** Steps that only wait to be added stand where the sum will have them: on top of what comes before them. */
function floatingIn(
  steps: readonly ExplainedStep[],
  dollars: ReadonlyMap<string, number>,
  uses: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const bases = new Map<string, number>();
  for (const step of steps) {
    let sum = 0;
    for (const { id, amount } of addendsOf(step, dollars) ?? []) {
      if (uses.get(id) === 1) bases.set(id, sum);
      sum += amount;
    }
  }
  return bases;
}

function spansOf(
  step: ExplainedStep,
  dollars: ReadonlyMap<string, number>,
  uses: ReadonlyMap<string, number>,
  floating: ReadonlyMap<string, number>,
): readonly DollarSpan[] {
  const amount = dollars.get(step.id) ?? 0;
  const addends = addendsOf(step, dollars);
  if (addends !== null) {
    let sum = 0;
    return addends.map((each) => {
      const from = sum;
      sum += each.amount;
      const kind = each.amount < 0 ? "taken" : each.id.startsWith("s") ? "kept" : "new";
      return { from, to: sum, kind };
    });
  }
  const base = floating.get(step.id) ?? 0;
  if (base !== 0) return [{ from: base, to: base + amount, kind: amount < 0 ? "taken" : "new" }];
  const before = becomes(step, dollars, uses)?.amount ?? null;
  if (before === null || !isKept(before, amount)) return [{ from: 0, to: amount, kind: "new" }];
  const kept = { from: 0, to: before, kind: "kept" } as const;
  return amount > before ? [kept, { from: before, to: amount, kind: "new" }] : [kept];
}

/**
 * The amount that this step makes another of: the first of its formula, the only one in dollars unless others are
 * taken from it, and used by no other step. A share of an amount that is needed again stands by itself.
 */
function becomes(
  { expression }: ExplainedStep,
  dollars: ReadonlyMap<string, number>,
  uses: ReadonlyMap<string, number>,
): { readonly id: string; readonly amount: number } | null {
  if (expression === null || !("op" in expression)) return null;
  const refs = expression.of.map((each) => ("ref" in each ? each.ref : null));
  const [id] = refs;
  const amount = id == null ? undefined : dollars.get(id);
  if (id == null || amount === undefined || !id.startsWith("s") || uses.get(id) !== 1) return null;
  const others = refs.slice(1);
  const isAlone = others.every((each) => each !== null && !dollars.has(each));
  return isAlone || expression.op !== "multiply" ? { id, amount } : null;
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

/** Between two parts of one bar, in hundredths of its width. */
const GAP = 0.4;

/** The bar of a row, drawn to the scale of the receipt. The amount beside it says the same in figures. */
export function ReceiptBar({ bars }: { readonly bars: readonly Bar[] }) {
  return (
    <svg class="receipt-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1="1" y2="1" class="bar-floor" />
      {bars.map(({ start, end, kind }) => (
        <rect
          key={`${start} ${end}`}
          class={`bar-${kind}`}
          x={start}
          y="0"
          width={Math.max(end - start - GAP, GAP)}
          height="1"
        />
      ))}
    </svg>
  );
}

/** A part of a sum below has its sign: its bar stands where the sum will have it, not at zero. */
export function signOf(bars: readonly Bar[]): "+" | "" {
  const [bar, ...others] = bars;
  return bar?.kind === "new" && bar.start > 0 && others.length === 0 ? "+" : "";
}
