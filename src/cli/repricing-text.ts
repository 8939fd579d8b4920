import { dollarsForReaders as dollars } from "../core/money/money.ts";
import { countText, grouped, plural } from "../core/text/plural.ts";
import { wrapped } from "../core/text/terminal.ts";
import { releaseName } from "../release/release.ts";
import type { DryRun, ShownLine } from "../reprice/dry-run.ts";
import { assumedText, dataNotesTexts } from "../reprice/pricing/data-notes.ts";
import { notedText } from "../reprice/pricing/noted.ts";
import { type LinesAndAmount, toleranceText } from "../reprice/pricing/payment-comparison.ts";
import { faultLines } from "../reprice/pricing/tally.ts";
import { guessedText, nothingCompared } from "../reprice/reading/columns-text.ts";
import { comparedColumn, comparedWord } from "../reprice/reading/input-columns.ts";
import type { GroupRow } from "../reprice/report/grouping.ts";
import { paidWithTakebacks, underpaidWithTakebacks } from "../reprice/report/lines-with-takebacks.ts";
import { negativePayments, negativePaymentsText } from "../reprice/report/negative-payments.ts";
import { linesOfOtherStates } from "../reprice/report/other-states-words.ts";
import { notOwedByCode, notPricedByCode } from "../reprice/report/remedies.ts";
import { remittanceSentences } from "../reprice/report/remittance.ts";
import {
  notComparedButOwed,
  notPricedLines,
  type RunFacts,
  type Totals,
  takenBackLines,
} from "../reprice/report/report.ts";
import type { NotOwedReason } from "../reprice/report/summary.ts";
import { STANDARD_OUTPUT } from "../reprice/repricing.ts";
import { PAID_AMOUNT, PAID_AS_CREDIT } from "../reprice/values/column-names.ts";
import { OTHER_SETTING } from "../reprice/values/not-owed.ts";

/** Messages shown per reason; further ones are rare. */
const MESSAGES_SHOWN_MAX = 3;

const LABEL_CHARACTERS = "  not compared  ".length;
const BELOW = " ".repeat(LABEL_CHARACTERS);

/** The outcome of repricing a file of claims: the answer first, then where to look. */
export function repricingText(facts: RunFacts): string {
  const { output, release, tally, report } = facts;
  const lines = [
    `${outputName(output.out)}: ${countText(tally.results, "result")} of ${countText(tally.lookups, "lookup")}`,
    labelled("release", `${release.name}, ${releaseName(release)}`),
    ...dataNotesTexts(tally.data).map((text) => labelled("data", text)),
    ...creditsLines(facts),
    ...guessedLines(facts),
    ...remittanceLines(facts),
    ...(output.form.isCompared ? comparedLines(facts) : uncomparedLines(facts)),
    ...notOwedLines(facts),
    labelled("priced", `${countText(tally.priced, "line")}, expected ${dollars(tally.total)}`),
  ];
  if (tally.withSeveralAmounts > 0) {
    const have = plural(tally.withSeveralAmounts, "has several amounts and is", "have several amounts and are");
    lines.push(`${BELOW}${grouped(tally.withSeveralAmounts)} of them ${have} in no total`);
  }
  lines.push(...modifierLines(facts), ...unknownModifierLines(facts), ...limitLines(facts));
  lines.push(labelled("not priced", countText(notPricedLines(tally), "line")), ...reasonLines(facts));
  if (output.faultsFile !== null) {
    lines.push(labelled("faulty", `${countText(tally.faulty, "line")}, see ${output.faultsFile}`));
    lines.push(...(linesOfOtherStates(facts) ?? []).map(({ inWords }) => wrapped(BELOW, inWords)));
    if (tally.doubtful > 0) {
      const what = plural(tally.doubtful, "line is", "lines are");
      lines.push(
        wrapped(
          BELOW,
          `${grouped(tally.doubtful)} more ${what} there whose units, amounts or denial codes cannot be read, ${grouped(faultLines(tally))} in all`,
        ),
      );
    }
  }
  for (const [place, [what, times]] of tally.noted.entries()) {
    lines.push(wrapped(lead(place === 0 ? "noted" : ""), notedText(what, times)));
  }
  for (const [place, each] of tally.data.assumed.entries()) {
    lines.push(wrapped(lead(place === 0 ? "assumed" : ""), `${countText(each.lines, "line")}: ${assumedText(each)}`));
  }
  for (const totals of report.totals) lines.push("", ...totalsText(totals, output.form.isCompared));
  return [...lines, ...largestLines(facts)].join("\n");
}

