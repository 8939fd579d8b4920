import { type Day, dayBefore, monthsAfter, parseIsoDay } from "../../core/calendar/day.ts";
import { RecentlyUsed } from "../../core/runtime/cache.ts";
import { compareText } from "../../core/text/order.ts";
import type { Source } from "../../dataset/description.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import type { RowOrigins } from "../row-origins.ts";
import type { State } from "./state.ts";

/** States publish most schedules every year; half a year more, and an edition was missed. */
export const STALE_AFTER_MONTHS = 18;

/** Rows per table whose editions are cached: the codes of a busy day, in some hundred kilobytes. */
const ROWS_REMEMBERED_MAX = 10_000;

type Origins = Pick<RowOrigins, "sourcesOf">;

interface EditionInUse {
  readonly by: PublicationEditions;
  readonly edition: Day;
}

/**
 * Age of a state's rates on a day. A row is stale when its publication has no edition recent enough for the day, unless
 * a later edition brought the row. Only imports record editions: rows written by hand are never stale.
 */
export class Freshness {
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

  /** Whether no row can be stale on a day. Every lookup calls it, so the usual case takes two comparisons. */
  isFreshOn(day: Day): boolean {
    return this.#fresh.from <= day && day <= this.#fresh.to;
  }

  /** The newest edition of the row's publication for the day, if it makes the row stale; otherwise null. */
  staleOn(table: Table, line: number, day: Day): Day | null {
    return this.#tables.get(table)?.staleOn(line, day) ?? null;
  }
}

function overlapOf(one: Span, other: Span): Span {
  const from = [one.from, other.from].sort(compareText)[1] as string;
  const to = [one.to, other.to].sort(compareText)[0] as string;
  return { from, to };
}

class FedTable {
  readonly table: Table;
  readonly publications: readonly PublicationEditions[];
  readonly #origins: Origins;
  readonly #byLine = new RecentlyUsed<number, readonly EditionInUse[]>(ROWS_REMEMBERED_MAX);
  /** Rows that were published together share one list. */
  readonly #bySources = new WeakMap<readonly Source[], readonly EditionInUse[]>();

  constructor(table: Table, sources: readonly Source[], limitMonths: number | null, origins: Origins) {
    this.table = table;
    this.publications = publicationsOf(titleOf(table), sources, limitMonths);
    this.#origins = origins;
  }

  /** If several editions may have brought a row, all of them must be stale. */
  staleOn(line: number, day: Day): Day | null {
    // Origins are stored separately and read only if needed.
    if (!this.publications.some((publication) => publication.staleOn(day) !== null)) return null;
    let newest: Day | null = null;
    for (const { by, edition } of this.#broughtBy(line)) {
      const stale = edition > day ? null : by.staleOn(day);
      if (stale === null) return null;
      if (newest === null || stale > newest) newest = stale;
    }
    return newest;
  }

  #broughtBy(line: number): readonly EditionInUse[] {
    const known = this.#byLine.get(line);
    if (known !== undefined) return known;
    const sources = this.#origins.sourcesOf(this.table, line);
    const brought = this.#bySources.get(sources) ?? this.#editionsIn(sources);
    this.#bySources.set(sources, brought);
    this.#byLine.set(line, brought);
    return brought;
  }

  #editionsIn(sources: readonly Source[]): readonly EditionInUse[] {
    return sources.flatMap((source) => {
      const edition = editionOf(source);
      const by = this.publications.find(({ name }) => name === publicationNameOf(source));
      return edition === null || by === undefined ? [] : [{ by, edition }];
    });
  }
}

/** The tables of a state that hold rates. Providers have none, so their table is left out. */
function rateTablesOf({ tables, providers }: State): readonly Table[] {
  return tables.filter((table) => table !== providers.table);
}

const known = new WeakMap<object, Freshness>();

/** The freshness of one state of an open release, computed once. */
export function freshnessOf(
  source: { readonly state: State; readonly origins: Origins },
  sources: readonly Source[],
  limitMonths: number | null,
): Freshness {
  let freshness = known.get(source);
  if (freshness === undefined || freshness.limitMonths !== limitMonths) {
    freshness = new Freshness(rateTablesOf(source.state), sources, limitMonths, source.origins);
    known.set(source, freshness);
  }
  return freshness;
}

/** Consecutive days; `from` is after `to` when there are none. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/** Below and above every day. */
const FIRST = "";
const LAST = "~";

