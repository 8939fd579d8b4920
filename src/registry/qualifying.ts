import { isSliceOver, nextSlice, Slices } from "../core/runtime/scheduler.ts";
import type { Classes } from "./classes.ts";
import { NO_CLASS, type Qualifying, type RowNumbers } from "./directory.ts";
import type { RepeatedProviders } from "./repeated-providers.ts";
import { inSlices, lowestRow, RowSet, type Rows } from "./row-set.ts";
import type { NarrowNumbers } from "./store.ts";

/** Checking a class means pricing one of its rows: some tens of microseconds. */
const CLASSES_PER_CLOCK_READING = 8;

interface QualifyingQuestion {
  readonly classes: Classes;
  readonly repeated: RepeatedProviders;
  /** Whether rows of a class can be priced; called at most once per class. */
  readonly qualifies: (classNumber: number) => boolean;
  readonly providersMax: number;
}

/**
 * Counts the providers of matching rows whose class qualifies, and gives the qualifying rows of
 * the first `providersMax` of them (conventions 3.3). Works in slices.
 */
export async function qualifyingProviders(matching: Rows, question: QualifyingQuestion): Promise<Qualifying> {
  const qualifying = await qualifyingRows(matching, question);
  return await countProviders(qualifying, question.repeated, question.providersMax);
}

/** The matching rows whose class qualifies; only classes of matching rows are checked. */
async function qualifyingRows(matching: Rows, question: QualifyingQuestion): Promise<Rows> {
  const { classes } = question;
  if (matching instanceof RowSet) {
    const sets = await classes.sets();
    if (sets !== null) return await qualifyingOfSets(matching, sets, question);
    matching.intersect(classes.classed());
  }
  const classOfRows = await classes.ofRows();
  const isWanted = new Uint8Array(classes.count + 1);
  await markClasses(matching, classOfRows, isWanted);
  await unmarkUnqualified(isWanted, question);
  return await keptRows(matching, classOfRows, isWanted);
}

async function qualifyingOfSets(
  matching: RowSet,
  sets: readonly RowSet[],
  { qualifies }: QualifyingQuestion,
): Promise<RowSet> {
  const those: RowSet[] = [];
  for (const [index, set] of sets.entries()) {
    if (isSliceOver()) await nextSlice();
    if (matching.meets(set) && qualifies(index + 1)) those.push(set);
  }
  return await matching.within(those);
}

async function unmarkUnqualified(marks: Uint8Array, { qualifies }: QualifyingQuestion): Promise<void> {
  const slices = new Slices(CLASSES_PER_CLOCK_READING);
  marks[NO_CLASS] = 0;
  for (let classNumber = 1; classNumber < marks.length; classNumber += 1) {
    if (marks[classNumber] === 0) continue;
    if (slices.isOver()) await nextSlice();
    if (!qualifies(classNumber)) marks[classNumber] = 0;
  }
}

/** Marks the classes that some rows have with a 1. Works in slices. */
async function markClasses(rows: Rows, classOfRows: NarrowNumbers, marks: Uint8Array): Promise<void> {
  if (rows instanceof RowSet) {
    await inSlices(rows.words.length, (from, to) => markOfSet(rows.words, from, to, classOfRows, marks));
  } else {
    await inSlices(rows.length, (from, to) => markOfList(rows, from, to, classOfRows, marks));
  }
}

/** The rows whose class has a 1; consumes `rows`. Works in slices. */
async function keptRows(rows: Rows, classOfRows: NarrowNumbers, isWanted: Uint8Array): Promise<Rows> {
  if (rows instanceof RowSet) {
    await inSlices(rows.words.length, (from, to) => keepOfSet(rows.words, from, to, classOfRows, isWanted));
    return rows;
  }
  let kept = 0;
  await inSlices(rows.length, (from, to) => {
    kept = keepOfList(rows, from, to, kept, classOfRows, isWanted);
  });
  return rows.subarray(0, kept);
}

function markOfSet(words: Int32Array, from: number, to: number, classOfRows: NarrowNumbers, marks: Uint8Array): void {
  for (let index = from; index < to; index += 1) {
    for (let bits = words[index] as number; bits !== 0; bits &= bits - 1) {
      marks[classOfRows[lowestRow(index, bits)] as number] = 1;
    }
  }
}

function markOfList(list: RowNumbers, from: number, to: number, classOfRows: NarrowNumbers, marks: Uint8Array): void {
  for (let place = from; place < to; place += 1) marks[classOfRows[list[place] as number] as number] = 1;
}

function keepOfSet(words: Int32Array, from: number, to: number, classOfRows: NarrowNumbers, wanted: Uint8Array): void {
  for (let index = from; index < to; index += 1) {
    let kept = 0;
    for (let bits = words[index] as number; bits !== 0; bits &= bits - 1) {
      const row = lowestRow(index, bits);
      kept |= (wanted[classOfRows[row] as number] as number) << (row & 31);
    }
    words[index] = kept;
  }
}

