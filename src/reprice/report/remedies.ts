import { labelOf } from "../../core/text/labels.ts";
import { plural } from "../../core/text/plural.ts";
import { NO_RATE_CODES } from "../../pricing/no-rate.ts";
import type { NotOwedTotal } from "../pricing/not-owed-totals.ts";
import {
  type ListedLine,
  NOT_COMPARED,
  type NoAmountCode,
  type NotComparedCode,
  type ReasonCount,
} from "../pricing/reason.ts";
import { NOT_OWED_CODES, type NotOwedCode, WHY_NOT_OWED } from "../values/not-owed.ts";
import type { ExampleLine, NotCompared, NotOwedReason, NotPriced } from "./summary.ts";

/** What an analyst can do about lines without a rate, by reason. */
const REMEDIES: Readonly<Record<NoAmountCode, string>> = {
  unreadable_units: "Correct the units in the file of rejected lines and run that file by itself.",
  ...ofNotOwed("remedy"),
  no_such_provider:
    "Check the NPI, the Medicaid provider ID and the state. Otherwise load a provider list that has the provider.",
  none_can_be_priced: "Add the NPI or the Medicaid provider ID of the provider.",
  code_not_listed: "Check the code. It may be paid under the other setting, or under another schedule.",
  not_in_force: "Check the date of service, or load the rates that were effective on that day.",
  not_for_provider_type: "Check the type of the provider, and whether it may bill the code.",
  not_for_request: "Check modifier, procedure type, service type, place of service and rate code of the line.",
  no_provider_rate: "Load the provider's own rates, or ask the state for its rate letter.",
  by_report: "Nothing is published: compare with the state's decision on the claim.",
  missing_information:
    "Add what the formula lacks, such as charges, minutes or the length of the stay; the explanation of a line names it.",
  not_payable: "Look for another payer, or for a coding error.",
  not_loaded: "Load the publication with these rates.",
};

const MEANINGS: Readonly<Record<NoAmountCode, string>> = {
  ...NO_RATE_CODES,
  unreadable_units: "There is a rate, and the units of the line cannot be read.",
  ...ofNotOwed("meaning"),
};

/** A line that is not owed and cannot be looked up has the reason of what is not owed. */
function ofNotOwed(part: "meaning" | "remedy"): Readonly<Record<NotOwedCode, string>> {
  const parts = NOT_OWED_CODES.map((code) => [code, WHY_NOT_OWED[code][part]] as const);
  return Object.fromEntries(parts) as Record<NotOwedCode, string>;
}

interface WhyAndRemedy {
  readonly why: string;
  readonly remedy: string;
}

/** Parameters that lines of a reason lack, as a sentence: `Add a column "Anesthesia minutes" to the file.` */
function columnsToAdd(parameters: readonly string[]): string | null {
  if (parameters.length === 0) return null;
  const labels = parameters.map((name) => `"${labelOf(name)}"`);
  return `Add ${plural(labels.length, "a column", "columns")} ${labels.join(", ")} to the file.`;
}

/** What to do about lines of each code that all lack the same; a code whose lines differ is not in it. */
export function remediesOfLacks(counts: readonly ReasonCount[]): ReadonlyMap<string, string> {
  const remedies = [...Map.groupBy(counts, ([code]) => code)].map(([code, reasons]) => {
    const [lacks = "", ...others] = new Set(reasons.map(([, , , each]) => each));
    return [code, lacks === "" || others.length > 0 ? null : columnsToAdd(lacks.split("|"))] as const;
  });
  return new Map(remedies.filter((each): each is readonly [NoAmountCode, string] => each[1] !== null));
}

/** The reason of one line by its code, and what to do about it. `message`: that of its result, which says more than the code. */
export function reasonOfLine(code: string, message: string, lacks: ReadonlyMap<string, string>): WhyAndRemedy {
  if (isIn(NOT_COMPARED, code)) return { why: NOT_COMPARED[code].meaning, remedy: NOT_COMPARED[code].remedy };
  if (isIn(MEANINGS, code))
    return { why: message === "" ? MEANINGS[code] : message, remedy: lacks.get(code) ?? REMEDIES[code] };
  return { why: message, remedy: "" };
}

function isIn<Code extends string>(reasons: Readonly<Record<Code, unknown>>, code: string): code is Code {
  return Object.hasOwn(reasons, code);
}

/** The reasons for no comparison with their remedies, the most frequent first. */
export function notComparedByCode(
  counts: readonly ReasonCount<NotComparedCode>[],
  lineJson: (line: ListedLine) => ExampleLine,
): readonly NotCompared[] {
  return counts
    .map(([code, , lines, , examples]) => {
      const { meaning, remedy } = NOT_COMPARED[code];
      return { code, meaning, remedy, lines, examples: examples.map(lineJson) };
    })
    .sort((a, b) => b.lines - a.lines);
}

/** The reasons why lines were not owed, the most frequent first. */
export function notOwedByCode(totals: readonly NotOwedTotal[]): readonly NotOwedReason[] {
  return totals.map(({ code, ...counted }) => {
    const { words, meaning, remedy } = WHY_NOT_OWED[code];
    return { code, words, meaning, remedy, ...counted };
  });
}

/** The reasons for no price with their remedies, the most frequent first. A terminal and a workbook list their lines elsewhere. */
export function notPricedByCode(
  counts: readonly ReasonCount[],
  lineJson: ((line: ListedLine) => ExampleLine) | null = null,
): readonly NotPriced[] {
  return [...Map.groupBy(counts, ([code]) => code)]
    .map(([code, reasons]) => ({
      code,
      meaning: MEANINGS[code],
      remedy: REMEDIES[code],
      lookups: reasons.reduce((sum, [, , lookups]) => sum + lookups, 0),
      messages: reasons
        .map(([, message, lookups, lacks, examples]) => ({
          message,
          lookups,
          add: lacks === "" ? [] : lacks.split("|"),
          examples: lineJson === null ? [] : examples.map(lineJson),
        }))
        .sort((a, b) => b.lookups - a.lookups),
    }))
    .sort((a, b) => b.lookups - a.lookups);
}
