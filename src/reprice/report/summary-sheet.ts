import { LEFT_OUT, lookupTitle } from "../../answers/explanation/result-words.ts";
import { withDays } from "../../core/calendar/day.ts";
import { DollarSum } from "../../core/money/dollar-sum.ts";
import { dollarsForReaders } from "../../core/money/money.ts";
import { capital, labelOf, plainWords } from "../../core/text/labels.ts";
import { messageWords } from "../../core/text/message-words.ts";
import { countText, grouped, plural } from "../../core/text/plural.ts";
import { cell, type Row } from "../../core/workbook/cell.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import type { LineOutcome } from "../pricing/line-outcome.ts";
import { notedWords } from "../pricing/noted.ts";
import { toleranceText } from "../pricing/payment-comparison.ts";
import { paidCandidates } from "../reading/columns-text.ts";
import {
  comparedColumn,
  comparedWord,
  guessedRoles,
  type InputColumns,
  saysNotOwed,
} from "../reading/input-columns.ts";
import { PAID_AMOUNT, PAID_AS_CREDIT } from "../values/column-names.ts";
import { OTHER_SETTING } from "../values/not-owed.ts";
import { stateName } from "../values/payer-state.ts";
import { paidWithTakebacks, underpaidWithTakebacks } from "./lines-with-takebacks.ts";
import { creditColumn, creditsText, negativePayments, negativePaymentsText } from "./negative-payments.ts";
import { linesOfOtherStates } from "./other-states-words.ts";
import { notOwedByCode, notPricedByCode, remediesOfLacks } from "./remedies.ts";
import { reconciliationRows } from "./remittance-sheets.ts";
import {
  dataNotes,
  madeUpTables,
  noTotals,
  type OutcomeTotals,
  type RunFacts,
  takenBackLines,
  testDataWarning,
} from "./report.ts";
import { SummaryPage } from "./summary-page.ts";

const LABEL_WIDTH = 34;
const COUNT_WIDTH = 13;
const MONEY_WIDTH = 17;
const WORDS_WIDTH = 80;

/** The first page: what was priced with which data, what became of every line, why lines have no price, and how the file was read. */
export function summarySheet(facts: RunFacts): OutputSheet {
  const columns = amountColumns(facts);
  const page = new SummaryPage(columns.length);
  const rows = [
    ...titleRows(facts, page),
    ...dataRows(facts, page),
    ...outcomeRows(facts, columns),
    ...notOwedRows(facts, page),
    ...reconciliationRows(facts, page),
    ...detailRows(facts, page),
    ...reasonRows(facts, page),
    ...notedRows(facts, page),
  ];
  const widths = [LABEL_WIDTH, COUNT_WIDTH, ...columns.map(() => MONEY_WIDTH), WORDS_WIDTH];
  const printedHeader = testDataWarning(facts) ?? undefined;
  return { name: "Summary", rows, headingRow: null, widths, printedHeader };
}

function titleRows(facts: RunFacts, page: SummaryPage): readonly Row[] {
  const { state, lookup, release, day, input, claims = null, report, output, tolerance } = facts;
  const { billed } = output.columns;
  const compared = comparedColumn(output.columns);
  const credit = creditColumn(output.columns);
  const { first = null, last = null } = report.days ?? {};
  return [
    [cell("title", `${lookupTitle({ state, lookup })}: claims against published rates`)],
    ...warningRows(facts, page),
    page.fact("File", input),
    ...(claims === null ? [] : [page.fact("Joined with", claims)]),
    [
      cell("strong", labelOf(lookup.dayParameter)),
      cell("day", first),
      cell("text", last === first ? null : "to"),
      cell("day", last === first ? null : last),
    ],
    page.fact("Rates", `${release.name} ${release.version}`),
    [cell("strong", "Priced on"), cell("day", day)],
    page.fact(
      "Compared with",
      compared === null ? "nothing" : `${compared.name} (${comparedWord(output.columns)} amount)`,
    ),
    ...(credit === null ? [] : [page.fact("Signs", creditsText(credit.name))]),
    page.fact("Tolerance", tolerance.figure === "0" ? "none: to the cent" : toleranceText(tolerance)),
    page.fact("Charge limit", billed === null ? "none" : `expected is at most what was billed (${billed.name})`),
    page.fact("Limits", LEFT_OUT),
    [],
  ];
}

