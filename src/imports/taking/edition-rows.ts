import { join } from "node:path";
import { type Day, parseIsoDay } from "../../calendar/day.ts";
import type { Period } from "../../calendar/period.ts";
import type { Column } from "../../dataset/column.ts";
import type { RowReader } from "../../dataset/row.ts";
import { headersOf, START_HEADER, type Table, titleOf } from "../../dataset/table.ts";
import { Refusal } from "../../text/refusal.ts";
import { snakeCase } from "../../text/spelling.ts";
import type { GivenCell } from "../declaring/intake.ts";
import type { Feed } from "../declaring/publication.ts";
import { ORIGIN_HEADER, tableFileName } from "../editions/edition.ts";
import { earlyEnough } from "../far-days.ts";
import { refusedCell } from "../layout/record.ts";
import { rowReader } from "../writing/canonical-row.ts";
import { CsvFile } from "../writing/csv-file.ts";

/** Line ends and other control characters inside a published cell say nothing; canonical CSV has none. */
const CONTROL = /\p{Control}+/gu;

/** The rows that an edition brings to one table, checked and written as they come. */
export class EditionRows {
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

  /** The earliest day on which one of its rows starts. */
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
    // A row that starts after the edition's own period has no end that the edition could give it.
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

  /** Rows of undated tables may be completed by other publications, so they are judged as wholes when they are merged. */
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

  /** A misspelt column is a mistake of the publication's reader, not of its file. */
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
