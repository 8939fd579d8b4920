import { RecentlyUsed } from "../dataset/recently-used.ts";
import { RowReader } from "../dataset/row.ts";
import type { Origin } from "../dataset/table.ts";
import { foldName } from "../names/folding.ts";
import { Slices } from "../timing/slices.ts";
import { Classes } from "./classes.ts";
import type { ProviderDefinition, Setting } from "./definition.ts";
import type { ProviderDirectory, ProviderQuery, RowNumbers } from "./directory.ts";
import { type Filter, loadFilter, type RowCondition } from "./filters.ts";
import { IdentifierIndex } from "./identifier-index.ts";
import { readProviders } from "./identities.ts";
import { NameIndex } from "./name-index.ts";
import type { ProviderStore } from "./store.ts";

/** Rows kept parsed: the providers of a busy day, at half a kilobyte each. */
const ROWS_KEPT_MAX = 50_000;

/** The provider registry of an open release. */
export class StoredDirectory<Row extends Origin> implements ProviderDirectory<Row> {
  readonly rowCount: number;
  readonly #store: ProviderStore;
  readonly #definition: ProviderDefinition<Row>;
  readonly #reader: RowReader<Row>;
  readonly #rows = new RecentlyUsed<number, Row>(ROWS_KEPT_MAX);
  readonly #identifiers: IdentifierIndex;
  readonly #names: NameIndex;
  readonly #providers: Uint32Array | null;
  readonly #classes = new Map<Setting, Classes>();
  readonly #filters = new Map<string, Promise<Filter>>();

  constructor(store: ProviderStore, definition: ProviderDefinition<Row>) {
    this.rowCount = store.rowCount;
    this.#store = store;
    this.#definition = definition;
    this.#reader = new RowReader(definition.table);
    this.#identifiers = new IdentifierIndex(store);
    this.#names = new NameIndex(store);
    this.#providers = readProviders(store);
  }

  row(number: number): Row {
    const kept = this.#rows.get(number);
    if (kept !== undefined) return kept;
    const { cells, line } = this.#store.readRow(number);
    const row = this.#reader.read(cells, line);
    this.#rows.set(number, row);
    return row;
  }

  find(identifiers: Readonly<Record<string, string>>, name: string | null): Row[] {
    return this.#numbersOf(identifiers, name).map((number) => this.row(number));
  }

  async matchName(folded: string): Promise<RowNumbers> {
    return await (await this.#names.rowsContaining(folded)).rows();
  }

  classOf(setting: Setting, number: number): number {
    return this.#classesOf(setting).of(number);
  }

  classCount(setting: Setting): number {
    return this.#classesOf(setting).count;
  }

  representative(setting: Setting, classNumber: number): Row {
    return this.row(this.#classesOf(setting).representative(classNumber));
  }

  providerOf(number: number): number {
    return this.#providers === null ? number : (this.#providers[number] as number);
  }

  async search(query: ProviderQuery, limit: number): Promise<{ total: number; rows: Row[] }> {
    const { total, first } = await this.#matching(query, limit);
    const rows: Row[] = [];
    const slices = new Slices();
    for (const number of first) {
      if (slices.isOver()) await slices.next();
      rows.push(this.row(number));
    }
    return { total, rows };
  }

  /** How many rows match a query, and the numbers of the first of them. */
  async #matching(query: ProviderQuery, limit: number): Promise<{ total: number; first: RowNumbers }> {
    const conditions: RowCondition[] = [];
    for (const [name, sought] of Object.entries(query.filters)) conditions.push((await this.#filter(name))(sought));

    const candidates = await this.#candidates(query);
    const count = candidates?.length ?? this.rowCount;
    const first = new Uint32Array(Math.min(limit, count));
    const slices = new Slices();
    let total = 0;
    for (let index = 0; index < count; index += 1) {
      if (slices.isOver()) await slices.next();
      const number = candidates === null ? index : (candidates[index] as number);
      if (!conditions.every((holds) => holds(number))) continue;
      if (total < first.length) first[total] = number;
      total += 1;
    }
    return { total, first: first.subarray(0, Math.min(total, limit)) };
  }

  /** The rows that identifiers and name leave; null when neither is given. */
  async #candidates({ identifiers, name }: ProviderQuery): Promise<RowNumbers | null> {
    if (Object.keys(identifiers).length > 0) return Uint32Array.from(this.#numbersOf(identifiers, name));
    return name === null ? null : await this.matchName(name);
  }

  #numbersOf(identifiers: Readonly<Record<string, string>>, name: string | null): number[] {
    const numbers: number[] = [];
    for (const first in identifiers) {
      const fold = this.#definition.identifiers[first]?.fold;
      if (fold === undefined) throw new Error(`Providers have no identifier ${first}`);
      for (const number of this.#identifiers.candidates(first, fold(identifiers[first] as string))) {
        const row = this.row(number);
        if (this.#isIdentified(row, identifiers) && this.#isNamed(row, name)) numbers.push(number);
      }
      // Rows that match one identifier are few; the others are compared on the rows themselves.
      break;
    }
    return numbers;
  }

  #isIdentified(row: Row, identifiers: Readonly<Record<string, string>>): boolean {
    for (const name in identifiers) {
      const identifier = this.#definition.identifiers[name];
      if (identifier === undefined) throw new Error(`Providers have no identifier ${name}`);
      const sought = identifier.fold(identifiers[name] as string);
      if (!identifier.of(row).some((value) => value !== null && identifier.fold(value) === sought)) return false;
    }
    return true;
  }

  #isNamed(row: Row, name: string | null): boolean {
    return name === null || foldName(this.#definition.name(row)).includes(name);
  }

  #classesOf(setting: Setting): Classes {
    const loaded = this.#classes.get(setting);
    if (loaded !== undefined) return loaded;
    const classes = new Classes(this.#store, setting);
    this.#classes.set(setting, classes);
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
