import { sum, ZERO } from "../../money/arithmetic.ts";
import { derived, type Factor, parseFactor } from "../../money/factor.ts";
import type { Finding } from "../declaring/intake.ts";

/** Something counted, with the first cases of it. */
export interface Counted {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** Enough to see what is meant. */
const EXAMPLES_MAX = 5;
/** More reasons than that are values, not reasons; the rest is counted together. */
const REASONS_MAX = 200;
const OTHER_REASONS = "other reasons";

/** Counts things by reason. */
export class Tally {
  readonly #counts = new Map<string, { count: number; examples: string[] }>();

  /** The example is asked for only while there are too few of them. */
  add(reason: string, example: () => string, count = 1): void {
    const entry = this.#counts.get(reason) ?? this.#newEntry(reason);
    entry.count += count;
    if (entry.examples.length >= EXAMPLES_MAX) return;
    const text = example();
    if (text !== "") entry.examples.push(text);
  }

  #newEntry(reason: string): { count: number; examples: string[] } {
    const known = this.#counts.size < REASONS_MAX ? reason : OTHER_REASONS;
    const entry = this.#counts.get(known) ?? { count: 0, examples: [] };
    this.#counts.set(known, entry);
    return entry;
  }

  get list(): readonly Counted[] {
    return [...this.#counts].map(([reason, { count, examples }]) => ({ reason, count, examples }));
  }
}

/** What was counted while an edition was read. */
export class ReadingTally {
  rowsRead = 0;
  /** Rows of which nothing was taken. */
  rowsLeftOut = 0;
  readonly leftOut = new Tally();
  readonly findings = new Tally();
  readonly #sums = new Map<string, Factor>();

  find({ title, count = 1, example = "" }: Finding): void {
    this.findings.add(title, () => example, count);
  }

  sum(title: string, figure: string | null): void {
    const value = figure === null ? ZERO : parseFactor(figure);
    if (value === null) throw new Error(`Not a plain decimal: ${figure}`);
    const total = sum(this.#sums.get(title) ?? ZERO, value);
    this.#sums.set(title, derived(total.units, total.scale));
  }

  get sums(): readonly { readonly title: string; readonly total: string }[] {
    return [...this.#sums].map(([title, { text }]) => ({ title, total: text }));
  }
}
