import type { Day } from "../calendar/day.ts";
import { recordMerger } from "../runtime/records.ts";
import { day, type ObjectOf } from "../schema/schema.ts";
import { type CommonResult, commonResult, type Told } from "./common-result.ts";
import type { Outcome } from "./outcome.ts";
import { commonResultFields } from "./result-fields.ts";

/**
 * The fields of every outpatient lookup, in the contract's order: those of every lookup, and what outpatient results have besides in
 * all states. A state spreads them at the head of its schema and may name one again with its own words, as it may a common one.
 */
export const outpatientResultFields = {
  ...commonResultFields,
  date_of_service_used: day("The day the rate was priced against."),
} as const;

/** The fields that every outpatient result has: a field of the list that is not filled in here does not compile. */
export type CommonOutpatientResult = ObjectOf<typeof outpatientResultFields>;

/** What an outpatient result says of whom and what was asked about. */
interface ToldOfOutpatient extends Told {
  readonly dateOfService: Day;
}

/** The fields that all outpatient results share, filled in once. `matchesTotal` is null on identifier lookups. */
export function commonOutpatientResult(
  told: ToldOfOutpatient,
  outcome: Outcome,
  matchesTotal: number | null,
): CommonOutpatientResult {
  return merged(commonResult(told, outcome, matchesTotal), { date_of_service_used: told.dateOfService });
}

/** Spreading would make the object grow, which takes fifty times as long as writing it down with all of its fields. */
const merged = recordMerger(Object.keys(outpatientResultFields), (name) => name in commonResultFields) as unknown as (
  common: CommonResult,
  own: Omit<CommonOutpatientResult, keyof CommonResult>,
) => CommonOutpatientResult;
