import { sharedWork } from "../core/runtime/ending.ts";
import { nextSlice, Slices } from "../core/runtime/scheduler.ts";
import { Semaphore } from "../core/runtime/semaphore.ts";
import { foldName } from "../core/text/folding.ts";
import { detached } from "../core/text/text-tables.ts";
import type { RowPlace } from "../dataset/table.ts";
import { Classes } from "./classes.ts";
import type { CareSetting, Identifier, ProviderDefinition } from "./definition.ts";
import {
  type FoundByWords,
  type ProviderDirectory,
  type ProviderQuery,
  type QualifyingByName,
  WORDS_MAX,
} from "./directory.ts";
import { type Filter, loadFilter, type RowCondition, selectRows } from "./filters.ts";
import { IdentifierIndex } from "./identifier-index.ts";
import { NameIndex } from "./names/name-index.ts";
import { qualifyingProviders } from "./qualifying.ts";
import { RepeatedProviders } from "./repeated-providers.ts";
import { RowCache, type SharedRowCache } from "./row-cache.ts";
import { firstRows, RowSet, type Rows, unitedRows } from "./row-set.ts";
import type { ProviderStore } from "./store.ts";
import { StoredRowReader } from "./stored-row-reader.ts";

/**
 * A mutex: searches of all registries run one after the other. In parallel none would end sooner, and their sets of
 * rows would burden the garbage collector.
 */
const searches = new Semaphore(1);

/** Reading a row from the file takes some six microseconds, and longer where it must come from the disk. */
const ROWS_PER_CLOCK_READING = 8;

interface NumberedRow<Row> {
  readonly number: number;
  readonly row: Row;
}

export class StoredDirectory<Row extends RowPlace> implements ProviderDirectory<Row> {
  readonly rowCount: number;
  readonly #store: ProviderStore;
  readonly #definition: ProviderDefinition<Row>;
  readonly #reader: StoredRowReader<Row>;
  readonly #kept: RowCache<Row>;
  readonly #identifiers: IdentifierIndex;
  readonly #names: NameIndex;
  readonly #repeated: RepeatedProviders;
  #outpatient: Classes | null = null;
  #inpatient: Classes | null = null;
  readonly #filters = new Map<string, Promise<Filter>>();

  constructor(store: ProviderStore, definition: ProviderDefinition<Row>, shared: SharedRowCache) {
    this.rowCount = store.rowCount;
    this.#store = store;
    this.#definition = definition;
    this.#reader = new StoredRowReader(store, definition.table);
    this.#kept = new RowCache(shared, store.rowCount);
    this.#identifiers = new IdentifierIndex(store);
    this.#names = new NameIndex(store);
    this.#repeated = new RepeatedProviders(store);
  }

  row(number: number): Row {
    return this.#reader.read(number);
  }

  find(identifiers: Readonly<Record<string, string>>, name: string | null): readonly Row[] {
    const [identifier, another] = Object.keys(identifiers);
    if (name !== null || identifier === undefined || another !== undefined) {
      return this.#identified(identifiers, name).map(({ row }) => row);
    }
    // Claims come from few providers at a time, so the rows of an NPI are cached.
    const requested = identifiers[identifier] as string;
    const kept = this.#kept.get(identifier, requested);
    if (kept !== undefined) return kept;
    const identified = this.#identified(identifiers, null);
    const rows = identified.map(({ row }) => row);
    if (rows.length > 0 && this.#kept.wereReadBefore(identified.map(({ number }) => number))) {
      this.#kept.keep(identifier, detached(requested), rows);
    }
    return rows;
  }

  countByName(
    setting: CareSetting,
    folded: string,
    qualifies: (classNumber: number) => boolean,
    providersMax: number,
  ): Promise<QualifyingByName> {
    return searches.use(async () => {
      await nextSlice();
      const matching = await this.#rowsNamed(folded);
      const classes = this.#classesOf(setting);
      const question = { classes, repeated: this.#repeated, qualifies, providersMax };
      const nameMatches = matching instanceof RowSet ? matching.first(1).length > 0 : matching.length > 0;
      return { ...(await qualifyingProviders(matching, question)), nameMatches };
    });
  }

  /** A text of which folding leaves nothing matches no name (conventions 2.8). */
  async #rowsNamed(folded: string): Promise<Rows> {
    return folded === "" ? new Uint32Array() : await this.#names.rowsContaining(folded);
  }

