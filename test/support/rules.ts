import type { Day } from "../../src/core/calendar/day.ts";
import type { Period } from "../../src/core/calendar/period.ts";
import { asMoney } from "../../src/core/money/arithmetic.ts";
import { factor } from "../../src/core/money/factor.ts";
import type { Money } from "../../src/core/money/money.ts";
import type { Parameters, RequestOf } from "../../src/pricing/request/parameter.ts";
import { requestReader } from "../../src/pricing/request/read.ts";

/* What tests of single rules need in every state. */

export type Query = Record<string, string>;

export function period(start: string, end: string | null = null): Period {
  return { start: start as Day, end: end as Day | null };
}

export function money(text: string): Money {
  return asMoney(factor(text));
}

/** Requests that are the ordinary one, except for what a test is about. */
export function requestsLike<Spec extends Parameters>(
  parameters: Spec,
  ordinary: Query,
  today: Day,
): (query?: Query) => RequestOf<Spec> {
  const reader = requestReader(parameters);
  return (query = {}) => {
    const read = reader.fromQuery({ ...ordinary, ...query }, { today });
    if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(" "));
    return read.request;
  };
}