/** Tables that the warning names; the sheet Sources marks all of them. */
const TABLES_NAMED_MAX = 8;

function warningRows(facts: RunFacts, page: SummaryPage): readonly Row[] {
  const warning = testDataWarning(facts);
  if (warning === null) return [];
  const tables = madeUpTables(facts);
  const named = tables.slice(0, TABLES_NAMED_MAX).join(", ");
  const more = tables.length > TABLES_NAMED_MAX ? ` and ${tables.length - TABLES_NAMED_MAX} more` : "";
  const which =
    tables.length === 0
      ? "Tables of other states or settings have made-up figures; those behind these prices have none."
      : `Made-up figures are in ${named}${more}; the sheet Sources marks them.`;
  return [[page.wide("warning", `${warning} ${which} Do not bill, appeal or plan with these amounts.`)]];
}

/** First, since the rest depends on it: claims within an open quotation mark, empty tables, old editions, guessed columns, and that nothing is compared. */
function dataRows(facts: RunFacts, page: SummaryPage): readonly Row[] {
  const { names, columns } = facts.output;
  const said = [
    openQuoteWords(facts),
    creditsWords(facts),
    guessedWords(names, columns),
    nothingComparedWords(names, columns),
  ];
  const [quote, ...others] = said;
  const texts = [quote, ...dataNotes(facts), ...others].filter((text) => text != null);
  return texts.length === 0 ? [] : [...texts.map((text): Row => [page.wide("warning", text)]), []];
}

/** Claims that no row below has. */
function openQuoteWords({ tally }: RunFacts): string | null {
  const [, claims] = tally.noted.find(([what]) => what === "openQuote") ?? [];
  if (claims === undefined) return null;
  return `A quotation mark is not closed: ${grouped(claims)} ${notedWords("openQuote", claims).replace(/: .*$/, "")}. No amount has ${plural(claims, "it", "them")}. The sheet Rejected says where the mark is: close it, and price the file again.`;
}

function creditsWords(facts: RunFacts): string | null {
  const found = negativePayments(facts);
  if (found === null) return null;
  const meaning = plainWords(found.areCredits ? PAID_AMOUNT : PAID_AS_CREDIT);
  return negativePaymentsText(found, `have the file priced again with this column as ${meaning}.`);
}

/** The reader of a workbook has neither the command nor the form: what to check, not how to send it. */
function guessedWords(names: readonly string[], columns: InputColumns): string | null {
  const guesses = [...guessedRoles(names, columns)].map(([name, role]) => `"${name}" as ${plainWords(role)}`);
  if (guesses.length === 0) return null;
  return `Guessed from values and headings: ${guesses.join(", ")}. Check this before you use the amounts.`;
}

function nothingComparedWords(names: readonly string[], columns: InputColumns): string | null {
  if (comparedColumn(columns) !== null) return null;
  const candidates = paidCandidates(names, columns).map((name) => ` "${name}" may have it.`);
  return `Nothing is compared: no column was read as what was paid.${candidates.join("")}`;
}

interface AmountColumn {
  readonly heading: string;
  readonly of: (totals: Readonly<OutcomeTotals>) => DollarSum;
  /** Whether it is an amount of the file. */
  readonly isOfFile?: true;
  /** Whether lines that are not owed have none. */
  readonly isOfOwed?: true;
  /** The outcomes whose lines never have it. */
  readonly absentIn?: readonly LineOutcome[];
}

const VARIANCE = "Variance";

function amountColumns({ output: { columns, form } }: RunFacts): readonly AmountColumn[] {
  const { billed, allowed, paid } = columns;
  const sent: readonly (AmountColumn | null)[] = [
    billed && { heading: "Billed", isOfFile: true, of: (totals) => totals.billed },
    allowed && { heading: "Allowed", isOfFile: true, of: (totals) => totals.allowed },
    paid && { heading: "Paid", isOfFile: true, of: (totals) => totals.paid },
  ];
  const variance: AmountColumn = {
    heading: VARIANCE,
    of: (totals) => totals.difference,
    absentIn: ["not_compared", "not_priced"],
  };
  return [
    ...sent.filter((column) => column !== null),
    { heading: "Expected", of: (totals) => totals.expected, isOfOwed: true, absentIn: ["not_priced"] },
    ...(form.isCompared ? [variance] : []),
  ];
}

