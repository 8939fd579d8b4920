import { join } from "node:path";
import { type Day, parseIsoDay } from "../../core/calendar/day.ts";
import type { Period } from "../../core/calendar/period.ts";
import { failure } from "../../core/runtime/failure.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { Column } from "../../dataset/column.ts";
import type { RowReader } from "../../dataset/row.ts";
import { headersOf, START_HEADER, type Table, titleOf } from "../../dataset/table.ts";
import { earlyEnough } from "../as-of.ts";
import type { DeclaredFields } from "../declaring/fields.ts";
import type { GivenCell, Intake } from "../declaring/intake.ts";
import type { Feed, RecordReader } from "../declaring/publication.ts";
import { ORIGIN_HEADER, tableFileName } from "../editions.ts";
import { isRefusedCell, refusedCell } from "../layout/record.ts";
import type { RecordConsumer } from "../layout/section-reading.ts";
import { REASONS_MAX, type ReadingTally, type TallyEntry } from "../report/tally.ts";
import { rowReader } from "../writing/canonical-row.ts";
import { CsvFile } from "../writing/csv-file.ts";

/** As many refused cells as one message can show; with more, it is the wrong file. */
const REFUSED_MAX = 20;
const WHOLE_FILE = "whole file";

/** A reader of the section's records for this edition, and the tables it may feed. */
export interface OpenedReader {
  readonly reader: RecordReader<DeclaredFields>;
  readonly feeds: readonly Feed[];
  /** A prefix that separates its reasons from those of other readers: `ga: `, or nothing. */
  readonly mark: string;
}

interface EditionIntakeInput {
  readonly period: Period;
  /** The last day on which a row may start. */
  readonly latestStart: Day;
  readonly folder: string;
  readonly tally: ReadingTally;
  /** Whether the dataset has a table; rows for other tables are dropped. */
  readonly isHeld: (table: Table) => boolean;
}

/** Takes the records of an edition: rows are checked and written, everything else is counted. */
export class EditionIntake {
  readonly #rowsByTable = new Map<Table, EditionRows>();
  readonly #refused: string[] = [];
  readonly #period: Period;
  readonly #latestStart: Day;
  readonly #folder: string;
  readonly #tally: ReadingTally;
  readonly #isHeld: (table: Table) => boolean;
  #place: () => string = () => WHOLE_FILE;
  #isTaken = false;
  #isLeftOut = false;
  #lacksLastRow = false;

  constructor({ period, latestStart, folder, tally, isHeld }: EditionIntakeInput) {
    this.#period = period;
    this.#latestStart = latestStart;
    this.#folder = folder;
    this.#tally = tally;
    this.#isHeld = isHeld;
  }

