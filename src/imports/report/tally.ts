import { sum, ZERO } from "../../core/money/arithmetic.ts";
import { derived, type Factor, parseFactor } from "../../core/money/factor.ts";
import type { ImportFinding } from "../declaring/intake.ts";
import type { ReadFrom } from "../layout/binding.ts";

/** A count with its first cases. */
export interface Counted {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

const EXAMPLES_MAX = 5;
/** More reasons are values, not reasons; the rest is counted together. */
export const REASONS_MAX = 200;
const OTHER_REASONS = "other reasons";

export class TallyEntry {
  count = 0;
  readonly examples: string[] = [];

  /** An example is built only while there are too few. */
  get wantsExamples(): boolean {
    return this.examples.length < EXAMPLES_MAX;
  }
}

export class ImportTally {
  readonly #entries = new Map<string, TallyEntry>();

  entry(reason: string): TallyEntry {
    const known = this.#entries.has(reason) || this.#entries.size < REASONS_MAX ? reason : OTHER_REASONS;
    const entry = this.#entries.get(known) ?? new TallyEntry();
    this.#entries.set(known, entry);
    return entry;
  }

  add(reason: string, example: string, count = 1): void {
    const entry = this.entry(reason);
    entry.count += count;
    if (example !== "" && entry.wantsExamples) entry.examples.push(example);
  }

  get list(): readonly Counted[] {
    return [...this.#entries].map(([reason, { count, examples }]) => ({ reason, count, examples }));
  }
}

export class ReadingTally {
  rowsRead = 0;
  /** Rows that fed no table. */
  rowsLeftOut = 0;
  readonly leftOut = new ImportTally();
  readonly findings = new ImportTally();
  /** The columns of each list's fields. */
  readonly readFrom: ReadFrom[] = [];
  readonly #sums = new Map<string, Factor>();

  /** What should have been imported before, each once. */
  readonly neededFirst = new Set<string>();

  needFirst(what: string): void {
    if (!this.neededFirst.has(what)) this.find({ title: what });
    this.neededFirst.add(what);
  }

  find({ title, count = 1, example = "" }: ImportFinding): void {
    this.findings.add(title, example, count);
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