/** Every line of the file once, by what became of it. */
function outcomeRows(facts: RunFacts, columns: readonly AmountColumn[]): readonly Row[] {
  const { tally, report, output, tolerance } = facts;
  const { isCompared } = output.form;
  const word = comparedWord(output.columns);
  const owed = (outcome: LineOutcome) => [report.outcomes.get(outcome)?.totals ?? noTotals()];
  const notOwed = (outcome: LineOutcome) => [report.outcomes.get(outcome)?.notOwed ?? noTotals()];
  const atAlternative = (outcome: LineOutcome) => [report.outcomes.get(outcome)?.atAlternative ?? noTotals()];
  const all = (outcome: LineOutcome) => [...owed(outcome), ...notOwed(outcome), ...atAlternative(outcome)];
  const row = (
    what: string,
    outcomes: readonly LineOutcome[],
    words: string,
    total: { more: number; isWithoutVariance?: boolean } | null = null,
    totalsOf: (outcome: LineOutcome) => readonly Readonly<OutcomeTotals>[] = owed,
  ) => {
    const totals = outcomes.flatMap(totalsOf);
    const lines = totals.reduce((sum, each) => sum + each.lines, total?.more ?? 0);
    return [
      cell(total === null ? "strong" : "total", what),
      cell(total === null ? "count" : "totalCount", String(lines)),
      ...columns.map(({ heading, of, isOfOwed, absentIn = [] }) => {
        if (isOfOwed && totalsOf === notOwed) return null;
        if (outcomes.every((each) => absentIn.includes(each))) return null;
        // Expected and paid of all lines do not give the variance of the compared ones.
        if (heading === VARIANCE && total?.isWithoutVariance) return cell("total", "");
        const sum = totals.reduce((whole, each) => whole.addSum(of(each)), new DollarSum());
        return cell(total === null ? "money" : "totalMoney", sum.total.text);
      }),
      cell("wrapped", words),
    ];
  };
  const within = tolerance.figure === "0" ? "To the cent." : `Within ${toleranceText(tolerance)}.`;
  const compared: readonly LineOutcome[] = ["underpaid", "overpaid", "as_expected"];
  const uncompared: LineOutcome = isCompared ? "not_compared" : "priced";
  const notOwedRow = saysNotOwed(output.columns)
    ? [
        row(
          "Not owed",
          [uncompared],
          `With a price, in the sheet ${isCompared ? "Not compared" : "Priced"}. Nothing is expected. All of them are below, by reason.`,
          null,
          notOwed,
        ),
      ]
    : [];
  const alternativeRow =
    tally.paidAtAlternative.lines === 0
      ? []
      : [row("Another published rate", ["not_compared"], alternativeText(tally, word), null, atAlternative)];
  const priced = isCompared
    ? [
        row("Underpaid", ["underpaid"], `${capital(word)} below the rate.`),
        row("Overpaid", ["overpaid"], overpaidText(tally, word)),
        row("As expected", ["as_expected"], within),
        row("Compared", compared, `Variance: expected minus ${word}.`, { more: 0 }),
        ...alternativeRow,
        ...notOwedRow,
        row("Not compared", ["not_compared"], notComparedText(tally, columns)),
      ]
    : [row("Priced", ["priced"], "The file has no payments to compare."), ...notOwedRow];
  const answered: readonly LineOutcome[] = [...compared, "not_compared", "priced", "not_priced"];
  return [
    [
      "Lines of the file",
      "Lines",
      ...columns.map(({ heading }) => heading),
      "Each line is in the sheet of that name",
    ].map((text) => ({ style: "heading", text })),
    ...priced,
    row("Not priced", ["not_priced"], "See the reasons below."),
    [
      cell("strong", "Rejected"),
      cell("count", String(tally.faulty)),
      ...columns.map(() => null),
      cell("wrapped", "Cannot be read as a claim: in no amount."),
    ],
    row("All lines", answered, allLinesText(facts, columns), { more: tally.faulty, isWithoutVariance: true }, all),
    [],
  ];
}

