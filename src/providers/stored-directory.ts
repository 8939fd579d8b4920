import { RecentlyUsed } from "../dataset/recently-used.ts";
import { RowReader } from "../dataset/row.ts";
import type { Origin } from "../dataset/table.ts";
import { foldName } from "../names/folding.ts";
import { Slices } from "../timing/slices.ts";
import { nextSlice } from "../timing/turns.ts";
import { AskedBefore } from "./asked-before.ts";
import { Classes } from "./classes.ts";
import type { Identifier, ProviderDefinition, Setting } from "./definition.ts";
import type { ProviderDirectory, ProviderQuery, QualifyingByName } from "./directory.ts";
import { type Filter, loadFilter } from "./filters.ts";
import { IdentifierIndex } from "./identifier-index.ts";
import { readProviders } from "./identities.ts";
import { NameIndex } from "./names/name-index.ts";
import { qualifyingProviders } from "./qualifying.ts";
import { selectRows } from "./row-selection.ts";
import { RowSet, type Rows } from "./row-set.ts";
import type { ProviderStore } from "./store.ts";
import type { RowCondition } from "./value-column.ts";

/**
 * The share of the rows kept that are remembered as asked for. Not all: of a round through more rows than there is room
 * for, none would be there when it is asked for again.
 */
const REMEMBERED_SHARE = 0.8;

/** Reading a row from the file takes some twenty microseconds. */
const ROWS_PER_CLOCK_READING = 8;

interface NumberedRow<Row> {
  readonly number: number;
  readonly row: Row;
}

/** The provider registry of an open release. */
export class StoredDirectory<Row extends Origin> implements ProviderDirectory<Row> {
  readonly rowCount: number;
  readonly #store: ProviderStore;
  readonly #definition: ProviderDefinition<Row>;
  readonly #reader: RowReader<Row>;
  readonly #rowsKeptMax: number;
  readonly #rows: RecentlyUsed<number, Row>;
  readonly #asked: AskedBefore;
  /** Rows by the value of an identifier, by its name. */
  readonly #found = new Map<string, RecentlyUsed<string, readonly Row[]>>();
  readonly #identifiers: IdentifierIndex;
  readonly #names: NameIndex;
  readonly #providers: Uint32Array | null;
  #outpatient: Classes | null = null;
  #inpatient: Classes | null = null;
  readonly #filters = new Map<string, Promise<Filter>>();

  /** Keeps so many rows parsed, at half a kilobyte each, and what they are found by. */
  constructor(store: ProviderStore, definition: ProviderDefinition<Row>, rowsKeptMax: number) {
    this.rowCount = store.rowCount;
    this.#store = store;
    this.#definition = definition;
    this.#reader = new RowReader(definition.table);
    this.#rowsKeptMax = rowsKeptMax;
    this.#rows = new RecentlyUsed(rowsKeptMax);
    this.#asked = new AskedBefore(store.rowCount, rowsKeptMax * REMEMBERED_SHARE);
    this.#identifiers = new IdentifierIndex(store);
    this.#names = new NameIndex(store);
    this.#providers = readProviders(store);
  }

