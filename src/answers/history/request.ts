import type { Day } from "../../core/calendar/day.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { day, defaulting, wholeNumber } from "../../pricing/request/kinds.ts";
import type { Parameter, Parameters } from "../../pricing/request/parameter.ts";
import { type RequestFault, requestReader } from "../../pricing/request/read.ts";
import { namingOneProvider, ofOneProvider } from "../../pricing/state/of-one-provider.ts";
import type { State } from "../../pricing/state/state.ts";
import type { ReadParameters } from "../answer.ts";

/** Two decades of yearly rates with some to spare; more are read page by page. */
const PERIODS_MAX = 100;

/** What an analyst looks at first, and what a call costs that says nothing else. */
const PERIODS_WHEN_ABSENT = 20;

/** What a history is asked for: a lookup without its day, and which days. */
export interface HistoryRequest {
  /** The lookup as it is on a day. */
  readonly on: (day: Day) => LookupRequest;
  /** Null: from the first day, and to the last. */
  readonly from: Day | null;
  readonly to: Day | null;
  readonly limit: number;
  /** The day that stands for all days where nothing ever changes. */
  readonly today: Day;
}

/** A day that need not be given. */
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
}

/** The parameters of a history: those of the lookup without the day, and of one provider, by an exact identifier. */
export function historyParameters(state: State, lookup: RateLookup): ReadParameters<HistoryRequest> {
  const asked = Object.entries(lookup.parameters).filter(([key]) => snakeCase(key) !== lookup.dayParameter);
  const parameters: Parameters = {
    ...ofOneProvider(state, Object.fromEntries(asked)),
    ...OWN_PARAMETERS,
  };
  const reader = requestReader(parameters);
  return {
    parameters,
    read: (fields, defaults) => {
      const read = reader.fromQuery(fields, defaults);
      if (!read.ok) return { ok: false, faults: read.faults.map((fault) => inHistory(fault, state, lookup)) };
      const { from, to, limit, ...ofLookup } = read.request as unknown as OwnRequest & LookupRequest;
      if (from !== null && to !== null && from > to) return { ok: false, faults: [reversed(from, to)] };
      return { ok: true, request: { on: (day) => lookup.on(ofLookup, day), from, to, limit, today: defaults.today } };
    },
  };
}

/** What is said of a fault that stems from taking a history for a lookup. */
function inHistory(fault: RequestFault, state: State, { dayParameter }: RateLookup): RequestFault {
  if (fault.code === "unknown_parameter" && fault.field === dayParameter) {
    const message = `${dayParameter} is not a parameter of a history, which has the prices of every day; send from and to for those of some days.`;
    return { ...fault, message };
  }
  return namingOneProvider(fault, state, "A history is of one provider");
}

function reversed(from: Day, to: Day): RequestFault {
  const message = `from "${from}" is not valid: expected a day that is not after to, ${to}.`;
  return { field: "from", code: "invalid_parameter", message };
}