  representative(setting: CareSetting, classNumber: number): Row {
    // A lookup by a common name checks every class.
    const [kept] = this.#kept.get(setting, classNumber) ?? [];
    if (kept !== undefined) return kept;
    const row = this.row(this.#classesOf(setting).representative(classNumber));
    this.#kept.keep(setting, classNumber, [row]);
    return row;
  }

  search(query: ProviderQuery, limit: number): Promise<{ total: number; rows: Row[] }> {
    return searches.use(() => this.#search(query, limit));
  }

  async #search(query: ProviderQuery, limit: number): Promise<{ total: number; rows: Row[] }> {
    await nextSlice();
    const conditions: RowCondition[] = [];
    for (const [name, requested] of Object.entries(query.filters)) {
      const filter = await this.#filter(name);
      conditions.push(...filter(requested));
    }
    const { total, first } = await selectRows(await this.#candidates(query), this.rowCount, conditions, limit);
    return { total, rows: await this.#rowsRead(first) };
  }

  async #rowsRead(numbers: readonly number[]): Promise<Row[]> {
    const rows: Row[] = [];
    const slices = new Slices(ROWS_PER_CLOCK_READING);
    for (const number of numbers) {
      if (slices.isOver()) await nextSlice();
      rows.push(this.row(number));
    }
    return rows;
  }

  searchWords(folded: string, limit: number): Promise<FoundByWords<Row>> {
    return searches.use(() => this.#searchWords(folded, limit));
  }

  async #searchWords(folded: string, limit: number): Promise<FoundByWords<Row>> {
    await nextSlice();
    const words = [...new Set(folded.split(" "))];
    const containing = await this.#names.rowsContaining(folded);
    const typed = firstRows(containing, limit);
    const isOneText = !folded.includes(" ") || words.length > WORDS_MAX;
    const all = isOneText ? containing : unitedRows(await this.#names.rowsWithAll(words), containing);
    // Those as typed come first, so as many others may be needed.
    const found = firstRows(all, limit + typed.first.length);
    const first = [...new Set([...typed.first, ...found.first])].slice(0, limit);
    const spellings = found.total > 0 || words.length > WORDS_MAX ? [] : await this.#names.otherSpellings(words);
    return { total: found.total, asTyped: typed.total, rows: await this.#rowsRead(first), spellings };
  }

  /** The rows that match identifiers and name; null when neither is given. */
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
    const requested = this.#identifier(first).fold(identifiers[first] as string);
    return this.#identifiers
      .candidates(first, requested)
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
      const requested = fold(identifiers[name] as string);
      if (!of(row).some((value) => value !== null && fold(value) === requested)) return false;
    }
    return true;
  }

  #isNamed(row: Row, name: string | null): boolean {
    return name === null || (name !== "" && foldName(this.#definition.name(row)).includes(name));
  }

  #classesOf(setting: CareSetting): Classes {
    return (setting === "outpatient" ? this.#outpatient : this.#inpatient) ?? this.#loadClasses(setting);
  }

  #loadClasses(setting: CareSetting): Classes {
    const classes = new Classes(this.#store, setting);
    if (setting === "outpatient") this.#outpatient = classes;
    else this.#inpatient = classes;
    return classes;
  }

  #filter(name: string): Promise<Filter> {
    const match = this.#definition.filters[name]?.match;
    if (match === undefined) throw new Error(`Providers have no search filter ${name}`);
    const loaded = this.#filters.get(name) ?? sharedWork(() => loadFilter(this.#store, name, match));
    this.#filters.set(name, loaded);
    return loaded;
  }
}