function overpaidText({ overpaidWithTakeback: { lines } }: RunFacts["tally"], word: string): string {
  const text = `${capital(word)} above the rate: the payer may ask it back.`;
  if (lines === 0) return text;
  return `${text} It may have done so for ${countText(lines, "line")} with a takeback in this file.`;
}

/** How far these lines are above the default rate: they are in no variance. */
function alternativeText({ paidAtAlternative: { amount } }: RunFacts["tally"], word: string): string {
  return `What was ${word} is another published rate of the code, to the cent. Expected: the default rate; ${dollarsForReaders(amount)} was ${word} above it. In the sheet Not compared.`;
}

/** Files write the paid amount of a takeback below zero, and its billed amount either way: amounts count as their lines show them. */
function notComparedText({ takenBack }: RunFacts["tally"], columns: readonly AmountColumn[]): string {
  const takebacks =
    takenBack.lines === 0 ? "" : ` Takebacks are among them: ${sentHeadings(columns)} with the signs of their lines.`;
  return `Priced; the sheet has the reason of each line.${takebacks}`;
}

/** What each total covers: amounts of other lines give a difference that means nothing. */
function allLinesText({ tally, output }: RunFacts, columns: readonly AmountColumn[]): string {
  const less = tally.takenBack.lines === 0 ? "" : ", takebacks with the signs of their lines";
  const sent = sentHeadings(columns);
  const ofFile = sent === "" ? "" : `${sent}: all rows above but Rejected${less}. `;
  const expected = "Expected: the lines that are owed and have a price.";
  const only = " Only the row Compared has all amounts of the same lines.";
  return `${ofFile}${expected}${output.form.isCompared ? only : ""}`;
}

/** `Billed, Allowed and Paid`: the amounts of the file. */
function sentHeadings(columns: readonly AmountColumn[]): string {
  const headings = columns.flatMap(({ heading, isOfFile }) => (isOfFile ? [heading] : [])).join(", ");
  return headings.replace(/, (?=[^,]*$)/, " and ");
}