/** Appends rows to the `kept` ones; returns the new number. */
function keepOfList(
  list: RowNumbers,
  from: number,
  to: number,
  kept: number,
  classOfRows: NarrowNumbers,
  isWanted: Uint8Array,
): number {
  let count = kept;
  for (let place = from; place < to; place += 1) {
    const row = list[place] as number;
    list[count] = row;
    // Branch-free: the processor cannot predict which rows match.
    count += isWanted[classOfRows[row] as number] as number;
  }
  return count;
}

/**
 * Counts the providers of some rows, and returns all rows of the first `providersMax` of them (conventions 3.3). Only
 * rows of repeated providers are looked at: every other row is one provider. Consumes `rows`. Works in slices.
 */
async function countProviders(rows: Rows, repeated: RepeatedProviders, providersMax: number): Promise<Qualifying> {
  const further = new FurtherRows(repeated, providersMax);
  if (repeated.countMax > 0) await addRepeated(rows, repeated.rows, further);
  const rowCount = rows instanceof RowSet ? rows.size : rows.length;
  const firsts = firstRows(rows, further.ofFirstProviders, providersMax);
  return { total: rowCount - further.count, rows: withFurther(firsts, further.ofFirstProviders) };
}

/** Adds those of some rows that are of repeated providers. */
async function addRepeated(rows: Rows, repeated: RowSet, further: FurtherRows): Promise<void> {
  if (rows instanceof RowSet) {
    const { words } = rows;
    await inSlices(words.length, (from, to) => addFromSet(words, from, to, repeated.words, further));
  } else {
    await inSlices(rows.length, (from, to) => addFromList(rows, from, to, repeated, further));
  }
}

function addFromSet(words: Int32Array, from: number, to: number, repeated: Int32Array, further: FurtherRows): void {
  for (let index = from; index < to; index += 1) {
    for (let bits = (words[index] as number) & (repeated[index] as number); bits !== 0; bits &= bits - 1) {
      further.add(lowestRow(index, bits));
    }
  }
}

function addFromList(list: RowNumbers, from: number, to: number, repeated: RowSet, further: FurtherRows): void {
  for (let place = from; place < to; place += 1) {
    const row = list[place] as number;
    if (repeated.has(row)) further.add(row);
  }
}

/** The first rows of the first providers. */
function firstRows(rows: Rows, further: readonly FurtherRow[], providersMax: number): number[] {
  if (!(rows instanceof RowSet)) return firstOfList(rows, further, providersMax);
  for (const { row } of further) rows.remove(row);
  return rows.first(providersMax);
}

function firstOfList(list: RowNumbers, further: readonly FurtherRow[], providersMax: number): number[] {
  const firsts: number[] = [];
  let nextFurther = 0;
  for (let place = 0; place < list.length && firsts.length < providersMax; place += 1) {
    const row = list[place] as number;
    if (further[nextFurther]?.row === row) nextFurther += 1;
    else firsts.push(row);
  }
  return firsts;
}

/** Adds their further rows to the first rows of some providers, which come in the order of these rows. */
function withFurther(firsts: readonly number[], further: readonly FurtherRow[]): number[] {
  const last = firsts.at(-1) ?? -1;
  const theirs = further.filter(({ first }) => first <= last).map(({ row }) => row);
  return [...firsts, ...theirs].sort((a, b) => a - b);
}

/** A row of a provider that has an earlier one. */
interface FurtherRow {
  readonly row: number;
  readonly first: number;
}

const NONE = 0xffff_ffff;

/** Separates the further rows of providers from their first ones, among some rows of repeated providers. */
export class FurtherRows {
  count = 0;
  /** Only of the first `providersMax` providers: there may be very many. */
  readonly ofFirstProviders: FurtherRow[] = [];
  readonly #repeated: RepeatedProviders;
  readonly #providersMax: number;
  /** By provider: the first of its rows that was added. */
  readonly #firsts: Uint32Array;
  #providerCount = 0;
  /** The first row of the last of the first providers; behind all rows while there are fewer. */
  #lastFirst = NONE;

  constructor(repeated: RepeatedProviders, providersMax: number) {
    this.#repeated = repeated;
    this.#providersMax = providersMax;
    this.#firsts = new Uint32Array(repeated.countMax).fill(NONE);
  }

  /** Adds a row of a repeated provider; rows come in ascending order. */
  add(row: number): void {
    const provider = this.#repeated.of(row);
    const first = this.#firsts[provider] as number;
    if (first === NONE) {
      this.#firsts[provider] = row;
      this.#providerCount += 1;
      if (this.#providerCount === this.#providersMax) this.#lastFirst = row;
      return;
    }
    this.count += 1;
    if (first <= this.#lastFirst) this.ofFirstProviders.push({ row, first });
  }
}
