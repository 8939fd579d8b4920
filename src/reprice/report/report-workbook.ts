import { LIMITS } from "../../answers/explanation/result-words.ts";
import type { MayWrite } from "../../core/files/writing.ts";
import { type CellStyle, cell, type Row } from "../../core/workbook/cell.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import { writeWorkbook } from "../../core/workbook/workbook-file.ts";
import { titleOf } from "../../dataset/table.ts";
import { assumedText, dataNotesTexts } from "../pricing/data-notes.ts";
import { notedWords } from "../pricing/noted.ts";
import { toleranceText } from "../pricing/payment-comparison.ts";
import { comparedColumn, comparedWord, guessedText, nothingCompared, roleByIndex } from "../reading/input-columns.ts";
import { type InputFile, openInput } from "../reading/input-file.ts";
import type { GroupRow } from "./grouping.ts";
import { faultsSheet, type ListReading, listSheets, type TableColumn, tableSheet } from "./list-sheets.ts";
import { notPricedByCode } from "./remedies.ts";
import { expectedOfCompared, notComparedLines, notPricedLines, type RunFacts, type Totals } from "./report.ts";

/** Writes the report as a workbook. Lists are read from the files of the run as they are written. */
export async function writeReportWorkbook(
  path: string,
  facts: RunFacts,
  reading: ListReading,
  mayWrite?: MayWrite,
): Promise<void> {
  const { output, called, report } = facts;
  const file = await openInput(output.out);
  let faults: InputFile | null = null;
  try {
    faults = output.faultsFile === null ? null : await openInput(output.faultsFile, called.faults);
    const sheets = [
      summarySheet(facts),
      ...listSheets(facts, file, reading),
      faultsSheet(facts, faults, reading),
      ...report.totals.map((totals) => totalsSheet(totals, facts)),
      sourcesSheet(facts),
    ];
    await writeWorkbook(path, sheets, mayWrite);
  } finally {
    await faults?.close();
    await file.close();
  }
}

const SUMMARY_WIDTHS = [34, 14, 18, 90];

/** The first page: findings, why lines have no price and what to do, and how the file was read. */
function summarySheet(facts: RunFacts): OutputSheet {
  const rows = [
    ...titleRows(facts),
    ...dataRows(facts),
    ...foundRows(facts),
    ...reasonRows(facts),
    ...notedRows(facts),
  ];
  return { name: "Summary", rows, headingRow: null, widths: SUMMARY_WIDTHS };
}

function titleRows({ state, lookup, release, day, input }: RunFacts): readonly Row[] {
  return [
    [cell("title", `${state.name} Medicaid, ${lookup.setting}: claims against published rates`)],
    [cell("note", `${input}, priced on ${day} with ${release.name} ${release.version}`)],
    ...LIMITS.map((sentence): Row => [cell("note", sentence)]),
    [],
  ];
}

/** First, since the rest depends on it: empty tables, old editions, guessed columns, and that nothing is compared. */
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

const HEADINGS: Readonly<Record<string, readonly [key: string, label: string | null]>> = {
  code: ["Code", "Description"],
  provider: ["Provider", "Name"],
  month: ["Month", null],
};

type Figure = TableColumn & { readonly of: (row: GroupRow) => string };

const COUNTED: readonly Figure[] = [
  { heading: "Lines", style: "count", of: ({ lines }) => String(lines) },
  { heading: "Not priced", style: "count", of: ({ notPriced }) => String(notPriced) },
  { heading: "Expected", style: "money", of: ({ expected }) => expected.text },
];

/** Additional columns when a modifier is not priced. */
const MODIFIER_NOT_PRICED: readonly Figure[] = [
  {
    heading: "Modifier not priced lines",
    style: "count",
    of: ({ modifierNotPricedLines }) => String(modifierNotPricedLines),
  },
  {
    heading: "Modifier not priced, at the rate",
    style: "money",
    of: ({ modifierNotPriced }) => modifierNotPriced.text,
  },
];

