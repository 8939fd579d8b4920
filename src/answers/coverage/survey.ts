import { type Day, dayAfter, dayBefore } from "../../core/calendar/day.ts";
import { contains, type Dated, type Period } from "../../core/calendar/period.ts";
import { sharedWork } from "../../core/runtime/ending.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { compareText } from "../../core/text/order.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { Source } from "../../dataset/description.ts";
import { sharedTables } from "../../dataset/medicare-tables.ts";
import { keyOf, type RowPlace, type Table, titleOf } from "../../dataset/table.ts";
import type {
  Counterpart,
  FoundProviders,
  NeededRows,
  PricedProviders,
  ProviderKind,
  TableEnd,
} from "../../pricing/state/state.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import { EXAMPLES_MAX } from "./schema.ts";

/** What the rows of a state cover, on any day. */
interface StateSurvey {
  /** Dated tables only. */
  readonly tables: ReadonlyMap<Table, TableSurvey>;
  readonly counterparts: readonly CounterpartSurvey[];
  readonly providerKinds: readonly KindSurvey[];
}

/** Reading the rows of a key, or a provider, takes some ten microseconds. */
const KEYS_PER_CLOCK_READING = 4;

const surveys = new WeakMap<StateInRelease, Promise<StateSurvey>>();

/**
 * Surveys one state of an open release once: a release never changes. Works in slices, and continues when the client
 * that started it has left. Reads only the providers that a counterpart needs.
 */
export function surveyOf(source: StateInRelease, release: Release): Promise<StateSurvey> {
  const known = surveys.get(source);
  if (known !== undefined) return known;
  const survey = sharedWork(() => surveyed(source, release));
  surveys.set(source, survey);
  // A release that turns out to be damaged is surveyed again by the next request.
  survey.catch(() => surveys.delete(source));
  return survey;
}

const sharedSurveys = new WeakMap<Release, Promise<ReadonlyMap<Table, TableSurvey>>>();

/** Surveys the dated tables that no state declares, once. */
export function sharedSurveyOf(release: Release): Promise<ReadonlyMap<Table, TableSurvey>> {
  const known = sharedSurveys.get(release);
  if (known !== undefined) return known;
  const survey = sharedWork(() =>
    surveyedTables(
      release,
      sharedTables.filter(({ dated }) => dated),
    ),
  );
  sharedSurveys.set(release, survey);
  survey.catch(() => sharedSurveys.delete(release));
  return survey;
}

async function surveyedTables({ tables }: Release, dated: readonly Table[]): Promise<ReadonlyMap<Table, TableSurvey>> {
  const surveys = new Map(dated.map((table) => [table, new TableSurvey(table)]));
  const slices = new Slices(KEYS_PER_CLOCK_READING);
  for (const [table, survey] of surveys) {
    for (const rows of tables.groups(table)) {
      if (slices.isOver()) await nextSlice();
      survey.see(rows as readonly (RowPlace & Dated)[]);
    }
  }
  return surveys;
}

async function surveyed(source: StateInRelease, release: Release): Promise<StateSurvey> {
  const { tables, counterparts: declared } = source.state;
  const counterparts = declared.map((each) => new CounterpartSurvey(each));
  const providerKinds = source.state.providerKinds.map((kind) => new KindSurvey(kind, release));
  const dated = tables.filter((table) => table.dated);
  const surveyedTables = new Map(dated.map((table) => [table, new TableSurvey(table)]));
  const slices = new Slices(KEYS_PER_CLOCK_READING);
  await nextSlice();
  for (const table of new Set([...dated, ...counterparts.flatMap((each) => each.tables)])) {
    const interested = counterparts.filter((each) => each.tables.includes(table));
    const survey = surveyedTables.get(table);
    const needs = providerKinds.flatMap((kind) => kind.needs.filter((each) => each.declared.table === table));
    for (const rows of release.tables.groups(table)) {
      if (slices.isOver()) await nextSlice();
      survey?.see(rows as readonly (RowPlace & Dated)[]);
      for (const each of interested) for (const row of rows) each.see(table, row);
      for (const each of needs) for (const row of rows) each.see(row as RowPlace & Dated);
    }
  }
  for (const each of counterparts) {
    const { of } = each.declared;
    if ("pricedIn" in of) await needOfProviders(each, of, source, slices);
    await findProviders(each, source, slices);
  }
  return { tables: surveyedTables, counterparts, providerKinds };
}

