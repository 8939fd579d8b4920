import type { Day } from "../core/calendar/day.ts";
import { changesWithin, contains, type Dated, type Period, sharedPeriod } from "../core/calendar/period.ts";
import type { RowPlace, Table } from "../dataset/table.ts";

type Key = Readonly<Record<string, unknown>>;

/** The rows of one key that a calculation has looked at. */
interface Reading {
  readonly table: Table;
  readonly key: Key;
  readonly rows: readonly RowPlace[];
  /** What is said of its rows when they are not used and lost against none. */
  readonly otherwise: string;
}

/** A choice among rows: those that went on, and why the others did not. */
interface Choice {
  readonly among: readonly object[];
  readonly chosen: readonly object[];
  readonly whyNot: (row: never) => string;
}

/** A row that a calculation has looked at, and what became of it. */
export interface ReadRow {
  readonly table: Table;
  readonly key: Key;
  readonly row: RowPlace;
  readonly used: boolean;
  readonly whyNot: string | null;
}

const ANOTHER_PERIOD = "another period";
const NOT_NEEDED = "not needed for this result";

/** What a calculation has read: which rows, which of them it used, and why not the others. */
export class Readings {
  readonly #readings: Reading[] = [];
  /** Made when there is one: most rows are the only ones of their key. */
  #choices: Choice[] | null = null;
  readonly #used: object[] = [];
  /** The rows that were asked which of them are in force: all that a calculation knows of its day. */
  readonly #dated: (readonly Dated[])[] = [];
  /** What the periods of the dated rows share that the price is made of. */
  #period: Period | null = null;
  /** The same without the program's parameters. */
  #periodOfRates: Period | null = null;

  /** Made when there is one: nearly all days have their edition. */
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

  /** What was asked by another calculation, which decided that this one is made. */
  includeDated(other: Readings): void {
    this.#dated.push(...other.#dated);
  }

  /** A row whose period the price cannot outlive. */
  useWithPeriod(row: Dated): void {
    this.useParameter(row);
    this.#periodOfRates = sharedWith(row, this.#periodOfRates);
  }

  /** A row of the program's parameters, which bounds a price and nothing else. */
  useParameter(row: Dated): void {
    this.use(row);
    this.#period = sharedWith(row, this.#period);
  }

  /** A row that a figure is taken from: the price cannot outlive it either, unless it was said before that it plays a part only. */
  useFigure(row: object): void {
    if (this.#used.includes(row)) return;
    if ("period" in row) this.useWithPeriod(row as Dated);
    else this.use(row);
  }

  get period(): Period | null {
    return this.#period;
  }

  /** What a result without a price has for dates, where its page gives it some: the program's parameters do not bound it (conventions 3.5). */
  get periodOfRates(): Period | null {
    return this.#periodOfRates;
  }

  /** The days within a period on which other rows come into force than on the day before, in order: only there the result can change. */
  changesWithin(period: Period): readonly Day[] {
    return changesWithin(period, this.#dated);
  }

  /** What was read last, which is what was searched for when nothing was found. */
  get last(): Reading | null {
    return this.#readings.at(-1) ?? null;
  }

  /** The rows that were used, with their tables, in the order of reading; one that was read twice may be told twice. */
  get rowsUsed(): readonly Pick<ReadRow, "table" | "row">[] {
    const found: Pick<ReadRow, "table" | "row">[] = [];
    for (const { table, rows } of this.#readings) {
      for (const row of rows) if (this.#used.includes(row)) found.push({ table, row });
    }
    return found;
  }

  /** The tables that were looked into, whether a row was found or not, each once. */
  get tablesRead(): readonly Table[] {
    return [...new Set(this.#readings.map(({ table }) => table))];
  }

  /** Notes that no edition of a table is loaded for the day. */
  lackEdition(table: Table): void {
    this.#withoutEdition ??= new Set();
    this.#withoutEdition.add(table);
  }

  /** The tables of which no edition is loaded for the day, among those whose rows were missed. */
  get withoutEdition(): Iterable<Table> {
    return this.#withoutEdition ?? [];
  }

  /** What a row was found by; null for one that was not read here. */
  of(row: RowPlace): Reading | null {
    return this.#readings.find(({ rows }) => rows.includes(row)) ?? null;
  }

  /** Every row that was looked at, once, in the order of reading. */
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

  /** Of several choices that a row has lost, the first tells why. */
  #whyNot({ table, otherwise }: Reading, row: RowPlace, day: Day): string {
    if (table.dated && !contains((row as unknown as Dated).period, day)) return ANOTHER_PERIOD;
    const lost = this.#choices?.find(({ among, chosen }) => among.includes(row) && !chosen.includes(row));
    return lost === undefined ? otherwise : lost.whyNot(row as never);
  }
}

function sharedWith({ period }: Dated, other: Period | null): Period {
  return other === null ? period : sharedPeriod(other, period);
}