const COMPARED: readonly Figure[] = [
  { heading: "Compared lines", style: "count", of: ({ compared }) => String(compared) },
  { heading: "Paid", style: "money", of: ({ paid }) => paid.text },
  { heading: "Underpaid lines", style: "count", of: ({ underpaidLines }) => String(underpaidLines) },
  { heading: "Underpaid", style: "money", of: ({ underpaid }) => underpaid.text },
  { heading: "Paid nothing lines", style: "count", of: ({ paidNothingLines }) => String(paidNothingLines) },
  { heading: "Paid nothing", style: "money", of: ({ paidNothing }) => paidNothing.text },
  { heading: "Overpaid lines", style: "count", of: ({ overpaidLines }) => String(overpaidLines) },
  { heading: "Overpaid", style: "money", of: ({ overpaid }) => overpaid.text },
  { heading: "Difference", style: "money", of: ({ difference }) => difference.text },
  { heading: "Taken back lines", style: "count", of: ({ takenBackLines }) => String(takenBackLines) },
  { heading: "Taken back", style: "money", of: ({ takenBack }) => takenBack.text },
];

/** Replaces the paid column when allowed amounts are compared. */
const ALLOWED: Figure = { heading: "Allowed", style: "money", of: ({ paid }) => paid.text };

/** The totals of one grouping, the largest missing amount first. */
function totalsSheet({ by, rows }: Totals, { output, tally }: RunFacts): OutputSheet {
  const [key, label] = HEADINGS[by] ?? [by, null];
  const word = comparedWord(output.columns);
  const compared = COMPARED.map((each) => (each.heading === "Paid" && word === "allowed" ? ALLOWED : each));
  const unpriced = tally.modifierNotPriced.lines === 0 ? [] : MODIFIER_NOT_PRICED;
  const figures = [...COUNTED, ...(output.form.isCompared ? compared : []), ...unpriced];
  const named: readonly TableColumn[] = [
    { heading: key, style: "text" },
    ...(label === null ? [] : [{ heading: label, style: "text" } as const]),
  ];
  const cells = rows.map((row) => [
    row.key,
    ...(label === null ? [] : [row.label]),
    ...figures.map(({ of }) => of(row)),
  ]);
  const note =
    "Expected: all lines with one amount. Paid or allowed, under- and overpaid: the lines that were compared; paid nothing is part of underpaid. Taken back: not compared.";
  return tableSheet(`By ${by}`, note, [...named, ...figures], cells);
}

const SOURCES_WIDTHS = [34, 46, 30, 14, 34, 66];

/** The sources of the prices and how to reproduce them: release, publications, columns, command. */
function sourcesSheet(facts: RunFacts): OutputSheet {
  const rows = [...runRows(facts), ...columnRows(facts), ...publicationRows(facts)];
  return { name: "Sources", rows, headingRow: null, widths: SOURCES_WIDTHS };
}

function said(what: string, text: string): Row {
  return [cell("strong", what), cell("text", text)];
}

function runRows(facts: RunFacts): readonly Row[] {
  const { release, program, day, command, input, called, tolerance, tally, output } = facts;
  const compared = comparedColumn(output.columns);
  const { billed } = output.columns;
  return [
    [cell("title", "Sources")],
    [cell("note", "What the prices were made of, and how to make them again")],
    [],
    said("Release", release.name),
    said("Version", release.version),
    said("Content hash", release.contentHash),
    said("Ratebook", program),
    [cell("strong", "Day"), cell("day", day)],
    said("Input", input),
    said("Output", called.out),
    said("Tolerance", toleranceText(tolerance)),
    ...(compared === null ? [] : [said("Compared with", `${compared.name} (${compared.role})`)]),
    said("Charge limit", billed === null ? "none" : `expected is at most what was billed (${billed.name})`),
    said("Command", command),
    ...dataNotesTexts(tally.data).map((text) => said("Data", text)),
    [],
  ];
}

function columnRows({ output: { names, columns } }: RunFacts): readonly Row[] {
  const roles = roleByIndex(columns);
  return [
    headings("Column of the input", "Read as"),
    ...names.map((name, index): Row => {
      const role = roles.get(index) ?? "passed through";
      return [cell("text", name), cell("text", columns.guessed.includes(index) ? `${role} (guessed)` : role)];
    }),
    [],
  ];
}

/** The publications of the tables behind these prices, and of the providers. */
function publicationRows({ state, lookup, release }: RunFacts): readonly Row[] {
  const tables = new Set<string | null>([...lookup.tables, state.providers.table].map(titleOf));
  const used = release.sources.filter(({ table }) => tables.has(table));
  return [
    headings("Table", "Publication", "Publisher", "Edition of", "File", "SHA-256"),
    ...used.map(
      ({ table, publication, publisher, edition, published, file, sha256 }): Row => [
        cell("text", table),
        cell("wrapped", publication),
        cell("wrapped", publisher),
        cell("day", edition ?? published),
        cell("text", file),
        cell("text", sha256),
      ],
    ),
  ];
}
