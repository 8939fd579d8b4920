import {
  array,
  choice,
  integer,
  named,
  nullable,
  nullableString,
  object,
  optional,
  record,
  type Schema,
  string,
  type ValueOf,
} from "../../core/schema/schema.ts";
import type { Result } from "../../pricing/result.ts";
import { medicareRatioSchema } from "../benchmark/schema.ts";
import { COMPARED_MAX } from "./limits.ts";

const statistics = named(
  "Statistics",
  object("How the prices of one kind are spread", {
    payment_rate_type: string("Prices of different kinds have no median in common."),
    priced: integer("How many prices there are."),
    minimum: string("The lowest."),
    lower_quartile: string("In proportion between neighbours, rounded half-up to cents."),
    median: string("The middle, by the same rule."),
    upper_quartile: string("By the same rule."),
    maximum: string("The highest."),
  }),
);

const standing = named(
  "Standing",
  object("Where a price stands among those of its kind", {
    rank: integer("1 is the lowest; equal prices share a rank."),
    of: integer("How many prices there are."),
    percentile: nullableString("Percent of the other prices that are lower, with one decimal; null without others."),
    difference_from_median: string("The price less the median."),
  }),
);

export function comparisonSchema<Of>(result: Schema<Of>, title: string) {
  return object(title, {
    compared: choice(["providers", "codes"], "What differs between the members."),
    total_results: integer(
      `Records of providers that match, of which the first ${COMPARED_MAX} are compared; or the codes sent.`,
    ),
    statistics: array(statistics, "One for each payment_rate_type with a price."),
    members: array(
      object("Member of a comparison", {
        billing_code: nullableString("The code, as sent."),
        identifiers: record(nullableString("Null where there is none."), "The provider's identifiers, by parameter."),
        results: array(result, "What the lookup of that code by these identifiers answers."),
        standings: array(nullable(standing, "Null where there is no price."), "One for each result."),
        medicare: optional(array(medicareRatioSchema, "With `medicare=true`: one for each result.")),
      }),
      "Providers in the order of the search, or codes in the order sent.",
    ),
  });
}

export type Comparison<Of = Result> = ValueOf<ReturnType<typeof comparisonSchema<Of>>>;
export type Member<Of = Result> = Comparison<Of>["members"][number];
export type Statistics = ValueOf<typeof statistics>;
export type Standing = ValueOf<typeof standing>;