  row(number: number): Row {
    const kept = this.#rows.get(number);
    if (kept !== undefined) return kept;
    const { cells, line } = this.#store.readRow(number);
    const row = this.#reader.read(cells, line);
    if (this.#asked.ask(number)) this.#rows.set(number, row);
    return row;
  }

  find(identifiers: Readonly<Record<string, string>>, name: string | null): readonly Row[] {
    if (name !== null || Object.keys(identifiers).length !== 1) {
      return this.#identified(identifiers, name).map(({ row }) => row);
    }
    // Claims come from few providers at a time: whom an NPI stands for is asked again and again.
    const [identifier] = Object.keys(identifiers) as [string];
    const sought = identifiers[identifier] as string;
    const found = this.#foundBy(identifier);
    const kept = found.get(sought);
    if (kept !== undefined) return kept;
    const identified = this.#identified(identifiers, null);
    const rows = identified.map(({ row }) => row);
    if (identified.every(({ number }) => this.#rows.get(number) !== undefined)) found.set(sought, rows);
    return rows;
  }

  #foundBy(identifier: string): RecentlyUsed<string, readonly Row[]> {
    let found = this.#found.get(identifier);
    if (found === undefined) {
      found = new RecentlyUsed(this.#rowsKeptMax);
      this.#found.set(identifier, found);
    }
    return found;
  }

  async countByName(
    setting: Setting,
    folded: string,
    qualifies: (classNumber: number) => boolean,
    providersMax: number,
  ): Promise<QualifyingByName> {
    const matching = await this.#rowsNamed(folded);
    const classes = this.#classesOf(setting);
    const question = { classes, providers: this.#providers, qualifies, providersMax };
    const nameMatches = matching instanceof RowSet ? matching.first(1).length > 0 : matching.length > 0;
    return { ...(await qualifyingProviders(matching, question)), nameMatches };
  }

  /** Every name contains the empty text. */
  async #rowsNamed(folded: string): Promise<Rows> {
    return folded === "" ? RowSet.all(this.rowCount) : await this.#names.rowsContaining(folded);
  }

  representative(setting: Setting, classNumber: number): Row {
    return this.row(this.#classesOf(setting).representative(classNumber));
  }

  async search(query: ProviderQuery, limit: number): Promise<{ total: number; rows: Row[] }> {
    await nextSlice();
    const conditions: RowCondition[] = [];
    for (const [name, sought] of Object.entries(query.filters)) {
      const filter = await this.#filter(name);
      conditions.push(...filter(sought));
    }
    const { total, first } = await selectRows(await this.#candidates(query), this.rowCount, conditions, limit);
    const rows: Row[] = [];
    const slices = new Slices(ROWS_PER_CLOCK_READING);
    for (const number of first) {
      if (slices.isOver()) await nextSlice();
      rows.push(this.row(number));
    }
    return { total, rows };
  }

  /** The rows that identifiers and name leave; null when neither is given. */
  async #candidates({ identifiers, name }: ProviderQuery): Promise<Rows | null> {
    if (Object.keys(identifiers).length > 0) {
      return Uint32Array.from(this.#identified(identifiers, name), ({ number }) => number);
    }
    return name === null ? null : await this.#rowsNamed(name);
  }

  /** Rows that match one identifier are few; the others are compared on the rows themselves. */
  #identified(identifiers: Readonly<Record<string, string>>, name: string | null): NumberedRow<Row>[] {
    const [first] = Object.keys(identifiers);
    if (first === undefined) return [];
    const sought = this.#identifier(first).fold(identifiers[first] as string);
    return this.#identifiers
      .candidates(first, sought)
      .map((number) => ({ number, row: this.row(number) }))
      .filter(({ row }) => this.#isIdentified(row, identifiers) && this.#isNamed(row, name));
  }

  #identifier(name: string): Identifier<Row> {
    const identifier = this.#definition.identifiers[name];
    if (identifier === undefined) throw new Error(`Providers have no identifier ${name}`);
    return identifier;
  }

  #isIdentified(row: Row, identifiers: Readonly<Record<string, string>>): boolean {
    for (const name in identifiers) {
      const { of, fold } = this.#identifier(name);
      const sought = fold(identifiers[name] as string);
      if (!of(row).some((value) => value !== null && fold(value) === sought)) return false;
    }
    return true;
  }

  #isNamed(row: Row, name: string | null): boolean {
    return name === null || foldName(this.#definition.name(row)).includes(name);
  }

  #classesOf(setting: Setting): Classes {
    return (setting === "outpatient" ? this.#outpatient : this.#inpatient) ?? this.#loadClasses(setting);
  }

  #loadClasses(setting: Setting): Classes {
    const classes = new Classes(this.#store, setting);
    if (setting === "outpatient") this.#outpatient = classes;
    else this.#inpatient = classes;
    return classes;
  }

  #filter(name: string): Promise<Filter> {
    const match = this.#definition.filters[name]?.match;
    if (match === undefined) throw new Error(`Providers have no search filter ${name}`);
    const loaded = this.#filters.get(name) ?? loadFilter(this.#store, name, match);
    this.#filters.set(name, loaded);
    return loaded;
  }
}