/** All else that is said of what was paid rests on the signs. */
function creditsLines(facts: RunFacts): readonly string[] {
  const found = negativePayments(facts);
  if (found === null) return [];
  const { columnIs } = facts.advice;
  const remedy = `say ${columnIs(found.column, found.areCredits ? PAID_AMOUNT : PAID_AS_CREDIT)}.`;
  return [wrapped(lead("check"), negativePaymentsText(found, remedy))];
}

function guessedLines({ output: { names, columns }, advice }: RunFacts): readonly string[] {
  const said = guessedText(names, columns, advice);
  return said === null ? [] : [labelled("guessed", said)];
}

/** Whether the payment of a remittance adds up comes before what its lines come to. */
function remittanceLines({ tally, output: { remittance } }: RunFacts): readonly string[] {
  if (remittance === null) return [];
  const [first = "", ...others] = remittanceSentences(remittance, tally);
  return [labelled("remittance", first), ...others.map((text) => wrapped(BELOW, text))];
}

/** Lines that were not owed stand apart: they are neither underpaid nor a matter of rates. */
function notOwedLines({ tally, output: { form } }: RunFacts): readonly string[] {
  const [elsewhere] = tally.notOwed.filter(({ code }) => code === OTHER_SETTING);
  const reasons = notOwedByCode(tally.notOwed).filter(({ code }) => code !== OTHER_SETTING);
  const [lines, priced] = [reasons.reduce((all, each) => all + each.lines, 0), pricedIn(reasons)];
  const ofOtherSetting =
    elsewhere === undefined
      ? []
      : [
          labelled(
            "other setting",
            `${countText(elsewhere.lines, "line")}, paid ${dollars(elsewhere.paid)}, part of not priced`,
          ),
        ];
  if (lines === 0) return ofOtherSetting;
  return [
    labelled("not owed", `${countText(priced, "line")}, not compared and in no total${withoutPrice(lines - priced)}`),
    ...reasons.map((each) =>
      wrapped(
        BELOW,
        `${grouped(each.lines)} ${each.words}: ${form.isCompared ? `paid ${dollars(each.paid)}, ` : ""}${dollars(each.expected)} at the rate`,
      ),
    ),
    ...ofOtherSetting,
  ];
}

function pricedIn(reasons: readonly NotOwedReason[]): number {
  return reasons.reduce((all, each) => all + each.priced, 0);
}

/** Lines that are not owed and have no price are counted once, as not priced. */
function withoutPrice(lines: number): string {
  return lines === 0 ? "" : `; ${grouped(lines)} more ${plural(lines, "is", "are")} part of not priced`;
}

function uncomparedLines({ output: { names, columns } }: RunFacts): readonly string[] {
  const said = nothingCompared(names, columns);
  return said === null ? [] : [labelled("compared", said)];
}

/** The rate of these lines is for the service without the modifier: it is not part of the expected total. */
function modifierLines({ tally: { modifierNotPriced } }: RunFacts): readonly string[] {
  const { lines, amount } = modifierNotPriced;
  if (lines === 0) return [];
  const have = plural(lines, "has a modifier", "have a modifier");
  return [
    wrapped(
      BELOW,
      `${grouped(lines)} of them ${have} that changes what is paid and that the rate is without (${dollars(amount)} at the rate): not compared, and in no total`,
    ),
  ];
}

/** These lines are compared, though their modifier may change the payment. */
function unknownModifierLines({ tally, output: { form } }: RunFacts): readonly string[] {
  const { lines, amount } = tally.modifierNotKnown;
  if (lines === 0) return [];
  const have = plural(lines, "has a modifier", "have modifiers");
  const { lines: missing, amount: missed } = tally.underpaidModifierNotKnown;
  const underpaid = form.isCompared ? `, underpaid ${countText(missing, "line")}, ${dollars(missed)}` : "";
  return [
    wrapped(
      BELOW,
      `${grouped(lines)} of them ${have} of no list and without a published rate, priced without: expected ${dollars(amount)}${underpaid}`,
    ),
  ];
}

