import type { Day } from "../../core/calendar/day.ts";
import { RecentlyUsed } from "../../core/runtime/cache.ts";
import { compareText } from "../../core/text/order.ts";
import type { Source } from "../../dataset/description.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import {
  ALWAYS,
  editionOf,
  type PublicationEditions,
  publicationNameOf,
  publicationsOf,
  type Span,
} from "../publication-editions.ts";
import type { RowOrigins } from "../row-origins.ts";
import type { State } from "./state.ts";

/** States publish most schedules every year; half a year more, and an edition was missed. */
export const STALE_AFTER_MONTHS = 18;

/** Rows of a table of which it is remembered what brought them: the codes of a busy day, in some hundred kilobytes. */
const ROWS_REMEMBERED_MAX = 10_000;

type Origins = Pick<RowOrigins, "sourcesOf">;

/** An edition that may have brought a row. */
interface Brought {
  readonly by: PublicationEditions;
  readonly edition: Day;
}

/**
 * How old the rates of a state are for a day. A row is stale when its publication has no edition that is young enough for the day,
 * unless an edition after the day brought it: that one says what held before. Only imports say of which day an edition is; what
 * was written by hand has no known edition and is never called stale.
 */
export class Freshness {
  /** Null: nothing is ever stale. */
  readonly limitMonths: number | null;
  readonly #tables: ReadonlyMap<Table, FedTable>;
  /** Days on which no publication of any table is stale. */
  readonly #fresh: Span;

  constructor(tables: readonly Table[], sources: readonly Source[], limitMonths: number | null, origins: Origins) {
    this.limitMonths = limitMonths;
    const fed = tables.map((table) => new FedTable(table, sources, limitMonths, origins));
    this.#tables = new Map(fed.map((each) => [each.table, each]));
    this.#fresh = fed
      .flatMap(({ publications }) => publications.map(({ lastFreshDays }) => lastFreshDays))
      .reduce(overlapOf, ALWAYS);
  }

  /** Whether no row at all can be stale on a day: asked by every lookup, so two comparisons have to do in the usual case. */
  isFreshOn(day: Day): boolean {
    return this.#fresh.from <= day && day <= this.#fresh.to;
  }

  /** The edition that was the newest for a day of what a row was published in, where that makes the row stale; else null. */
  staleOn(table: Table, line: number, day: Day): Day | null {
    return this.#tables.get(table)?.staleOn(line, day) ?? null;
  }
}

/** Days on which both hold. */
function overlapOf(one: Span, other: Span): Span {
  const from = [one.from, other.from].sort(compareText)[1] as string;
  const to = [one.to, other.to].sort(compareText)[0] as string;
  return { from, to };
}

/** A table and the publications that feed it. */
class FedTable {
  readonly table: Table;
  readonly publications: readonly PublicationEditions[];
  readonly #origins: Origins;
  readonly #byLine = new RecentlyUsed<number, readonly Brought[]>(ROWS_REMEMBERED_MAX);
  /** Rows that were published together share one list. */
  readonly #bySources = new WeakMap<readonly Source[], readonly Brought[]>();

  constructor(table: Table, sources: readonly Source[], limitMonths: number | null, origins: Origins) {
    this.table = table;
    this.publications = publicationsOf(titleOf(table), sources, limitMonths);
    this.#origins = origins;
  }

  /** Where it is not known which of several editions brought a row, each of them has to make it stale. */
  staleOn(line: number, day: Day): Day | null {
    // Where rows come from is stored apart from them, and read only where it matters.
    if (!this.publications.some((publication) => publication.staleOn(day) !== null)) return null;
    let newest: Day | null = null;
    for (const { by, edition } of this.#broughtBy(line)) {
      const stale = edition > day ? null : by.staleOn(day);
      if (stale === null) return null;
      if (newest === null || stale > newest) newest = stale;
    }
    return newest;
  }

  #broughtBy(line: number): readonly Brought[] {
    const known = this.#byLine.get(line);
    if (known !== undefined) return known;
    const sources = this.#origins.sourcesOf(this.table, line);
    const brought = this.#bySources.get(sources) ?? this.#editionsIn(sources);
    this.#bySources.set(sources, brought);
    this.#byLine.set(line, brought);
    return brought;
  }

  #editionsIn(sources: readonly Source[]): readonly Brought[] {
    return sources.flatMap((source) => {
      const edition = editionOf(source);
      const by = this.publications.find(({ name }) => name === publicationNameOf(source));
      return edition === null || by === undefined ? [] : [{ by, edition }];
    });
  }
}

const known = new WeakMap<object, Freshness>();

/** The freshness of one state of an open release, worked out once. Providers have no rates: their table is left aside. */
export function freshnessOf(
  source: { readonly state: State; readonly origins: Origins },
  sources: readonly Source[],
  limitMonths: number | null,
): Freshness {
  let freshness = known.get(source);
  if (freshness === undefined || freshness.limitMonths !== limitMonths) {
    const { tables, providers } = source.state;
    const rateTables = tables.filter((table) => table !== providers.table);
    freshness = new Freshness(rateTables, sources, limitMonths, source.origins);
    known.set(source, freshness);
  }
  return freshness;
}