const ALWAYS: Span = { from: FIRST, to: LAST };

interface Edition {
  readonly day: Day;
  /** The last day on which it is not stale; above every day without a limit. */
  readonly freshUntil: string;
}

/** The editions of one publication that were imported into a table. */
export class PublicationEditions {
  /** Its name for `import` (`fl/practitioner`), otherwise its title; null if its sources have neither. */
  readonly name: string | null;
  /** The oldest first, at least one. */
  readonly #editions: readonly Edition[];

  constructor(name: string | null, days: readonly Day[], limitMonths: number | null) {
    this.name = name;
    this.#editions = [...new Set(days)].sort(compareText).map((day) => ({
      day,
      freshUntil: limitMonths === null ? LAST : monthsAfter(day, limitMonths),
    }));
  }

  get newest(): Day {
    return (this.#editions.at(-1) as Edition).day;
  }

  /** The newest edition that is not after a day; null when all are. */
  inUseOn(day: Day): Day | null {
    return this.#inUseOn(day)?.day ?? null;
  }

  /** The edition in use on a day if it is older than the limit; otherwise null. */
  staleOn(day: Day): Day | null {
    const edition = this.#inUseOn(day);
    return edition !== undefined && day > edition.freshUntil ? edition.day : null;
  }

  /** The last span of days without a stale edition. */
  get lastFreshDays(): Span {
    // If an edition came after the limit, the previous one was stale before it.
    const late = this.#editions.findLast(
      ({ day }, place) => place > 0 && dayBefore(day) > (this.#editions[place - 1] as Edition).freshUntil,
    );
    return { from: late?.day ?? FIRST, to: (this.#editions.at(-1) as Edition).freshUntil };
  }

  #inUseOn(day: Day): Edition | undefined {
    return this.#editions.findLast((each) => each.day <= day);
  }
}

function publicationNameOf({ importer, publication }: Source): string | null {
  return importer ?? publication;
}

function editionOf({ edition }: Source): Day | null {
  return edition === null ? null : parseIsoDay(edition);
}

/** The publications that feed a table and whose editions are known, in the order of their names. */
export function publicationsOf(
  title: string,
  sources: readonly Source[],
  limitMonths: number | null,
): readonly PublicationEditions[] {
  const imported = sources.flatMap((source) => {
    const edition = source.table === title ? editionOf(source) : null;
    return edition === null ? [] : [{ name: publicationNameOf(source), edition }];
  });
  return [...Map.groupBy(imported, ({ name }) => name)]
    .sort(([left], [right]) => compareText(left ?? "", right ?? ""))
    .map(
      ([name, editions]) =>
        new PublicationEditions(
          name,
          editions.map(({ edition }) => edition),
          limitMonths,
        ),
    );
}

/** The editions of a state's rates that are in use on a day. */
interface EditionsInUse {
  /** The newest of all; null when no source has a day. A source without an edition counts with the day of its publication. */
  readonly newest: Day | null;
  /** The oldest of the imported publications, each counted with its newest edition; null without imports. */
  readonly oldest: Day | null;
}

/** The days of sources: of the edition, else of the publication. Made-up figures have none. */
function daysOf(sources: readonly Source[]): readonly Day[] {
  return sources
    .filter(({ synthetic }) => synthetic !== true)
    .map((source) => editionOf(source) ?? (source.published === null ? null : parseIsoDay(source.published)))
    .filter((each) => each !== null);
}

/** The newest day of some sources that is not after `day`; null when none has one. */
export function newestDay(sources: readonly Source[], day: Day): Day | null {
  const published = daysOf(sources).filter((each) => each <= day);
  return published.sort(compareText).at(-1) ?? null;
}

/** How old a state's rates are, for monitoring. Made-up figures have no edition. */
export function editionsInUse(state: State, sources: readonly Source[], day: Day): EditionsInUse {
  const titles = rateTablesOf(state).map(titleOf);
  const ofRates = sources.filter(({ table }) => table !== null && titles.includes(table));
  const published = daysOf(ofRates).filter((each) => each <= day);
  const imported = titles
    .flatMap((title) => publicationsOf(title, sources, null).map((publication) => publication.inUseOn(day)))
    .filter((each) => each !== null);
  return {
    newest: [...published].sort(compareText).at(-1) ?? null,
    oldest: imported.sort(compareText).at(0) ?? null,
  };
}