function limitLines({ tally: { billedBelowRate }, output }: RunFacts): readonly string[] {
  const { billed } = output.columns;
  if (billed === null) return [];
  const { lines, amount } = billedBelowRate;
  return [
    labelled(
      "charge limit",
      `${countText(lines, "line")} billed below the rate (${billed.name}), ${dollars(amount)} less expected`,
    ),
  ];
}

function comparedLines(facts: RunFacts): readonly string[] {
  const { tally, tolerance, output } = facts;
  const { columns } = output;
  const word = comparedWord(columns);
  const { underpaid, overpaid, asExpected } = tally.verdicts;
  const within = tolerance.figure === "0" ? "to the cent" : `within ${toleranceText(tolerance)}`;
  const paid = `${word} ${dollars(tally.totalPaid)}, expected minus ${word} ${dollars(tally.totalDifference)}`;
  return [
    labelled("underpaid", `${countText(underpaid.lines, "line")}, ${dollars(underpaid.amount)}`),
    ...paidNothingLines(tally.paidNothing, word),
    ...withTakebacksLines(facts),
    labelled("overpaid", `${countText(overpaid.lines, "line")}, ${dollars(overpaid.amount)}`),
    labelled("as expected", `${countText(asExpected.lines, "line")}, ${within}`),
    labelled("compared", `${countText(tally.compared, "line")} with ${comparedColumn(columns)?.name}, ${paid}`),
    ...alternativeLines(tally),
    labelled("not compared", `${countText(notComparedButOwed(tally), "line")} with a price`),
    ...takenBackText(tally),
    ...paidWithTakebacksLines(facts),
  ];
}

/** Lines that were paid at another published rate above the default one are no variance. */
function alternativeLines(tally: RunFacts["tally"]): readonly string[] {
  const { lines, amount } = tally.paidAtAlternative;
  if (lines === 0) return [];
  const text = `${countText(lines, "line")} at another published rate, ${dollars(amount)} above the default rate`;
  return [labelled("other rate", text)];
}

/** Takebacks are no outcome of their own: they are part of the lines that are not compared or not priced. */
function takenBackText(tally: RunFacts["tally"]): readonly string[] {
  const { lines, amount } = tally.takenBack;
  if (lines === 0) return [];
  const { priced, notPriced } = takenBackLines(tally);
  const ofWhich = [priced > 0 && `${grouped(priced)} of these`, notPriced > 0 && `${grouped(notPriced)} not priced`];
  const takes = plural(lines, "line takes", "lines take");
  return [
    wrapped(
      BELOW,
      `${grouped(lines)} ${takes} money back (${dollars(amount)}): ${ofWhich.filter((part) => part !== false).join(", ")}`,
    ),
  ];
}

/** Lines that may have been reversed and paid again; nothing where the file has no such line, and all takebacks are known. */
function withTakebacksLines(facts: RunFacts): readonly string[] {
  const found = underpaidWithTakebacks(facts);
  if (found === null || (found.lines === 0 && found.isComplete)) return [];
  return [wrapped(BELOW, found.inWords)];
}

/** Lines whose payment may be gone; nothing where there are none. */
function paidWithTakebacksLines(facts: RunFacts): readonly string[] {
  const found = paidWithTakebacks(facts);
  return found === null || found.lines === 0 ? [] : [wrapped(BELOW, found.inWords)];
}

/** A denial is not a wrong rate: dollars that were never paid are shown separately. */
function paidNothingLines({ lines, amount }: LinesAndAmount, word: string): readonly string[] {
  if (lines === 0) return [];
  const were = plural(lines, "line was", "lines were");
  return [wrapped(BELOW, `of the underpaid, ${grouped(lines)} ${were} ${word} nothing (${dollars(amount)})`)];
}

