import type { Day } from "../../calendar/day.ts";
import type { Period } from "../../calendar/period.ts";
import type { Table } from "../../dataset/table.ts";
import { failure } from "../../runtime/failure.ts";
import type { Opening } from "../declaring/intake.ts";
import type { Publication, Section } from "../declaring/publication.ts";
import type { RecordConsumer } from "../layout/section-reading.ts";
import type { ReadingTally } from "../report/tally.ts";
import type { OpenFile } from "../sources/open.ts";
import { refuseAnothers } from "./another-publication.ts";
import { EditionIntake, type OpenedReader } from "./edition-intake.ts";
import { NotTaken } from "./not-taken.ts";
import { refuseNothingUsable } from "./nothing-usable.ts";
import { refuseOtherDays } from "./other-days.ts";
import { missingPart, namingMember, partFor } from "./parts.ts";
import { readPart } from "./read-part.ts";

interface EditionInput {
  readonly publication: Publication;
  /** All that there are. */
  readonly publications: readonly Publication[];
  readonly file: OpenFile;
  readonly opening: Opening;
  /** Whether the dataset has a place for a table. */
  readonly isHeld: (table: Table) => boolean;
  /** The last day on which a row may start. */
  readonly latestStart: Day;
  /** Where the rows are written. */
  readonly folder: string;
  readonly tally: ReadingTally;
}

interface TakenEdition {
  /** How many rows by table. */
  readonly rows: ReadonlyMap<Table, number>;
  /** Sheets and files of which nothing was taken. */
  readonly notTaken: readonly string[];
  /** The days for which the edition speaks. */
  readonly period: Period;
}

/** Reads an edition from end to end and writes what is taken of it. */
export async function takeEdition(input: EditionInput): Promise<TakenEdition> {
  const { publication, opening, tally } = input;
  const intake = new EditionIntake({ ...input, period: opening.period });
  const notTaken = new NotTaken();
  const read = new Set<string>();
  try {
    for (const section of publication.sections) {
      if (section.insteadOf !== null && read.has(section.insteadOf)) continue;
      if (await readSection(section, input, intake, notTaken)) read.add(section.name);
    }
  } finally {
    intake.close();
  }
  intake.settle();
  if (tally.rowsRead === 0) throw failure("the table has headings but no rows; download the file again");
  const rows = intake.rowCounts;
  refuseNothingUsable(
    [...rows.values()].reduce((sum, count) => sum + count, 0),
    tally,
  );
  notTaken.refuseMeant();
  return { rows, notTaken: notTaken.names(input.file), period: spokenPeriod(publication, opening.period, intake) };
}

/** A publication that prints its whole history speaks from the first day that it lists: what it no longer says is no longer so. */
function spokenPeriod({ printsHistory }: Publication, period: Period, { firstStart }: EditionIntake): Period {
  return printsHistory && firstStart !== null && firstStart < period.start ? { ...period, start: firstStart } : period;
}

/** Reads a section; false when the edition lacks it and may, or when nobody wants it. */
async function readSection(
  section: Section,
  input: EditionInput,
  intake: EditionIntake,
  notTaken: NotTaken,
): Promise<boolean> {
  const { publication, file } = input;
  const readers = await openedReaders(section, input);
  if (readers.length === 0) return false;
  const part = partFor(section, publication, file);
  if (part === null) {
    if (section.optional) return false;
    throw missingPart(section, file);
  }
  const { opening, tally } = input;
  const records = intake.consumer(readers);
  const consumer: RecordConsumer = {
    ...records,
    bound: (from, headings) => {
      refuseAnothers(publication, input.publications, headings, from.place);
      if (publication.asOfText !== null) refuseOtherDays(from, section, opening);
      tally.readFrom.push(from);
    },
  };
  const isRead = await namingMember(file, part, () => readPart(section, part, consumer, notTaken));
  if (isRead) records.end();
  return isRead;
}

/** The readers whose tables the dataset holds. */
async function openedReaders({ readers }: Section, { isHeld, opening }: EditionInput): Promise<OpenedReader[]> {
  const wanted = readers.filter(({ feeds }) => feeds.some(({ table }) => isHeld(table)));
  const opened: OpenedReader[] = [];
  for (const { feeds, open } of wanted) {
    const mark = wanted.length > 1 ? `${feeds[0]?.table.folder}: ` : "";
    opened.push({ reader: await open(opening), feeds, mark });
  }
  return opened;
}
