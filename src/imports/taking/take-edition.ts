import type { Day } from "../../core/calendar/day.ts";
import type { Period } from "../../core/calendar/period.ts";
import { failure } from "../../core/runtime/failure.ts";
import { plural } from "../../core/text/plural.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import type { DeclaredFields, Field } from "../declaring/fields.ts";
import type { Opening } from "../declaring/intake.ts";
import { type Publication, type Section, titleOfPublication } from "../declaring/publication.ts";
import { isOfAmounts, type ReadFrom } from "../layout/binding.ts";
import { isOfOtherDays } from "../layout/dated-columns.ts";
import { foldHeading } from "../layout/headings.ts";
import type { RecordConsumer } from "../layout/section-reading.ts";
import type { Counted, ReadingTally } from "../report/tally.ts";
import type { OpenFile } from "../sources/open.ts";
import { EditionIntake, type OpenedReader } from "./edition-intake.ts";
import { missingPart, NotTaken, namingMember, partFor, readPart } from "./parts.ts";

interface EditionInput {
  readonly publication: Publication;
  readonly publications: readonly Publication[];
  readonly file: OpenFile;
  readonly opening: Opening;
  /** Whether the dataset has a table. */
  readonly isHeld: (table: Table) => boolean;
  readonly latestStart: Day;
  readonly folder: string;
  readonly tally: ReadingTally;
}

interface TakenEdition {
  readonly rows: ReadonlyMap<Table, number>;
  readonly notTaken: readonly string[];
  /** The days that the edition covers. */
  readonly period: Period;
}

/** Reads an edition from end to end and writes its rows. */
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

/** A publication with its whole history covers everything from its first listed day: what it no longer lists is no longer effective. */
function spokenPeriod({ printsHistory }: Publication, period: Period, { firstStart }: EditionIntake): Period {
  return printsHistory && firstStart !== null && firstStart < period.start ? { ...period, start: firstStart } : period;
}

/** Reads a section; false when the edition may lack it and does, or when no table needs it. */
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
      refuseUncertain(from, section);
      tally.readFrom.push(from);
    },
  };
  const isRead = await namingMember(file, part, () => readPart(section, part, consumer, notTaken));
  if (isRead) records.end();
  return isRead;
}

/** The readers whose tables the dataset has. */
async function openedReaders({ readers }: Section, { isHeld, opening }: EditionInput): Promise<OpenedReader[]> {
  const wanted = readers.filter(({ feeds }) => feeds.some(({ table }) => isHeld(table)));
  const opened: OpenedReader[] = [];
  for (const { feeds, open } of wanted) {
    const mark = wanted.length > 1 ? `${feeds[0]?.table.folder}: ` : "";
    opened.push({ reader: await open(opening), feeds, mark });
  }
  return opened;
}

/** Fewer headings are common to many lists: a code, a name and an amount. */
const TELLING_HEADINGS_MIN = 4;

/**
 * Refuses a list with exactly the headings of another publication, such as Medicare's laboratory fees as a
 * state's own: its rows would be imported under the wrong name.
 */
function refuseAnothers(
  publication: Publication,
  publications: readonly Publication[],
  headings: readonly string[],
  place: string,
): void {
  const there = new Set(headings.map(foldHeading));
  const title = titleOfPublication(publication);
  const isOf = ({ sections }: Publication) => sections.some(({ fields }) => areAllThere(fields, there));
  const fitting = publications.filter((each) => each.table === null && isOf(each));
  const [other] = fitting;
  if (other === undefined || fitting.some((each) => titleOfPublication(each) === title)) return;
  const another = titleOfPublication(other);
  throw failure(
    `${place}: these are the headings of ${another} (${other.title}), not of ${title}; import the file as ${another}, or rename a heading if it is another list`,
  );
}

/** Whether all printed headings of a layout are present, and enough to identify it. */
function areAllThere(fields: DeclaredFields, there: ReadonlySet<string>): boolean {
  const printed = Object.values(fields).flatMap(({ where }) => {
    const spelling = where.kind === "heading" ? where.spellings.find((each) => typeof each === "string") : undefined;
    return spelling === undefined ? [] : [foldHeading(spelling)];
  });
  return new Set(printed).size >= TELLING_HEADINGS_MIN && printed.every((heading) => there.has(heading));
}

