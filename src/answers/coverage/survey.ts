import type { Day } from "../../core/calendar/day.ts";
import { contains, type Dated, type Period } from "../../core/calendar/period.ts";
import { sharedWork } from "../../core/runtime/ending.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { compareText } from "../../core/text/order.ts";
import type { Source } from "../../dataset/description.ts";
import { sharedTables } from "../../dataset/medicare-tables.ts";
import { type RowPlace, type Table, titleOf } from "../../dataset/table.ts";
import type { NeededRows, ProviderKind } from "../../pricing/state/state.ts";
import type { Release, StateInRelease } from "../../release/release.ts";

/** What the rows of a state cover, on any day. */
interface StateSurvey {
  /** Dated tables only. */
  readonly tables: ReadonlyMap<Table, TableSurvey>;
  readonly providerKinds: readonly KindSurvey[];
}

/** Reading the rows of a key takes some ten microseconds. */
const KEYS_PER_CLOCK_READING = 4;

const surveys = new WeakMap<StateInRelease, Promise<StateSurvey>>();

/**
 * Surveys one state of an open release once: a release never changes. Works in slices, and continues when the client
 * that started it has left. Reads no provider.
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

async function surveyedTables(
  { tables }: Release,
  dated: readonly Table[],
  needs: readonly NeedSurvey[] = [],
): Promise<ReadonlyMap<Table, TableSurvey>> {
  const surveys = new Map(dated.map((table) => [table, new TableSurvey()]));
  const slices = new Slices(KEYS_PER_CLOCK_READING);
  for (const [table, survey] of surveys) {
    const ofTable = needs.filter(({ declared }) => declared.table === table);
    for (const rows of tables.groups(table) as Iterable<readonly (RowPlace & Dated)[]>) {
      if (slices.isOver()) await nextSlice();
      survey.see(rows);
      for (const each of ofTable) for (const row of rows) each.see(row);
    }
  }
  return surveys;
}

async function surveyed({ state }: StateInRelease, release: Release): Promise<StateSurvey> {
  const providerKinds = state.providerKinds.map((kind) => new KindSurvey(kind, release));
  await nextSlice();
  const tables = await surveyedTables(
    release,
    state.tables.filter(({ dated }) => dated),
    providerKinds.flatMap(({ needs }) => needs),
  );
  return { tables, providerKinds };
}

/** What the rows of a dated table cover, on any day. */
export class TableSurvey {
  /** The periods of a table are shared by its rows, so that there are few of them. */
  readonly #rowsByPeriod = new Map<Period, number>();

  see(rows: readonly Dated[]): void {
    for (const { period } of rows) this.#rowsByPeriod.set(period, (this.#rowsByPeriod.get(period) ?? 0) + 1);
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