/** Why lines were not owed, lines without a price among them. */
function notOwedRows({ tally }: RunFacts, page: SummaryPage): readonly Row[] {
  const reasons = notOwedByCode(tally.notOwed);
  if (reasons.length === 0) return [];
  return [
    page.headings("Not owed", "Lines", "Paid", "What it means and what to do"),
    ...reasons.map(({ code, words, lines, paid, expected, meaning, remedy }) =>
      page.counted(
        `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
        lines,
        paid,
        code === OTHER_SETTING
          ? `${meaning} ${remedy}`
          : `${meaning} ${remedy} At the rate: ${dollarsForReaders(expected)}, in no other amount.`,
      ),
    ),
    [],
  ];
}

function detailRows(facts: RunFacts, page: SummaryPage): readonly Row[] {
  const { tally, output } = facts;
  const withTakebacks = underpaidWithTakebacks(facts);
  const paidTakenBack = paidWithTakebacks(facts);
  const word = comparedWord(output.columns);
  const { paidNothing, takenBack, modifierNotPriced, modifierNotKnown, underpaidModifierNotKnown } = tally;
  const details = [
    paidNothing.lines > 0 &&
      page.counted(
        "Denied or zero-paid",
        paidNothing.lines,
        paidNothing.amount,
        `Part of Underpaid: nothing was ${word}. Look for the reason of the denial before the rate.${output.columns.denials.length === 0 ? "" : " Reason in the sheet Underpaid says which of them the payer put on the patient."}`,
      ),
    withTakebacks !== null &&
      (withTakebacks.lines > 0 || !withTakebacks.isComplete) &&
      page.counted(
        "Underpaid with takebacks",
        withTakebacks.lines,
        withTakebacks.amount,
        `Part of Underpaid. ${withTakebacks.inWords}`,
      ),
    paidTakenBack !== null &&
      paidTakenBack.lines > 0 &&
      page.counted("Paid with takebacks", paidTakenBack.lines, paidTakenBack.amount, paidTakenBack.inWords),
    takenBack.lines > 0 && page.counted("Takebacks", takenBack.lines, takenBack.amount, takebackText(tally)),
    modifierNotPriced.lines > 0 &&
      page.counted(
        "Modifier not priced",
        modifierNotPriced.lines,
        modifierNotPriced.amount,
        "A modifier changes what is paid and the rate is without it: not compared, and in no other amount. Dollars at the rate.",
      ),
    modifierNotKnown.lines > 0 &&
      page.counted(
        "Modifier of no list",
        modifierNotKnown.lines,
        modifierNotKnown.amount,
        `No rate is published with the modifier: priced without it. Dollars: part of Expected. Underpaid of them: ${countText(underpaidModifierNotKnown.lines, "line")}, ${dollarsForReaders(underpaidModifierNotKnown.amount)}.`,
      ),
    tally.billedBelowRate.lines > 0 &&
      page.counted(
        "Billed below the rate",
        tally.billedBelowRate.lines,
        tally.billedBelowRate.amount,
        "Dollars: how much less is expected than the rate comes to.",
      ),
    tally.withSeveralAmounts > 0 &&
      page.counted(
        "Several amounts",
        tally.withSeveralAmounts,
        null,
        "Several enrolments with different rates: in no amount.",
      ),
    ...(linesOfOtherStates(facts) ?? []).map(({ state, lines, inWords }) =>
      page.counted(`Of ${stateName(state)}`, lines, null, `Rejected. ${inWords}`),
    ),
    tally.doubtful > 0 &&
      page.counted(
        "Read in part",
        tally.doubtful,
        null,
        "Units, an amount or a denial code cannot be read: in the sheet Rejected as well.",
      ),
  ];
  const shown = details.filter((row) => row !== false);
  return shown.length === 0 ? [] : [page.headings("Of these", "Lines", "Dollars", ""), ...shown, []];
}

/** The rows above that have the takebacks: they are no row of their own. */
function takebackText(tally: RunFacts["tally"]): string {
  const { priced, notPriced } = takenBackLines(tally);
  const parts = [
    priced > 0 && `${grouped(priced)} part of Not compared`,
    notPriced > 0 && `${grouped(notPriced)} part of Not priced`,
  ];
  return `Payments below zero: ${parts.filter((part) => part !== false).join(", ")}.`;
}

function reasonRows({ tally, lookup: { acronyms } }: RunFacts, page: SummaryPage): readonly Row[] {
  const reasons = notPricedByCode(tally.notPriced);
  const lacks = remediesOfLacks(tally.notPriced);
  if (reasons.length === 0) return [];
  return [
    page.headings("Why lines have no price", "Lines", "What it means and what to do"),
    ...reasons.map(
      ({ code, meaning, remedy, lookups, messages: [most] }): Row => [
        cell("wrapped", withDays(messageWords(most?.message ?? "", "column", acronyms))),
        cell("count", String(lookups)),
        page.wide("wrapped", `${meaning} ${lacks.get(code) ?? remedy}`, 2),
      ],
    ),
    [],
  ];
}

/** `Provider type: physician office (the provider's own type)`. */
function assumedWords(
  { parameter, value, reason }: RunFacts["tally"]["data"]["assumed"][number],
  { acronyms }: RunFacts["lookup"],
): string {
  const taken = value === null ? "" : `: ${FLAGS[value] ?? plainWords(value, acronyms)}`;
  return `${labelOf(parameter, acronyms)}${taken} (${plainWords(reason.replace(/^not sent: /, ""), acronyms)})`;
}

const FLAGS: Readonly<Record<string, string>> = { true: "yes", false: "no" };

function notedRows({ tally, lookup }: RunFacts, page: SummaryPage): readonly Row[] {
  const { assumed } = tally.data;
  const counted = (lines: number, words: string): Row => [
    null,
    cell("count", String(lines)),
    page.wide("wrapped", words, 2),
  ];
  const defaults = assumed.map((each) => counted(each.lines, assumedWords(each, lookup)));
  const noted = tally.noted.map(([what, times]) =>
    counted(times, plainWords(notedWords(what, times), lookup.acronyms)),
  );
  return [
    ...(defaults.length === 0 ? [] : [page.headings("Defaults that prices rest on", "Lines", ""), ...defaults, []]),
    ...(noted.length === 0 ? [] : [page.headings("How the file was read", "Times", ""), ...noted]),
  ];
}
