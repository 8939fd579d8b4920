import { isSliceOver, nextSlice } from "../timing/turns.ts";
import type { Classes } from "./classes.ts";
import { NO_CLASS, type Qualifying, type RowNumbers } from "./directory.ts";
import { inSlices } from "./in-slices.ts";
import { intersected, listed, RowSet, type Rows } from "./row-set.ts";

/** What decides about the rows that match a name. */
export interface Question {
  readonly classes: Classes;
  /** The provider of each row; null where every row is a provider of its own. */
  readonly providers: Uint32Array | null;
  /** Whether rows of a class can be priced; asked at most once per class. */
  readonly qualifies: (classNumber: number) => boolean;
  readonly providersMax: number;
}

/**
 * Counts the providers of matching rows whose class qualifies, and gives the qualifying rows of
 * the first `providersMax` of them (conventions 3.3). Works in slices.
 */
export async function qualifyingProviders(matching: Rows, question: Question): Promise<Qualifying> {
  const { classes, providers, providersMax } = question;
  if (!(matching instanceof RowSet)) return await countOneByOne(matching, question);
  const sets = classes.sets();
  if (sets === null) return await countOneByOne(await listed(intersected(classes.classed(), matching)), question);

  const qualifying = await qualifyingOf(matching, sets, question);
  if (providers === null) return { total: qualifying.size, rows: qualifying.first(providersMax) };
  return await countOneByOne(await qualifying.listed(), { ...question, qualifies: () => true });
}

/** The matching rows whose class qualifies; classes that no matching row has are not asked about. */
async function qualifyingOf(matching: RowSet, sets: readonly RowSet[], { qualifies }: Question): Promise<RowSet> {
  const those: RowSet[] = [];
  for (const [classNumber, set] of sets.entries()) {
    if (isSliceOver()) await nextSlice();
    if (matching.meets(set) && qualifies(classNumber)) those.push(set);
  }
  if (isSliceOver()) await nextSlice();
  return matching.within(those);
}

async function countOneByOne(matching: RowNumbers, question: Question): Promise<Qualifying> {
  const count = new ProviderCount(question);
  await inSlices(matching.length, (from, to) => count.add(matching, from, to));
  return { total: count.total, rows: count.rows };
}

const UNDECIDED = 0;
const NO = 1;
const YES = 2;

const UNSEEN = 0;
const COUNTED = 1;
const AMONG_FIRST = 2;

class ProviderCount {
  total = 0;
  readonly rows: number[] = [];
  readonly #question: Question;
  readonly #verdicts: Uint8Array;
  readonly #marks: Uint8Array | null;

  constructor(question: Question) {
    this.#question = question;
    this.#verdicts = new Uint8Array(question.classes.count);
    this.#marks = question.providers === null ? null : new Uint8Array(question.providers.length);
  }

  add(matching: RowNumbers, from: number, to: number): void {
    const { classes, providers, providersMax } = this.#question;
    for (let place = from; place < to; place += 1) {
      const row = matching[place] as number;
      if (!this.#qualifies(classes.of(row))) continue;
      if (providers !== null) {
        this.#addRowOf(providers[row] as number, row);
        continue;
      }
      this.total += 1;
      if (this.total <= providersMax) this.rows.push(row);
    }
  }

  #qualifies(classNumber: number): boolean {
    if (classNumber === NO_CLASS) return false;
    if (this.#verdicts[classNumber] === UNDECIDED) {
      this.#verdicts[classNumber] = this.#question.qualifies(classNumber) ? YES : NO;
    }
    return this.#verdicts[classNumber] === YES;
  }

  /** Adds a row of a provider that may have others. */
  #addRowOf(provider: number, row: number): void {
    const marks = this.#marks as Uint8Array;
    if (marks[provider] === UNSEEN) {
      this.total += 1;
      marks[provider] = this.total <= this.#question.providersMax ? AMONG_FIRST : COUNTED;
    }
    if (marks[provider] === AMONG_FIRST) this.rows.push(row);
  }
}
