import { withDays } from "../../core/calendar/day.ts";
import { faultWords, groupedDollars, plainWords, withValueWords } from "../../core/text/labels.ts";
import { messageWords } from "../../core/text/message-words.ts";
import type { LineOutcome } from "../pricing/line-outcome.ts";
import { formulaOfRow } from "../pricing/payment-comparison.ts";
import { hasRemark, otherRatesIn, TAKEBACK_TO_CHECK } from "../pricing/remarks.ts";
import { comparedWord } from "../reading/input-columns.ts";
import type { ColumnReader } from "../writing/output-columns.ts";
import { reasonOfLine, remediesOfLacks } from "./remedies.ts";
import type { RunFacts } from "./report.ts";
import type { LineColumn } from "./table-sheet.ts";

type Cells = readonly string[];

/** Texts that are read in full. They are wrapped, since a wide column makes all others small in print. */
const WRAPPED_WIDTH = 44;

/** Why the line is in its sheet, how its amount is calculated, and what to note. */
export function reasonColumns(
  outcome: LineOutcome,
  textOf: ColumnReader,
  named: (name: string) => string,
  { tally, lookup, state, output: { columns } }: RunFacts,
): readonly LineColumn[] {
  const ofState = (text: string) => withValueWords(text, state.valueWords);
  const inWords = (text: string) => withDays(plainWords(ofState(text), lookup.acronyms));
  const notes: LineColumn = {
    heading: named("Notes"),
    style: "text",
    of: (cells) => withDays(faultWords(ofState(textOf(cells, "remarks")), lookup.acronyms)),
  };
  const wrapped = { style: "wrapped", width: WRAPPED_WIDTH } as const;
  const lacks = remediesOfLacks(tally.notPriced);
  const reasonOf = (cells: Cells) => reasonOfLine(textOf(cells, "reason"), textOf(cells, "error_message"), lacks);
  const otherRates = (cells: Cells) =>
    groupedDollars(otherRatesIn(textOf(cells, "remarks"), textOf(cells, "remark_codes")));
  const word = comparedWord(columns);
  const compared: LineColumn = {
    ...wrapped,
    heading: named("Reason"),
    of: (cells) =>
      [varianceText(cells, textOf, word), takebackWords(textOf(cells, "remark_codes")), otherRates(cells)]
        .filter((text) => text !== "")
        .join(" "),
  };
  const hasReason = outcome === "not_priced" || outcome === "not_compared" || outcome === "priced";
  const reasons: readonly LineColumn[] = [
    {
      ...wrapped,
      heading: named("Reason"),
      of: (cells) =>
        [
          otherRates(cells) || withDays(messageWords(ofState(reasonOf(cells).why), "column", lookup.acronyms)),
          takebackWords(textOf(cells, "remark_codes")),
        ]
          .filter((text) => text !== "")
          .join(" "),
    },
    { ...wrapped, heading: named("What to do"), of: (cells) => inWords(reasonOf(cells).remedy) },
  ];
  const formula: LineColumn = {
    ...wrapped,
    heading: named("Formula"),
    of: (cells) => inWords(formulaOfRow((name) => textOf(cells, name))),
  };
  const printed = [...(hasReason ? reasons : [compared]), ...(outcome === "not_priced" ? [] : [formula])];
  return [...printed.map((column, place) => ({ ...column, endsPrint: place === printed.length - 1 })), notes];
}

/** Why a compared line is in its sheet, as far as its amounts and its remarks say. */
function varianceText(cells: Cells, textOf: ColumnReader, word: string): string {
  const [expected, difference] = [textOf(cells, "expected_amount"), textOf(cells, "difference")];
  const isLimited = hasRemark(textOf(cells, "remark_codes"), "billed_below_rate");
  const than = isLimited ? "what was billed, which is below the rate" : "the rate";
  const said = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  if (textOf(cells, "outcome") === "as_expected") {
    return difference === "0.00" ? `${said} at ${than}.` : `${said} within the tolerance of ${than}.`;
  }
  if (difference.startsWith("-")) return `${said} more than ${than}.`;
  if (hasRemark(textOf(cells, "remark_codes"), "put_on_patient")) {
    return `Nothing was ${word}: the payer put the amount on the patient.`;
  }
  if (difference === expected) return `Nothing was ${word}: denied or zero-paid.`;
  return `${said} less than ${than}.`;
}

/** Readers of a printed sheet must not miss it: the notes are not printed. */
function takebackWords(codes: string): string {
  return hasRemark(codes, "takeback_in_file") ? TAKEBACK_TO_CHECK : "";
}
