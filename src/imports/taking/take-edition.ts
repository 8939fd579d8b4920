import type { Period } from "../../calendar/period.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { failure, isFailure } from "../../reading/failure.ts";
import type { Fields } from "../declaring/fields.ts";
import type { GivenCell, Intake, Opening } from "../declaring/intake.ts";
import type { Feed, Publication, RecordReader, Section } from "../declaring/publication.ts";
import { isFixedWidth } from "../layout/binding.ts";
import type { HeaderSearch } from "../layout/header-search.ts";
import { isRefusedCell, refusedCell } from "../layout/record.ts";
import { type RecordConsumer, readList } from "../layout/section-reading.ts";
import type { ReadingTally } from "../report/tally.ts";
import type { OpenFile, Part } from "../sources/open.ts";
import type { RowSource } from "../sources/row.ts";
import { EditionRows } from "./edition-rows.ts";
import { missingPart, partFor } from "./parts.ts";

/** As many refused cells as one message can show; with more, the file is not the one that was meant. */
const REFUSED_MAX = 20;
const WHOLE_FILE = "whole file";

export interface Taken {
  /** Rows by table. */
  readonly rowCounts: ReadonlyMap<Table, number>;
}

interface EditionInput {
  readonly publication: Publication;
  readonly file: OpenFile;
  readonly opening: Opening;
  /** Where the rows are written. */
  readonly folder: string;
  readonly tally: ReadingTally;
}

/** Reads an edition from end to end and writes what is taken of it, table by table. */
export async function takeEdition({ publication, file, opening, folder, tally }: EditionInput): Promise<Taken> {
  const rowsByTable = openTables(publication, opening.period, folder);
  const refused: string[] = [];
  const read = new Set<string>();
  try {
    for (const section of publication.sections) {
      const isNeeded = section.insteadOf === null || !read.has(section.insteadOf);
      if (section.readers.length === 0 || !isNeeded) continue;
      if (await readSection(section, publication, file, opening, { rowsByTable, tally, refused }))
        read.add(section.name);
    }
  } finally {
    for (const rows of rowsByTable.values()) rows.close();
  }
  if (refused.length > 0) throw refusedCells(refused);
  if (tally.rowsRead === 0) throw failure("the table has headings but no rows; download the file again");
  return { rowCounts: new Map([...rowsByTable].map(([table, rows]) => [table, rows.count])) };
}

function openTables({ sections }: Publication, period: Period, folder: string): Map<Table, EditionRows> {
  const feeds = new Map<Table, Feed>();
  for (const feed of sections.flatMap((section) => section.feeds)) {
    if (!feeds.has(feed.table)) feeds.set(feed.table, feed);
  }
  return new Map([...feeds].map(([table, feed]) => [table, new EditionRows(feed, period, folder)]));
}

function refusedCells(refused: readonly string[]): Error {
  const [first] = refused;
  if (refused.length === 1) return failure(first as string);
  const many = refused.length >= REFUSED_MAX ? `${REFUSED_MAX} or more values were` : `${refused.length} values were`;
  return failure(`${many} refused; the first of them:\n  ${refused.join("\n  ")}`);
}

interface Desk {
  readonly rowsByTable: ReadonlyMap<Table, EditionRows>;
  readonly tally: ReadingTally;
  readonly refused: string[];
}

/** Reads a section; false when the edition lacks it and may. */
async function readSection(
  section: Section,
  publication: Publication,
  file: OpenFile,
  opening: Opening,
  desk: Desk,
): Promise<boolean> {
  const part = partFor(section, publication, file);
  if (part === null) {
    if (section.optional) return false;
    throw missingPart(section, file);
  }
  const readers: RecordReader<Fields>[] = [];
  for (const open of section.readers) readers.push(await open(opening));
  const { consumer, end } = consumerOf(readers, section, desk);
  const isRead = await naming(file.isArchive ? part.name : null, () => readPart(section, part, consumer));
  if (isRead) end();
  return isRead;
}

/** Failures inside a ZIP name the member too. */
async function naming<Outcome>(name: string | null, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    throw name !== null && isFailure(error) ? failure(`${name}: ${error.message}`) : error;
  }
}

/** Reads the section's lists of rows; false when the part has none of them and need not have. */
async function readPart(section: Section, part: Part, consumer: RecordConsumer): Promise<boolean> {
  const lists = await part.lists(isFixedWidth(section.fields));
  const { sheet } = section;
  // A text has no sheets, whatever the declaration says of workbooks.
  const named = lists.filter(({ name }) => name === "" || sheet === null || sheet.test(sheetName(name)));
  if (named.length === 0 && !section.optional) {
    throw failure(`no sheet matches ${sheet}; found ${lists.map(({ name }) => name).join(", ")}`);
  }
  let isRead = false;
  let nearest: { readonly list: RowSource; readonly search: HeaderSearch } | null = null;
  for (const list of named) {
    const outcome = await readList(section, list, consumer);
    if (outcome.isRead) {
      isRead = true;
      if (!section.everySheet) break;
    } else if (nearest === null || outcome.search.foundCount > nearest.search.foundCount) {
      nearest = { list, search: outcome.search };
    }
  }
  if (isRead || section.optional || nearest === null) return isRead;
  throw failure(
    `${nearest.list.name === "" ? "" : `${nearest.list.name}: `}${nearest.search.explanation()}. ${REMEDY}`,
  );
}

const REMEDY =
  "Is it the right file? If its layout has changed, say where the columns are in a mapping file: see --template and --map";

function sheetName(name: string): string {
  return /^sheet "(.*)"$/.exec(name)?.[1] ?? name;
}

function consumerOf(
  readers: readonly RecordReader<Fields>[],
  section: Section,
  { rowsByTable, tally, refused }: Desk,
): { readonly consumer: RecordConsumer; readonly end: () => void } {
  let place: () => string = () => WHOLE_FILE;
  const fed = new Set(section.feeds.map(({ table }) => table));
  const intake: Intake = {
    get place() {
      return place();
    },
    take(table, row, from = place()) {
      const rows = fed.has(table as unknown as Table) ? rowsByTable.get(table as unknown as Table) : undefined;
      if (rows === undefined) throw new Error(`${titleOf(table)} is not among the feeds of section ${section.name}`);
      rows.take(row as Readonly<Record<string, GivenCell>>, from);
    },
    leaveOut: (reason, example) =>
      tally.leftOut.add(reason, () => (example === undefined ? place() : `${place()}: ${example}`)),
    refuse(value, expected) {
      throw refusedCell("", value, expected);
    },
    find: (finding) => tally.find(finding),
    sum: (title, figure) => tally.sum(title, figure),
  };

  /** One refused value does not end the reading: whoever mends the file wants to see them all. */
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!isRefusedCell(error)) throw error;
      refused.push(`${place()}: ${error.message}`);
    }
  }
  return {
    consumer: {
      record(fields, where) {
        place = where;
        tally.rowsRead += 1;
        for (const reader of readers) guarded(() => reader.record(fields as never, intake));
        return refused.length < REFUSED_MAX ? "more" : "enough";
      },
    },
    end() {
      place = () => WHOLE_FILE;
      if (refused.length > 0) return;
      for (const reader of readers) guarded(() => reader.end?.(intake));
    },
  };
}
