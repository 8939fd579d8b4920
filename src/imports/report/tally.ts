import { sum, ZERO } from "../../core/money/arithmetic.ts";
import { derived, type Factor, parseFactor } from "../../core/money/factor.ts";
import type { ImportFinding } from "../declaring/intake.ts";
import type { ReadFrom } from "../layout/binding.ts";

/** Something counted, with the first cases of it. */
export interface Counted {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** Enough to see what is meant. */
const EXAMPLES_MAX = 5;
/** More reasons than that are values, not reasons; the rest is counted together. */
export const REASONS_MAX = 200;
const OTHER_REASONS = "other reasons";

/** What is counted for one reason. */
export class TallyEntry {
  count = 0;
  readonly examples: string[] = [];

  /** The example is asked for only while there are too few of them. */
  get wantsExamples(): boolean {
    return this.examples.length < EXAMPLES_MAX;
  }
}

/** Counts things by reason. */
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

/** What was counted while an edition was read. */
export class ReadingTally {
  rowsRead = 0;
  /** Rows of which nothing was taken. */
  rowsLeftOut = 0;
  readonly leftOut = new ImportTally();
  readonly findings = new ImportTally();
  /** Where the fields of each list stand. */
  readonly readFrom: ReadFrom[] = [];
  readonly #sums = new Map<string, Factor>();

  /** What should have been imported before, each once. */
  readonly neededFirst = new Set<string>();

  /** Notes that something should have been imported before. */
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