/** Why lines have no price, what that means, what to do, and examples of messages. */
function reasonLines({ tally }: RunFacts): readonly string[] {
  return notPricedByCode(tally.notPriced).flatMap(({ code, meaning, remedy, lookups, messages }) => [
    wrapped(BELOW, `${grouped(lookups)} ${code}: ${meaning}`),
    wrapped(`${BELOW}  `, `To do: ${remedy}`),
    ...messages
      .slice(0, MESSAGES_SHOWN_MAX)
      .map(({ message, lookups: times }) => wrapped(`${BELOW}  `, `${grouped(times)}: ${message}`)),
    ...(messages.length > MESSAGES_SHOWN_MAX
      ? [`${BELOW}  and ${messages.length - MESSAGES_SHOWN_MAX} more messages`]
      : []),
  ]);
}

/** Differences that a terminal shows; `--json` has all that were kept. */
const DIFFERENCES_SHOWN_MAX = 50;

function largestLines({ tally, output }: RunFacts): readonly string[] {
  const largest = tally.largest.slice(0, DIFFERENCES_SHOWN_MAX);
  if (largest.length === 0) return [];
  const word = comparedWord(output.columns);
  return [
    "",
    `The largest differences (${largest.length}), with their formulas`,
    ...largest.flatMap(({ line, code, provider, expected, paid, difference, formula }) => [
      wrapped(
        "  ",
        `line ${line}: ${[code, provider].filter((each) => each !== null).join(", ")}: expected ${dollars(expected)}, ${word} ${dollars(paid)}, difference ${dollars(difference)}`,
      ),
      ...(formula === null ? [] : [wrapped("      ", formula)]),
    ]),
  ];
}

function outputName(out: string): string {
  return out === STANDARD_OUTPUT ? "standard output" : out;
}

function lead(label: string): string {
  return `  ${label}`.padEnd(LABEL_CHARACTERS);
}

function labelled(label: string, text: string): string {
  return wrapped(lead(label), text);
}

/** Groups that a terminal shows; the workbook has all. */
const GROUPS_SHOWN_MAX = 10;
/** The rest of a line of 100 columns beside the figures. */
const NAME_CHARACTERS_MAX = 34;

/** The totals of a grouping as a table, the largest shortfall first. */
function totalsText({ by, rows }: Totals, isCompared: boolean): readonly string[] {
  const shown = rows.slice(0, GROUPS_SHOWN_MAX);
  const table = [
    [by, "lines", "expected", ...(isCompared ? ["underpaid", "overpaid"] : [])],
    ...shown.map((row) => [
      groupName(row),
      grouped(row.lines),
      dollars(row.expected.text),
      ...(isCompared ? [dollars(row.underpaid.text), dollars(row.overpaid.text)] : []),
    ]),
  ];
  const widths = (table[0] as readonly string[]).map((_, place) =>
    Math.max(...table.map((cells) => cells[place]?.length ?? 0)),
  );
  const lines = table.map((cells) =>
    `  ${cells.map((text, place) => (place === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[place] ?? 0))).join("  ")}`.trimEnd(),
  );
  const left = rows.length - shown.length;
  return [`By ${by}`, ...lines, ...(left > 0 ? [`  and ${grouped(left)} more`] : [])];
}

/** Control characters become spaces: a name of the input must not control the terminal. */
function groupName({ key, label }: GroupRow): string {
  const name = (label === "" ? key : `${key} ${label}`).replace(/\p{Control}/gu, " ");
  return name.length <= NAME_CHARACTERS_MAX ? name : `${name.slice(0, NAME_CHARACTERS_MAX - 1)}\u2026`;
}

/** How a file would be read, as a table of its first lines. */
export function dryRunText({ columns, lines }: DryRun): string {
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  const table = [["line", ...names], ...lines.map((line) => [String(line.line), ...cellsOf(line, names)])];
  const widths = ["line", ...names].map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const shown = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const faults = lines.flatMap(({ line, faults: found }) => found.map((fault) => `  line ${line}: ${fault}`));
  return [columns, "", ...shown, ...(faults.length > 0 ? ["", "Faults:", ...faults] : [])].join("\n");
}

function cellsOf({ values }: ShownLine, names: readonly string[]): string[] {
  return names.map((name) => values[name] ?? "");
}