/**
 * Refuses headings of a table's import that leave an amount in doubt: an unknown heading that looks like an amount while amount
 * columns have no heading; or headings for the key alone.
 */
function refuseUncertain({ place, fields, notRead }: ReadFrom, { tidy, fields: declared }: Section): void {
  if (tidy === null) return;
  const isLacking = (name: string) => {
    const { where } = declared[name] as Field<unknown>;
    const isNone = where.kind === "heading" && where.spellings.length === 0;
    return !isNone && fields.find(({ field }) => field === snakeCase(name))?.columns.length === 0;
  };
  const values = Object.keys(tidy.columns).filter((name) => !tidy.key.includes(name));
  const amounts = values.filter((name) => ["money", "decimal"].includes(tidy.columns[name]?.kind ?? ""));
  const lacking = amounts.filter(isLacking).map(snakeCase);
  const unread = notRead.filter(({ heading }) => heading !== null && isOfAmounts(heading));
  const remedy = `Say in a mapping file which heading each of them has, or null for none: see --template ${titleOf(tidy)} and --map`;
  const shown = (columns: ReadFrom["notRead"]) =>
    columns.map(({ heading, column }) => `${JSON.stringify(heading)} (column ${column})`).join(", ");
  if (values.length > 0 && values.every(isLacking)) {
    const found = notRead.length === 0 ? "" : `; found ${shown(notRead)}`;
    throw failure(`${place}: no heading for any of ${values.map(snakeCase).join(", ")}${found}. ${remedy}`);
  }
  if (lacking.length === 0 || unread.length === 0) return;
  throw failure(`${place}: ${shown(unread)}: is that one of ${lacking.join(", ")}, which have no heading? ${remedy}`);
}

/** Refuses a column whose heading names other days than the edition's: its rates would get the wrong days. */
function refuseOtherDays(
  { place, isByHeadings, fields }: ReadFrom,
  { fields: declared }: Section,
  { asOf, period }: Pick<Opening, "asOf" | "period">,
): void {
  if (!isByHeadings) return;
  const dated = Object.keys(declared).filter((name) => declared[name]?.where.kind === "dated");
  const datedFields = new Set(dated.map(snakeCase));
  for (const { field, columns } of fields) {
    if (datedFields.has(field)) continue;
    const other = columns.find(({ heading }) => heading !== null && isOfOtherDays(heading, asOf, period));
    if (other === undefined) continue;
    throw failure(
      `${place}: ${field} would be read from ${JSON.stringify(other.heading)} (column ${other.column}), but the edition is as of ${asOf}. Name the column of that day as "${field}" in a mapping file, or give the day of this column with --as-of; where the heading means something else, write "as_of_text": null into the mapping file: see --template and --map`,
    );
  }
}

const REASONS_SHOWN = 5;

/**
 * Refuses an edition without any usable row: it is the wrong file, or its codes are not understood. Importing it would end everything
 * that its publication brought before.
 */
function refuseNothingUsable(rowsTaken: number, tally: ReadingTally): void {
  const { rowsRead, leftOut, findings, neededFirst } = tally;
  if (rowsTaken > 0) return;
  const read = plural(rowsRead, "the only row of the file was", `none of the ${rowsRead} rows of the file could be`);
  const [first] = neededFirst;
  const listed = [...leftOut.list, ...findings.list.filter(({ reason }) => !neededFirst.has(reason))];
  const reasons = listed.slice(0, REASONS_SHOWN).map(reasonText);
  const more = listed.length > REASONS_SHOWN ? `, and ${listed.length - REASONS_SHOWN} more reasons` : "";
  const why = reasons.length === 0 ? "" : `: ${reasons.join(", ")}${more}`;
  const remedy =
    first === undefined ? RIGHT_FILE : `${first.slice(0, 1).toUpperCase()}${first.slice(1)}, then this list again`;
  throw failure(`nothing usable is in it: ${read} ${plural(rowsRead, "left out", "taken")}${why}. ${remedy}`);
}

const RIGHT_FILE =
  "Is it the right file, and the right publication? --template writes a mapping file, where columns and legends can be corrected";

function reasonText({ reason, count, examples }: Counted): string {
  const [example] = examples;
  return `${count} (${reason}${example === undefined ? "" : `; ${example}`})`;
}
