import { COMPARED_MAX } from "../../../src/answers/compare/limits.ts";
import { differenceText, moneyText, unbrokenText } from "../words/amount.ts";
import { countText } from "../words/name.ts";
import type { Price } from "./rate-comparison.ts";

/** "$3,514.16 is rank 22 of 29, the lowest being 1: 75.0% of the others are lower. +$336.97 from the median." */
export function standingText({ amount, standing, name }: Price): string {
  if (amount === null || standing === null) return "";
  const { rank, of, percentile, difference_from_median: difference } = standing;
  const others = percentile === null ? "" : `: ${percentile}% of the others are lower`;
  const which = name === "" ? "" : `${name}: `;
  const from = /^[-0.]*$/.test(difference)
    ? "It is the median."
    : `${unbrokenText(differenceText(difference))} from the median.`;
  return `${which}${moneyText(amount)} is rank ${rank} of ${of}, the lowest being 1${others}. ${from}`;
}

/** "32 providers, 3 of them without a rate", "the first 50 of 1,204 records" */
export function extentText(total: number, members: number, withoutRate: number): string {
  // The API compares the first 50 records of a search; those of one provider are one member.
  const compared =
    total > COMPARED_MAX
      ? `The first ${COMPARED_MAX} of ${countText(total, "record")} are compared, in the order of the search; narrow the group to compare all of it.`
      : `${countText(members, "provider")} compared.`;
  return withoutRate === 0 ? compared : `${compared} ${countText(withoutRate, "result")} without a rate.`;
}
