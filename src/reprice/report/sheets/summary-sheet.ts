import { LIMITS } from "../../../pricing/limits.ts";
import { type CellStyle, cell, type Row } from "../../../workbook/cell.ts";
import type { OutputSheet } from "../../../workbook/sheet-xml.ts";
import { assumedText, dataNotesTexts } from "../../pricing/data-notes.ts";
import { notedWords } from "../../pricing/noted.ts";
import { toleranceText } from "../../pricing/verdict.ts";
import { comparedColumn, guessedText } from "../../reading/input-columns.ts";
import { comparedWord, nothingCompared } from "../../reading/paid-candidates.ts";
import { expectedOfCompared, notComparedLines, notPricedLines, type RunFacts } from "../facts.ts";
import { notPricedByCode } from "../remedies.ts";

const WIDTHS = [34, 14, 18, 90];

/** The page to begin with: what was found, why lines have no price and what to do, and how the file was read. */
export function summarySheet(facts: RunFacts): OutputSheet {
  const rows = [
    ...titleRows(facts),
    ...dataRows(facts),
    ...foundRows(facts),
    ...reasonRows(facts),
    ...notedRows(facts),
  ];
  return { name: "Summary", rows, headingRow: null, widths: WIDTHS };
}

function titleRows({ state, lookup, release, day, input }: RunFacts): readonly Row[] {
  return [
    [cell("title", `${state.name} Medicaid, ${lookup.setting}: claims against published rates`)],
    [cell("note", `${input}, priced on ${day} with ${release.name} ${release.version}`)],
    ...LIMITS.map((sentence): Row => [cell("note", sentence)]),
    [],
  ];
}

/** First, since the rest stands on it: tables without rows, old editions, columns that were guessed, and that nothing is compared. */
function dataRows({ tally, advice, output: { names, columns } }: RunFacts): readonly Row[] {
  const said = [guessedText(names, columns, advice), nothingCompared(names, columns, advice)];
  const texts = [...dataNotesTexts(tally.data), ...said.filter((text) => text !== null)];
  return texts.length === 0 ? [] : [...texts.map((text): Row => [cell("strong", text)]), []];
}

function headings(...texts: readonly string[]): Row {
  return texts.map((text) => ({ style: "heading", text }));
}

function found(what: string, lines: number, amount: string | null, said: string, isStrong = false): Row {
  const style = (plain: CellStyle, strong: CellStyle) => (isStrong ? strong : plain);
  return [
    cell(style("wrapped", "strong"), what),
    cell(style("count", "strongCount"), String(lines)),
    cell(style("money", "strongMoney"), amount),
    cell("wrapped", said),
  ];
}

function foundRows({ tally, tolerance, output }: RunFacts): readonly Row[] {
  const { underpaid, overpaid, asExpected } = tally.verdicts;
  const { columns } = output;
  const word = comparedWord(columns);
  const column = comparedColumn(columns)?.name ?? "";
  const within = tolerance.figure === "0" ? "To the cent." : `Within ${toleranceText(tolerance)}.`;
  const compared = output.form.isCompared
    ? [
        found("Underpaid", underpaid.lines, underpaid.amount, `Less was ${word} than is expected.`, true),
        found(
          `${word === "paid" ? "Paid" : "Allowed"} nothing, of the underpaid`,
          tally.paidNothing.lines,
          tally.paidNothing.amount,
          "Often denied: look for the reason of the denial before the rate.",
        ),
        found("Overpaid", overpaid.lines, overpaid.amount, `More was ${word} than is expected.`, true),
        found("As expected", asExpected.lines, asExpected.amount, within),
        found(
          "Priced, not compared",
          notComparedLines(tally),
          null,
          `Nothing ${word} that can be read, several amounts, a modifier that is not priced or that only the rate has, or money taken back.`,
        ),
        found("Taken back", tally.takenBack.lines, tally.takenBack.amount, "Payments below nothing: not compared."),
      ]
    : [];
  const totals = output.form.isCompared
    ? [
        found(
          "Expected of the lines compared",
          tally.compared,
          expectedOfCompared(tally),
          "Of the lines that were compared.",
        ),
        found(word === "paid" ? "Paid" : "Allowed", tally.compared, tally.totalPaid, `Compared column: ${column}.`),
        found(
          `Expected minus ${word}`,
          tally.compared,
          tally.totalDifference,
          "Of the lines that were compared.",
          true,
        ),
      ]
    : [];
  return [
    headings("What was found", "Lines", "Dollars", ""),
    ...compared,
    found(
      "Modifier not priced",
      tally.modifierNotPriced.lines,
      tally.modifierNotPriced.amount,
      "A modifier changes what is paid and the rate is without it: not compared, and in no other total. Dollars at the rate.",
      true,
    ),
    ...(tally.modifierNotKnown.lines === 0
      ? []
      : [
          found(
            "Modifier of no list",
            tally.modifierNotKnown.lines,
            tally.modifierNotKnown.amount,
            `No rate is published with the modifier: priced without it and compared. Dollars: part of Expected. Underpaid of them: ${tally.underpaidModifierNotKnown.lines} lines, $${tally.underpaidModifierNotKnown.amount}.`,
          ),
        ]),
    ...(columns.billed === null
      ? []
      : [
          found(
            "Billed below the rate",
            tally.billedBelowRate.lines,
            tally.billedBelowRate.amount,
            `Expected is at most what was billed (${columns.billed.name}). Dollars: how much less than the rate comes to.`,
          ),
        ]),
    found("Not priced", notPricedLines(tally), null, "See the reasons below.", true),
    found("Faulty", tally.faulty, null, "Not read as a claim; see the sheet Faults."),
    found("Read in part", tally.doubtful, null, "Units or an amount cannot be read; in the sheet Faults as well."),
    found("All lines", tally.lookups, null, ""),
    found("Expected", tally.totalLines, tally.total, "Of all lines with one amount that is known."),
    ...totals,
    [],
  ];
}

function reasonRows({ tally }: RunFacts): readonly Row[] {
  const reasons = notPricedByCode(tally.notPriced);
  if (reasons.length === 0) return [];
  return [
    headings("Why lines have no price", "Lines", "Reason", "What it means and what to do"),
    ...reasons.map(
      ({ code, meaning, remedy, lookups, messages: [most] }): Row => [
        cell("wrapped", most?.message ?? ""),
        cell("count", String(lookups)),
        cell("wrapped", code),
        cell("wrapped", `${meaning} ${remedy}`),
      ],
    ),
    [],
  ];
}

function notedRows({ tally }: RunFacts): readonly Row[] {
  const { assumed } = tally.data;
  const defaults: readonly Row[] = assumed.map((each) => [
    cell("wrapped", assumedText(each)),
    cell("count", String(each.lines)),
  ]);
  const assumedRows = assumed.length === 0 ? [] : [headings("What was assumed", "Lines", "", ""), ...defaults, []];
  if (tally.noted.length === 0) return assumedRows;
  return [
    ...assumedRows,
    headings("How the file was read", "Times", "", ""),
    ...tally.noted.map(
      ([what, times]): Row => [cell("wrapped", notedWords(what, times)), cell("count", String(times))],
    ),
  ];
}
