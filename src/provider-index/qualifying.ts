import { NO_CLASS, type Qualifying } from "../providers/directory.ts";
import { isSliceOver, nextSlice } from "../runtime/scheduler.ts";
import { Slices } from "../runtime/slices.ts";
import type { Classes } from "./classes.ts";
import { countProviders } from "./provider-count.ts";
import type { RepeatedProviders } from "./repeated-providers.ts";
import { RowSet, type Rows } from "./row-set.ts";
import { keptRows, markClasses } from "./rows-by-class.ts";

/** Asking about a class means pricing one of its rows: some tens of microseconds. */
const CLASSES_PER_CLOCK_READING = 8;

/** What decides about the rows that match a name. */
interface QualifyingQuestion {
  readonly classes: Classes;
  readonly repeated: RepeatedProviders;
  /** Whether rows of a class can be priced; asked at most once per class. */
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

/** The matching rows whose class qualifies; classes that no matching row has are not asked about. */
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
