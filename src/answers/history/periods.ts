import { type Day, dayAfter, dayBefore, LAST_DAY } from "../../core/calendar/day.ts";
import type { Dated, Period } from "../../core/calendar/period.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateData } from "../../dataset/table.ts";
import { answerAtOnce, type LookupSource } from "../../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { day, defaulting, wholeNumber } from "../../pricing/request/kinds.ts";
import type { Parameter, Parameters } from "../../pricing/request/parameter.ts";
import { type RequestFault, requestReader } from "../../pricing/request/read.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { State } from "../../pricing/state/state.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { Answered, ReadParameters } from "../answer.ts";
import { aboutStays, type BesideMedicare, medicareParameter } from "../benchmark/beside.ts";
import { explainResult, type Registry } from "../explanation/explain-result.ts";
import { namingOneProvider, ofOneProvider } from "../parameters.ts";
import { changesBetween, type ExplainedResult, fieldsOfTheDay } from "./result-changes.ts";
import type { History, HistoryPeriod, ResultChange } from "./schema.ts";

/**
 * Results that one call computes, over all days: a hundred periods of a provider with twenty rows. A page ends early
 * for a provider with more rows, or when rates change without changing a price.
 */
const RESULTS_WORKED_OUT_MAX = 2000;

/** Pricing and explaining a result takes some hundred microseconds. */
const DAYS_PER_CLOCK_READING = 1;

/** Days without a change in any row, and the results of the lookup on them. */
interface UnchangedPeriod {
  readonly start: Day | null;
  readonly date: Day;
  readonly explained: readonly ExplainedResult[];
}

/** The prices of a lookup in every published period, from the last day back. */
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
 * Whether the prices of two days have the same periods. Rates that were published again without a change have another
 * period: the history shows each period as the lookup returns it.
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

  /** Whether the limit of one call is reached. */
  get areEnough(): boolean {
    return this.#workedOut >= RESULTS_WORKED_OUT_MAX;
  }

  /** The period that ends the day before another begins; null if that is before the requested days. */
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

/** Two decades of yearly rates with some to spare; more are read page by page. */
const PERIODS_MAX = 100;

/** What an analyst looks at first. It is also what a call without `limit` costs. */
const PERIODS_WHEN_ABSENT = 20;

/** The request of a history: a lookup without its day, and which days. */
export interface HistoryRequest extends BesideMedicare {
  readonly on: (day: Day) => LookupRequest;
  /** Null: from the first day, and to the last. */
  readonly from: Day | null;
  readonly to: Day | null;
  readonly limit: number;
  /** Priced if nothing ever changes. */
  readonly today: Day;
}

/** An optional day. */
function dayIfAny(description: string): Parameter<Day | null> {
  return { ...(day({ description }) as Parameter<Day | null>), absent: () => null };
}

const OWN_PARAMETERS = {
  from: dayIfAny("The first day of the history; without it, it goes back to the beginning."),
  to: dayIfAny("The last day of the history, or `next_to` of the page before; without it, it has no end."),
  limit: defaulting(
    wholeNumber(
      { min: 1, max: PERIODS_MAX },
      { description: "At most this many periods. The call counts as so many lookups." },
    ),
    PERIODS_WHEN_ABSENT,
  ),
};

interface OwnRequest {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly limit: number;
  readonly medicare?: boolean;
}

/** The parameters of a history: those of the lookup for one provider, by identifier, without the day. */
export function historyParameters(state: State, lookup: RateLookup): ReadParameters<HistoryRequest> {
  const ofLookup = Object.entries(lookup.parameters).filter(([key]) => snakeCase(key) !== lookup.dayParameter);
  const parameters: Parameters = {
    ...ofOneProvider(state, Object.fromEntries(ofLookup)),
    ...OWN_PARAMETERS,
    ...medicareParameter(lookup),
  };
  const reader = requestReader(parameters);
  return {
    parameters,
    read: (fields, defaults) => {
      const read = reader.fromQuery(fields, defaults);
      if (!read.ok) return { ok: false, faults: read.faults.map((fault) => inHistory(fault, state, lookup)) };
      const { from, to, limit, medicare, ...ofLookup } = read.request as unknown as OwnRequest & LookupRequest;
      if (from !== null && to !== null && from > to) return { ok: false, faults: [reversed(from, to)] };
      const on = (day: Day) => lookup.on(ofLookup, day);
      return { ok: true, request: { on, from, to, limit, today: defaults.today, isBesideMedicare: medicare === true } };
    },
  };
}

/** Explains an error of a request that has the parameters of a lookup. */
function inHistory(fault: RequestFault, state: State, lookup: RateLookup): RequestFault {
  const { dayParameter } = lookup;
  if (fault.code === "unknown_parameter" && fault.field === dayParameter) {
    const message = `${dayParameter} is not a parameter of a history, which has the prices of every day; send from and to for those of some days.`;
    return { ...fault, message };
  }
  return namingOneProvider(aboutStays(fault, lookup), state, "A history is of one provider");
}

function reversed(from: Day, to: Day): RequestFault {
  const message = `from "${from}" is not valid: expected a day that is not after to, ${to}.`;
  return { field: "from", code: "invalid_parameter", message };
}

/**
 * Rates of a release, with the days on which the rows that were read change: the first day of a period and the day
 * after its last. A calculation depends on its day only by which rows are effective, so it gives the same result
 * between two changes.
 */
export class WatchedRates {
  readonly data: RateData;
  readonly #changes = new Set<Day>();

  constructor(data: RateData) {
    this.data = {
      rows: (table, key) => {
        const rows = data.rows(table, key);
        if (table.dated) for (const row of rows) this.#note((row as unknown as Dated).period);
        return rows;
      },
      hasRows: (table, cell) => data.hasRows(table, cell),
      editions: (table) => {
        const editions = data.editions(table);
        for (const { period } of editions) this.#note(period);
        return editions;
      },
    };
  }

  #note({ start, end }: Period): void {
    this.#changes.add(start);
    if (end !== null && end < LAST_DAY) this.#changes.add(dayAfter(end));
  }

  /** The last change on or before this day; null without one. */
  lastChangeUpTo(day: Day): Day | null {
    let last: Day | null = null;
    for (const change of this.#changes) if (change <= day && (last === null || change > last)) last = change;
    return last;
  }
}
