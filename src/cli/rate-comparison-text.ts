import type { Member, RateComparison } from "../comparing/rate-comparison.ts";
import type { Standing, Statistics } from "../comparing/standings.ts";
import type { Result } from "../pricing/result.ts";
import { print, printTable, tell } from "./output.ts";

/** Prints a comparison as two tables: the members with where they stand, and how their prices are spread. */
export function tellComparison({ kind, total, members, statistics }: RateComparison): void {
  if (members.length > 0) {
    printTable(
      ["CODE", "PROVIDER", "NPI", "PRICE", "TYPE", "RANK", "PERCENTILE", "FROM MEDIAN"],
      members.flatMap(memberRows),
    );
  }
  if (statistics.length > 0) {
    print("");
    printTable(
      ["TYPE", "PRICED", "MINIMUM", "LOWER QUARTILE", "MEDIAN", "UPPER QUARTILE", "MAXIMUM"],
      statistics.map(statisticsRow),
    );
  }
  tell(kind === "codes" ? `${total} codes compared.` : `${total} records found, ${members.length} providers compared.`);
}

function memberRows({ billingCode, identifiers, results, standings }: Member): readonly (readonly string[])[] {
  if (results.length === 0) return [[billingCode ?? "", "", identifiers.npi ?? "", "not priced by this record"]];
  return results.map(({ result }, place) => [
    shown(result.billing_code ?? billingCode),
    shown(result.provider_name),
    shown(result.npi),
    priceText(result),
    shown(result.payment_rate_type),
    ...standingCells(standings[place] ?? null),
  ]);
}

function priceText({ payment_rate, rate_found, payment_rate_type }: Result): string {
  if (typeof payment_rate === "string") return `$${payment_rate}`;
  if (payment_rate_type === "manually_priced") return "manually priced";
  return rate_found ? "no dollar amount" : "no rate";
}

function standingCells(standing: Standing | null): readonly string[] {
  if (standing === null) return [];
  const { rank, of, percentile, difference_from_median: difference } = standing;
  return [`${rank} of ${of}`, percentile ?? "", difference.startsWith("-") ? difference : `+${difference}`];
}

function statisticsRow(each: Statistics): readonly string[] {
  const amounts = [each.minimum, each.lower_quartile, each.median, each.upper_quartile, each.maximum];
  return [each.payment_rate_type, String(each.priced), ...amounts.map((amount) => `$${amount}`)];
}

/** A name of the dataset must not steer the terminal. */
function shown(value: unknown): string {
  return value === null || value === undefined ? "" : String(value).replaceAll(/\p{Control}+/gu, " ");
}
