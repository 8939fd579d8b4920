import { type Day, dayBefore, LAST_DAY } from "../../core/calendar/day.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { answerAtOnce, type LookupSource } from "../../pricing/answer.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { Answered } from "../answer.ts";
import { explainResult, type Registry } from "../explanation/explain-result.ts";
import type { HistoryRequest } from "./request.ts";
import { changesBetween, type ExplainedResult, fieldsOfTheDay } from "./result-changes.ts";
import type { History, HistoryPeriod, ResultChange } from "./schema.ts";
import { WatchedRates } from "./watched-rates.ts";

/**
 * Results that one call works out, of all days together: a hundred periods of a provider with twenty rows. A provider with
 * more rows, or rates that change without changing a price, end a page early.
 */
const RESULTS_WORKED_OUT_MAX = 2000;

/** Pricing and explaining a result takes some hundred microseconds. */
const DAYS_PER_CLOCK_READING = 1;

/** Days on which all rows stay as they are, and what the lookup comes to on them. */
interface UnchangedPeriod {
  readonly start: Day | null;
  readonly date: Day;
  readonly explained: readonly ExplainedResult[];
}

/**
 * The prices of a lookup in every published period: from the last day back, from each period without a change to the
 * one before it.
 */
export async function historyOf(
  lookup: RateLookup,
  request: HistoryRequest,
  source: StateInRelease,
): Promise<Omit<Answered<History>, "lookups">> {
  const ofTheDay = fieldsOfTheDay(lookup);
  const unchanged = new UnchangedPeriods(lookup, request, source);
  const periods: HistoryPeriod[] = [];
  const results: (readonly ProviderResult[])[] = [];
  const until = (next_to: Day | null) => ({ value: { periods, next_to }, results });
  const slices = new Slices(DAYS_PER_CLOCK_READING);
  let end = request.to;
  let current = unchanged.endingOn(end ?? LAST_DAY);
  for (;;) {
    if (slices.isOver()) await nextSlice();
    const older = unchanged.before(current);
    const changes = older === null ? null : changesBetween(older.explained, current.explained, ofTheDay);
    if (older !== null && changes?.length === 0 && holdAsLong(older, current) && !unchanged.areEnough) {
      current = older;
      continue;
    }
    results.push(current.explained.map(({ answered }) => answered));
    periods.push(periodOf(current, end, changes));
    if (older === null) return until(null);
    end = dayBefore(current.start as Day);
    if (periods.length === request.limit || unchanged.areEnough) return until(end);
    current = older;
  }
}

function periodOf(
  { start, date, explained }: UnchangedPeriod,
  end: Day | null,
  changes: readonly ResultChange[] | null,
): HistoryPeriod {
  return {
    start_date: start,
    end_date: end,
    date,
    results: explained.map(({ answered }) => answered.result),
    no_rate: explained.map(({ answered }) => answered.outcome.noRate?.code ?? null),
    changes,
  };
}

/**
 * Whether the prices of two days hold for the same periods. Where rates were published again as they were, they do not: the history shows a
 * period for each, the one that the lookup tells.
 */
function holdAsLong(older: UnchangedPeriod, newer: UnchangedPeriod): boolean {
  return periodsOf(older) === periodsOf(newer);
}

function periodsOf({ explained }: UnchangedPeriod): string {
  return JSON.stringify(explained.map(({ explanation }) => JSON.stringify(explanation.period)).sort());
}

class UnchangedPeriods {
  readonly #lookup: RateLookup;
  readonly #request: HistoryRequest;
  readonly #source: LookupSource;
  readonly #rates: WatchedRates;
  readonly #registry: Registry;
  #workedOut = 0;

  constructor(lookup: RateLookup, request: HistoryRequest, source: StateInRelease) {
    this.#lookup = lookup;
    this.#request = request;
    this.#rates = new WatchedRates(source.data);
    this.#source = { ...source, data: this.#rates.data };
    this.#registry = { providers: source.state.providers.table, origins: source.origins };
  }

  /** Whether as much was worked out as one call may. */
  get areEnough(): boolean {
    return this.#workedOut >= RESULTS_WORKED_OUT_MAX;
  }

  /** The period that ends the day before another begins; null when nothing before it is asked about. */
  before({ start }: UnchangedPeriod): UnchangedPeriod | null {
    return start === null || start === this.#request.from ? null : this.endingOn(dayBefore(start));
  }

  endingOn(last: Day): UnchangedPeriod {
    const { from, to, today } = this.#request;
    const results = this.#answers(last);
    const change = this.#rates.lastChangeUpTo(last);
    const start = from !== null && (change === null || change < from) ? from : change;
    const date = start ?? (to === null && last === LAST_DAY ? today : last);
    const ofDate = date === last ? results : this.#answers(date);
    const explained = ofDate.map((answered) => ({
      answered,
      explanation: explainResult(answered, this.#registry, null),
    }));
    this.#workedOut += Math.max(1, explained.length);
    return { start, date, explained };
  }

  #answers(day: Day): readonly ProviderResult[] {
    const results = answerAtOnce(this.#lookup, this.#request.on(day), this.#source);
    if (results === null) throw new Error("A history is of one provider, by an exact identifier");
    return results;
  }
}