  /** Rows by table, of the tables that the edition covers. */
  get rowCounts(): ReadonlyMap<Table, number> {
    return new Map([...this.#rowsByTable].map(([table, rows]) => [table, rows.count]));
  }

  get firstStart(): Day | null {
    const starts = [...this.#rowsByTable.values()].flatMap(({ firstStart }) => firstStart ?? []);
    return starts.sort()[0] ?? null;
  }

  /** Passes the records of a section to its readers. */
  consumer(opened: readonly OpenedReader[]): Omit<RecordConsumer, "bound"> & { readonly end: () => void } {
    this.#lacksLastRow = false;
    const readers = opened.map((each) => ({ ...each, intake: this.#intake(each) }));
    return {
      record: (fields, place) => {
        this.#startRecord(place);
        for (const { reader, intake } of readers) {
          try {
            reader.record(fields as never, intake);
          } catch (error) {
            this.#refuse(error);
          }
        }
        if (this.#isLeftOut && !this.#isTaken) this.#tally.rowsLeftOut += 1;
        return this.#refused.length < REFUSED_MAX ? "more" : "enough";
      },
      lacksLastRow: (lastRow, place) => {
        this.#lacksLastRow = true;
        const title = `no row ${quoted(lastRow)}, so the table is taken to end with its last row`;
        this.#tally.find({ title, example: place });
      },
      found: (title, example, count) => this.#tally.find({ title, example, ...(count === undefined ? {} : { count }) }),
      end: () => {
        this.#place = () => WHOLE_FILE;
        // A fed table without rows is empty in this edition.
        for (const feed of readers.flatMap(({ feeds }) => feeds)) if (this.#isHeld(feed.table)) this.#rowsFor(feed);
        if (this.#refused.length > 0) return;
        for (const { reader, intake } of readers) {
          try {
            reader.end?.(intake);
          } catch (error) {
            this.#refuse(error);
          }
        }
      },
    };
  }

  close(): void {
    for (const rows of this.#rowsByTable.values()) rows.close();
  }

  /** Fails when anything was refused. */
  settle(): void {
    const refused = this.#refused;
    if (refused.length === 0) return;
    if (refused.length === 1) throw failure(refused[0] as string);
    const many = refused.length >= REFUSED_MAX ? `${REFUSED_MAX} or more` : String(refused.length);
    throw failure(`${many} values were refused; the first of them:\n  ${refused.join("\n  ")}`);
  }

  #startRecord(place: () => string): void {
    this.#place = place;
    this.#isTaken = false;
    this.#isLeftOut = false;
    this.#tally.rowsRead += 1;
  }

  #intake({ feeds, mark }: OpenedReader): Intake {
    const edition = this;
    const feedOf = new Map(feeds.map((feed) => [feed.table, feed]));
    // Millions of rows are left out for one reason, which is looked up once.
    const leftOut = new Map<string, TallyEntry>();
    return {
      get place() {
        return edition.#place();
      },
      get lacksLastRow() {
        return edition.#lacksLastRow;
      },
      take(table, row, place = edition.#place()) {
        const feed = feedOf.get(table as unknown as Table);
        if (feed === undefined) throw new Error(`${titleOf(table)} is not among the feeds of its section`);
        if (!edition.#isHeld(feed.table)) return;
        edition.#isTaken = true;
        edition.#rowsFor(feed).take(row as Readonly<Record<string, GivenCell>>, place);
      },
      leaveOut(reason, example) {
        edition.#isLeftOut = true;
        let entry = leftOut.get(reason);
        if (entry === undefined) {
          entry = edition.#tally.leftOut.entry(mark + reason);
          if (leftOut.size < REASONS_MAX) leftOut.set(reason, entry);
        }
        entry.count += 1;
        if (!entry.wantsExamples) return;
        entry.examples.push(example === undefined ? edition.#place() : `${edition.#place()}: ${example}`);
      },
      refuse(value, expected) {
        throw refusedCell("", value, expected);
      },
      find: (finding) => edition.#tally.find(finding),
      sum: (title, figure) => edition.#tally.sum(title, figure),
    };
  }

  #rowsFor(feed: Feed): EditionRows {
    const known = this.#rowsByTable.get(feed.table);
    if (known !== undefined) return known;
    const rows = new EditionRows(feed, this.#period, this.#latestStart, this.#folder);
    this.#rowsByTable.set(feed.table, rows);
    return rows;
  }

  /** One refused value does not end the reading: the person who fixes the file needs all of them. */
  #refuse(error: unknown): void {
    if (!isRefusedCell(error)) throw error;
    this.#refused.push(`${this.#place()}: ${error.message}`);
  }
}

/** Control characters inside a published cell have no meaning; canonical CSV has none. */
const CONTROL = /\p{Control}+/gu;

class EditionRows {
  readonly #feed: Feed;
  readonly #table: Table;
  readonly #period: Period;
  readonly #latestStart: Day;
  readonly #names: readonly string[];
  readonly #columns: readonly Column<unknown>[];
  readonly #reader: RowReader;
  readonly #file: CsvFile;
  #firstStart: Day | null = null;

  constructor(feed: Feed, period: Period, latestStart: Day, folder: string) {
    const { table } = feed;
    this.#feed = feed;
    this.#table = table;
    this.#period = period;
    this.#latestStart = latestStart;
    this.#names = Object.keys(table.columns);
    this.#columns = Object.values(table.columns);
    this.#reader = rowReader(table);
    this.#file = new CsvFile(join(folder, tableFileName(table)), [...headersOf(table), ORIGIN_HEADER]);
  }

  get count(): number {
    return this.#file.rowCount;
  }

  get firstStart(): Day | null {
    return this.#firstStart;
  }

  take(row: Readonly<Record<string, GivenCell>>, place: string): void {
    this.#refuseUnknown(row);
    const cells = this.#names.map((name) => cellText(row[name]));
    if (this.#table.dated) this.#checkWhole([...cells, ...this.#dates(row)], place);
    else this.#checkCells(cells, place);
  }

  close(): void {
    this.#file.close();
  }

  #dates(row: Readonly<Record<string, GivenCell>>): (string | null)[] {
    const { start, end } = this.#period;
    const ownStart = cellText(row.effectiveStartDate) ?? start;
    const startDay = parseIsoDay(ownStart);
    if (startDay !== null && startDay > this.#latestStart)
      throw this.#refused(START_HEADER, ownStart, earlyEnough(this.#latestStart));
    if (startDay !== null && (this.#firstStart === null || startDay < this.#firstStart)) this.#firstStart = startDay;
    // A row that starts after the edition's own period gets no end from the edition.
    const editionEnd = end !== null && ownStart <= end ? end : null;
    return [ownStart, cellText(row.effectiveEndDate) ?? editionEnd] as Day[];
  }

  #checkWhole(cells: readonly (string | null)[], place: string): void {
    let refused: Error | null = null;
    this.#reader.check(cells, 0, (header, value, reason) => {
      refused ??= this.#refused(header, value, reason.replace(/^expected /, ""));
    });
    if (refused !== null) throw refused;
    this.#file.row([...cells, place]);
  }

  /** Other publications may complete rows of undated tables, so these are checked as a whole when they are merged. */
  #checkCells(cells: readonly (string | null)[], place: string): void {
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] ?? null;
      if (cell === null) continue;
      const value = (this.#columns[index] as Column<unknown>).read(cell);
      if (value instanceof Refusal) throw this.#refused(snakeCase(this.#names[index] as string), cell, value.expected);
    }
    for (const name of this.#feed.fills?.by ?? []) {
      if (cells[this.#names.indexOf(name)] === null)
        throw this.#refused(snakeCase(name), "", "a value to find rows by");
    }
    this.#file.row([...cells, place]);
  }

  #refused(header: string, value: string, expected: string): Error {
    return refusedCell(`${titleOf(this.#table)} ${header}`, value, expected);
  }

  /** A misspelt column is a bug of the publication's reader, not an error of its file. */
  #refuseUnknown(row: Readonly<Record<string, GivenCell>>): void {
    for (const name of Object.keys(row)) {
      const isDate = this.#table.dated && (name === "effectiveStartDate" || name === "effectiveEndDate");
      if (!isDate && !(name in this.#table.columns)) throw new Error(`${titleOf(this.#table)} has no column ${name}`);
      const isLeftToOthers = this.#feed.columns !== null && ![...this.#feed.columns, ...this.#table.key].includes(name);
      if (isLeftToOthers && !isDate) throw new Error(`${titleOf(this.#table)} ${name} is not among its feed's columns`);
    }
  }
}

function cellText(cell: GivenCell): string | null {
  if (cell === null || cell === undefined) return null;
  return String(cell).replace(CONTROL, " ").trim() || null;
}