async function needOfProviders(
  { needed }: CounterpartSurvey,
  { pricedIn, value }: PricedProviders,
  { directory }: StateInRelease,
  slices: Slices,
): Promise<void> {
  for (const number of await directory.pricedIn(pricedIn)) {
    if (slices.isOver()) await nextSlice();
    const found = value(directory.row(number) as never);
    if (found !== null) needed.add(found, null);
  }
}

async function findProviders(
  { needed, offered, ofProviders }: CounterpartSurvey,
  { directory }: StateInRelease,
  slices: Slices,
): Promise<void> {
  for (const { foundBy, value } of ofProviders) {
    for (const wanted of needed.values) {
      if (slices.isOver()) await nextSlice();
      const isThere = directory.find({ [foundBy]: wanted }, null).some((row) => value(row as never) === wanted);
      if (isThere) offered.add(wanted, null);
    }
  }
}

type Key = Readonly<Record<string, unknown>>;

/** Days between two periods of one key, on which nothing is published for it. */
interface Gap {
  readonly key: Key;
  readonly from: Day;
  readonly to: Day;
}

/** What the rows of a dated table cover, on any day. */
export class TableSurvey {
  readonly #table: Table;
  /** The periods of a table are shared by its rows, so that there are few of them. */
  readonly #rowsByPeriod = new Map<Period, number>();
  rowCount = 0;
  keyCount = 0;
  keysWithGaps = 0;
  readonly gaps: Gap[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  /** Adds rows that are read together; rows of one key always are. */
  see(rows: readonly (RowPlace & Dated)[]): void {
    for (const { period } of rows) this.#rowsByPeriod.set(period, (this.#rowsByPeriod.get(period) ?? 0) + 1);
    this.rowCount += rows.length;
    const byKey = Map.groupBy(rows, (row) => keyOf(this.#table.key.map((name) => cell(row, name))));
    this.keyCount += byKey.size;
    for (const ofKey of byKey.values()) if (ofKey.length > 1) this.#seeGaps(ofKey);
  }

  #seeGaps(rows: readonly (RowPlace & Dated)[]): void {
    const periods = rows.map(({ period }) => period).sort((a, b) => compareText(a.start, b.start));
    const gaps = periods.flatMap(({ start }, place) => {
      const end = periods[place - 1]?.end ?? null;
      const from = end === null ? start : dayAfter(end);
      return from < start ? [{ key: this.#keyOf(rows[0] as RowPlace), from, to: dayBefore(start) }] : [];
    });
    if (gaps.length === 0) return;
    this.keysWithGaps += 1;
    this.gaps.push(...gaps.slice(0, EXAMPLES_MAX - this.gaps.length));
  }

  #keyOf(row: RowPlace): Key {
    return Object.fromEntries(this.#table.key.map((name) => [snakeCase(name), cell(row, name)]));
  }

  /** The first day of any period; null without rows. */
  get firstDay(): Day | null {
    const starts = [...this.#rowsByPeriod.keys()].map(({ start }) => start);
    return starts.sort(compareText)[0] ?? null;
  }

  /** The last day of any period; null without rows, and where a period has no end. */
  get lastDay(): Day | null {
    const ends = [...this.#rowsByPeriod.keys()].map(({ end }) => end);
    return ends.includes(null) ? null : ((ends as Day[]).sort(compareText).at(-1) ?? null);
  }

  effectiveRows(day: Day): number {
    let count = 0;
    for (const [period, rows] of this.#rowsByPeriod) if (contains(period, day)) count += rows;
    return count;
  }
}

/** What the rows that a kind of provider is priced from cover, on any day. */
export class KindSurvey {
  readonly declared: ProviderKind;
  readonly needs: readonly NeedSurvey[];

  constructor(declared: ProviderKind, release: Release) {
    this.declared = declared;
    this.needs = declared.needs.map((each) => new NeedSurvey(each, release));
  }
}

/** Rows of some days, and how many of them are made up. */
interface CountedRows {
  rows: number;
  madeUp: number;
}

/** The rows of one table that a kind of provider needs. */
class NeedSurvey {
  readonly declared: NeededRows;
  /** The sources of these rows. */
  readonly sources: Set<Source>;
  readonly #origins: Release["origins"];
  /** Reading the source of each row takes time: only where the rows of the table have different ones. */
  readonly #isReadByRow: boolean;
  readonly #isTableMadeUp: boolean;
  readonly #byPeriod = new Map<Period, CountedRows>();

  constructor(declared: NeededRows, { origins, description }: Release) {
    this.declared = declared;
    this.#origins = origins;
    const ofTable = description.sources.filter(({ table }) => table === titleOf(declared.table));
    const madeUp = ofTable.filter(isMadeUp).length;
    const isMixed = madeUp > 0 && madeUp < ofTable.length;
    this.#isTableMadeUp = madeUp > 0 && !isMixed;
    const publications = new Set(ofTable.map(({ importer, publication }) => importer ?? publication));
    this.#isReadByRow = isMixed || (declared.where !== undefined && publications.size > 1);
    this.sources = new Set(this.#isReadByRow ? [] : ofTable);
  }

  see(row: RowPlace & Dated): void {
    const { table, where } = this.declared;
    if (where !== undefined && !where(row as never)) return;
    const isRowMadeUp = this.#isReadByRow ? this.#seeSources(table, row.line) : this.#isTableMadeUp;
    const counted = this.#byPeriod.get(row.period) ?? { rows: 0, madeUp: 0 };
    counted.rows += 1;
    if (isRowMadeUp) counted.madeUp += 1;
    this.#byPeriod.set(row.period, counted);
  }

  /** Whether the row on a line is made up. */
  #seeSources(table: Table, line: number): boolean {
    const sources = this.#origins.sourcesOf(table, line);
    for (const source of sources) this.sources.add(source);
    return sources.length > 0 && sources.every(isMadeUp);
  }

  effectiveOn(day: Day): Readonly<CountedRows> {
    const sum: CountedRows = { rows: 0, madeUp: 0 };
    for (const [period, { rows, madeUp }] of this.#byPeriod) {
      if (!contains(period, day)) continue;
      sum.rows += rows;
      sum.madeUp += madeUp;
    }
    return sum;
  }
}

function isMadeUp({ synthetic }: Source): boolean {
  return synthetic === true;
}

function cell(row: RowPlace, name: string): unknown {
  return (row as unknown as Readonly<Record<string, unknown>>)[name];
}

/** What lacks its counterpart on a day. */
interface Lacking {
  /** How many effective values need a counterpart. */
  readonly checked: number;
  readonly lacking: number;
  /** The first values without a counterpart, sorted. */
  readonly examples: readonly string[];
}

/** The values of one counterpart: those that need one and those that are there, with their periods. */
export class CounterpartSurvey {
  readonly declared: Counterpart;
  readonly needed = new PeriodsByValue();
  readonly offered = new PeriodsByValue();

  constructor(declared: Counterpart) {
    this.declared = declared;
  }

  get tables(): readonly Table[] {
    const { of, needs } = this.declared;
    return [of, ...needs].flatMap((end) => ("table" in end ? [end.table] : []));
  }

  /** Provider searches, made once the needed providers are known. */
  get ofProviders(): readonly FoundProviders[] {
    return this.declared.needs.filter((end) => "foundBy" in end);
  }

  see(table: Table, row: RowPlace): void {
    const { of, needs } = this.declared;
    if ("table" in of && of.table === table) this.#add(this.needed, of, table, row);
    for (const end of needs) if ("table" in end && end.table === table) this.#add(this.offered, end, table, row);
  }

  #add(values: PeriodsByValue, { value }: TableEnd, table: Table, row: RowPlace): void {
    const found = value(row as never);
    if (found !== null) values.add(found, table.dated ? (row as RowPlace & Dated).period : null);
  }

  /** Whether any counterpart is loaded. Without one every value would lack it, which is not worth reporting. */
  get isLoaded(): boolean {
    return !this.offered.isEmpty;
  }

  lackingOn(day: Day): Lacking {
    const effective = this.needed.values.filter((value) => this.needed.isEffective(value, day));
    const lacking = effective.filter((value) => !this.offered.isEffective(value, day)).sort(compareText);
    return { checked: effective.length, lacking: lacking.length, examples: lacking.slice(0, EXAMPLES_MAX) };
  }
}

const ALWAYS = null;

/** The periods in which values are effective. Thousands of rows share the periods of a few editions. */
class PeriodsByValue {
  readonly #periods = new Map<string, (Period | typeof ALWAYS)[]>();

  add(value: string, period: Period | typeof ALWAYS): void {
    const periods = this.#periods.get(value);
    if (periods === undefined) this.#periods.set(value, [period]);
    else if (!periods.includes(period)) periods.push(period);
  }

  isEffective(value: string, day: Day): boolean {
    return this.#periods.get(value)?.some((period) => period === ALWAYS || contains(period, day)) ?? false;
  }

  get values(): readonly string[] {
    return [...this.#periods.keys()];
  }

  get isEmpty(): boolean {
    return this.#periods.size === 0;
  }
}
