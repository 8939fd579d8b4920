import type { Day } from "../core/calendar/day.ts";
import { contains, type Dated, lastChange, nextChange, type Period, sharedPeriod } from "../core/calendar/period.ts";
import type { RowPlace, Table } from "../dataset/table.ts";

type Key = Readonly<Record<string, unknown>>;

/** The rows of one key that a calculation read. */
interface Reading {
  readonly table: Table;
  readonly key: Key;
  readonly rows: readonly RowPlace[];
  /** The reason shown for rows that are unused without losing a choice. */
  readonly otherwise: string;
}

/** A choice among rows: the chosen ones, and why not the others. */
interface Choice {
  readonly among: readonly object[];
  readonly chosen: readonly object[];
  readonly whyNot: (row: never) => string;
}

/** A row that a calculation read, and whether it was used. */
export interface ReadRow {
  readonly table: Table;
  readonly key: Key;
  readonly row: RowPlace;
  readonly used: boolean;
  readonly whyNot: string | null;
}

const ANOTHER_PERIOD = "another period";
const NOT_NEEDED = "not needed for this result";

/** The rows that a calculation read, which of them it used, and why not the others. */
export class Readings {
  readonly #readings: Reading[] = [];
  /** Null until there is one: most keys have a single row. */
  #choices: Choice[] | null = null;
  readonly #used: object[] = [];
  /** Rows that were filtered by day: all that a calculation knows of its day. */
  readonly #dated: (readonly Dated[])[] = [];
  /** The shared period of the dated rows of the price. */
  #period: Period | null = null;
  /** The shared period without the program's parameters. */
  #periodOfRates: Period | null = null;

  /** Null until there is one: nearly all days have their edition. */
  #withoutEdition: Set<Table> | null = null;

  add(table: Table, key: Key, rows: readonly RowPlace[], otherwise: string = NOT_NEEDED): void {
    this.#readings.push({ table, key, rows, otherwise });
  }

  choose(among: readonly object[], chosen: readonly object[], whyNot: (row: never) => string): void {
    if (chosen.length === among.length) return;
    this.#choices ??= [];
    this.#choices.push({ among, chosen, whyNot });
  }

  use(row: object): void {
    this.#used.push(row);
  }

  noteDated(rows: readonly Dated[]): void {
    if (rows.length > 0) this.#dated.push(rows);
  }

  /** Includes the dated rows of another calculation, which decided to make this one. */
  includeDated(other: Readings): void {
    this.#dated.push(...other.#dated);
  }

  /** Uses a row whose period bounds the price. */
  useWithPeriod(row: Dated): void {
    this.useParameter(row);
    this.#periodOfRates = sharedWith(row, this.#periodOfRates);
  }

  /** Uses a row of the program's parameters, which bounds only a price. */
  useParameter(row: Dated): void {
    this.use(row);
    this.#period = sharedWith(row, this.#period);
  }

  /** Uses the row of a figure. Its period bounds the price, unless the row was only consulted. */
  useFigure(row: object): void {
    if (this.#used.includes(row)) return;
    if ("period" in row) this.useWithPeriod(row as Dated);
    else this.use(row);
  }

  get period(): Period | null {
    return this.#period;
  }

  /** The dates of a result without a price; the program's parameters do not bound it (conventions 3.5). */
  get periodOfRates(): Period | null {
    return this.#periodOfRates;
  }

  /** The first day after a day, within a period, on which other rows are effective: only then can the result change. */
  nextChange(day: Day, period: Period): Day | null {
    return nextChange(day, period, this.#dated);
  }

  /** The last such day that is not after a day. */
  lastChange(day: Day, period: Period): Day | null {
    return lastChange(day, period, this.#dated);
  }

  /** The last reading: the search that failed, if nothing was found. */
  get last(): Reading | null {
    return this.#readings.at(-1) ?? null;
  }

  /** The used rows with their tables, in the order of reading; a row that was read twice may be listed twice. */
  get rowsUsed(): readonly Pick<ReadRow, "table" | "row">[] {
    const found: Pick<ReadRow, "table" | "row">[] = [];
    for (const { table, rows } of this.#readings) {
      for (const row of rows) if (this.#used.includes(row)) found.push({ table, row });
    }
    return found;
  }

  /** The tables that were read, with or without a row found, each once. */
  get tablesRead(): readonly Table[] {
    return [...new Set(this.#readings.map(({ table }) => table))];
  }

  /** Notes that no edition of a table is loaded for the day. */
  lackEdition(table: Table): void {
    this.#withoutEdition ??= new Set();
    this.#withoutEdition.add(table);
  }

  /** Tables with a missing row and no edition loaded for the day. */
  get withoutEdition(): Iterable<Table> {
    return this.#withoutEdition ?? [];
  }

  /** The reading that found a row; null if it was not read here. */
  of(row: RowPlace): Reading | null {
    return this.#readings.find(({ rows }) => rows.includes(row)) ?? null;
  }

  /** Every row that was read, once, in the order of reading. */
  rowsOn(day: Day): readonly ReadRow[] {
    const used = new Set(this.#used);
    const seen = new Set<object>();
    const rows: ReadRow[] = [];
    for (const reading of this.#readings) {
      const { table, key } = reading;
      for (const row of reading.rows) {
        if (seen.has(row)) continue;
        seen.add(row);
        const isUsed = used.has(row);
        rows.push({ table, key, row, used: isUsed, whyNot: isUsed ? null : this.#whyNot(reading, row, day) });
      }
    }
    return rows;
  }

  /** The reason is that of the first choice that the row lost. */
  #whyNot({ table, otherwise }: Reading, row: RowPlace, day: Day): string {
    if (table.dated && !contains((row as unknown as Dated).period, day)) return ANOTHER_PERIOD;
    const lost = this.#choices?.find(({ among, chosen }) => among.includes(row) && !chosen.includes(row));
    return lost === undefined ? otherwise : lost.whyNot(row as never);
  }
}

function sharedWith({ period }: Dated, other: Period | null): Period {
  return other === null ? period : sharedPeriod(other, period);
}
