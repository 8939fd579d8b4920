import type { Member, RateComparison } from "../../comparing/rate-comparison.ts";
import type { Standing, Statistics } from "../../comparing/standings.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Result } from "../../pricing/result.ts";
import { fieldColumns } from "./results.ts";
import { type CsvColumn, csvColumn, csvInSlices } from "./table.ts";

interface MemberResult {
  readonly member: Member;
  /** Of the member, from 1. */
  readonly number: number;
  /** Null of a member without results. */
  readonly result: Result | null;
  readonly standing: Standing | null;
  /** Of the prices that this one is compared with. */
  readonly statistics: Statistics | null;
}

const STANDING: Readonly<Record<keyof Standing, string>> = {
  rank: "rank",
  of: "rank_of",
  percentile: "percentile",
  difference_from_median: "difference_from_median",
};

/** `payment_rate_type` is a field of the result already. */
const STATISTICS: Readonly<Record<Exclude<keyof Statistics, "payment_rate_type">, string>> = {
  priced: "priced",
  minimum: "minimum",
  lower_quartile: "lower_quartile",
  median: "median",
  upper_quartile: "upper_quartile",
  maximum: "maximum",
};

/** A comparison: one row for each result of each member, with where it stands and how the prices of its kind are spread. */
export function comparisonCsv(comparison: RateComparison, { resultSchema }: RateLookup): Promise<string> {
  const { kind, total, members } = comparison;
  const identifiers = Object.keys(members[0]?.identifiers ?? {});
  const columns: readonly CsvColumn<MemberResult>[] = [
    csvColumn("member_number", ({ number }) => number),
    // The result says what was found; the member what was asked for.
    csvColumn("member_billing_code", ({ member }) => member.billingCode),
    ...identifiers.map((name) => csvColumn<MemberResult>(`member_${name}`, ({ member }) => member.identifiers[name])),
    ...fieldColumns<MemberResult>(resultSchema, ({ result }) => result),
    ...named(STANDING, ({ standing }) => standing),
    ...named(STATISTICS, ({ statistics }) => statistics),
    csvColumn("compared", () => kind),
    csvColumn("total_results", () => total),
  ];
  return csvInSlices(columns, rowsOf(comparison));
}

function named<Key extends string>(
  headings: Readonly<Record<Key, string>>,
  objectOf: (row: MemberResult) => Readonly<Record<Key, unknown>> | null,
): readonly CsvColumn<MemberResult>[] {
  return (Object.keys(headings) as Key[]).map((key) => csvColumn(headings[key], (row) => objectOf(row)?.[key]));
}

function rowsOf({ members, statistics }: RateComparison): readonly MemberResult[] {
  return members.flatMap((member, place): readonly MemberResult[] => {
    const number = place + 1;
    if (member.results.length === 0) return [{ member, number, result: null, standing: null, statistics: null }];
    return member.results.map(({ result }, index) => {
      const standing = member.standings[index] ?? null;
      const ofKind = statistics.find(({ payment_rate_type }) => payment_rate_type === result.payment_rate_type);
      return { member, number, result, standing, statistics: standing === null ? null : (ofKind ?? null) };
    });
  });
}
