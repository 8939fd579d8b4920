import { type Day, dayBefore, monthsAfter, parseIsoDay } from "../../core/calendar/day.ts";
import { RecentlyUsed } from "../../core/runtime/cache.ts";
import { compareText } from "../../core/text/order.ts";
import type { Source } from "../../dataset/description.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
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

/** Days on end; `from` is after `to` when there are none. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/** Below and above every day. */
const FIRST = "";
const LAST = "~";

/** What holds of all days. */
const ALWAYS: Span = { from: FIRST, to: LAST };

interface Edition {
  readonly day: Day;
  /** The last day that it is not stale on; above every day without a limit. */
  readonly freshUntil: string;
}

/** The editions of one publication that were imported into a table. */
export class PublicationEditions {
  /** As `import` calls it (`fl/practitioner`), else by its title; null where its sources have neither. */
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

  /** The edition in use on a day where it is older than the limit allows; null where it is not. */
  staleOn(day: Day): Day | null {
    const edition = this.#inUseOn(day);
    return edition !== undefined && day > edition.freshUntil ? edition.day : null;
  }

  /** The last days on end on which it is not stale. */
  get lastFreshDays(): Span {
    // An edition that came later than the limit after the one before it ended days on which that one was stale.
    const late = this.#editions.findLast(
      ({ day }, place) => place > 0 && dayBefore(day) > (this.#editions[place - 1] as Edition).freshUntil,
    );
    return { from: late?.day ?? FIRST, to: (this.#editions.at(-1) as Edition).freshUntil };
  }

  #inUseOn(day: Day): Edition | undefined {
    return this.#editions.findLast((each) => each.day <= day);
  }
}

/** The publication that an entry of `dataset.json` is about. */
function publicationNameOf({ importer, publication }: Source): string | null {
  return importer ?? publication;
}

/** The day of its edition; null when none is known. */
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
