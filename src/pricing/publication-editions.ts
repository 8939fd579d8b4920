import { type Day, dayBefore, monthsAfter, parseIsoDay } from "../core/calendar/day.ts";
import { compareText } from "../core/text/order.ts";
import type { Source } from "../dataset/description.ts";

/** Days on end; `from` is after `to` when there are none. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Below and above every day. */
const FIRST = "";
const LAST = "~";

/** What holds of all days. */
export const ALWAYS: Span = { from: FIRST, to: LAST };

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

  /** The same where it is older than the limit allows; null where it is not. */
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
export function publicationNameOf({ importer, publication }: Source): string | null {
  return importer ?? publication;
}

/** The day of its edition; null when none is known. */
export function editionOf({ edition }: Source): Day | null {
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
