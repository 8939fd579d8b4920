import type { MayWrite } from "../../core/files/writing.ts";
import { asFactor, sum } from "../../core/money/arithmetic.ts";
import { dollarText } from "../../core/money/money.ts";
import { capital, labelOf, wordsOf } from "../../core/text/labels.ts";
import { countText, grouped, plural } from "../../core/text/plural.ts";
import { type Cell, cell, type Row } from "../../core/workbook/cell.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import { writeWorkbook } from "../../core/workbook/workbook-file.ts";
import { toleranceText } from "../pricing/payment-comparison.ts";
import { comparedColumn, comparedWord, roleByIndex, saysNotOwed } from "../reading/input-columns.ts";
import { type InputFile, openInput } from "../reading/input-file.ts";
import { type GroupRow, isMonth } from "./grouping.ts";
import { type ListReading, listSheets, rejectedSheet } from "./list-sheets.ts";
import { MISSING_MAX } from "./listed-lines.ts";
import { creditColumn, creditsText } from "./negative-payments.ts";
import { RecordFile } from "./records.ts";
import { adjustmentsSheets } from "./remittance-sheets.ts";
import { dataNotes, type RunFacts, sourcesOfPrices, type Totals, tableWords, testDataWarning } from "./report.ts";
import { summarySheet } from "./summary-sheet.ts";
import { type TableColumn, tableSheet } from "./table-sheet.ts";

/** Writes the report as a workbook. Lists are read from the files of the run as they are written. */
export async function writeReportWorkbook(
  path: string,
  facts: RunFacts,
  reading: ListReading,
  mayWrite?: MayWrite,
): Promise<void> {
  const { output, called, report } = facts;
  const lines = new RecordFile(output.out);
  let rejected: InputFile | null = null;
  try {
    rejected = output.faultsFile === null ? null : await openInput(output.faultsFile, called.faults);
    const sheets = [
      summarySheet(facts),
      ...listSheets(facts, lines, reading),
      rejectedSheet(facts, rejected, reading),
      ...npisSheets(facts),
      ...adjustmentsSheets(facts),
      ...report.totals.map((totals) => totalsSheet(totals, facts)),
      sourcesSheet(facts),
    ];
    await writeWorkbook(path, sheets, mayWrite);
  } finally {
    await rejected?.close();
    lines.close();
  }
}

function headings(...texts: readonly string[]): Row {
  return texts.map((text): Cell => ({ style: "heading", text }));
}

/** By the caller's name of a grouping, which can be any heading of the file. */
const HEADINGS: ReadonlyMap<string, readonly [key: string, label: string | null]> = new Map([
  ["code", ["Code", "Description"]],
  ["provider", ["Provider", "Name"]],
  ["month", ["Month", null]],
]);

type Figure = TableColumn<GroupRow>;

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
  {
    heading: "Expected of compared",
    style: "money",
    of: ({ paid, difference }) => dollarText(sum(asFactor(paid), asFactor(difference))),
  },
  { heading: "Paid", style: "money", of: ({ paid }) => paid.text },
  { heading: "Underpaid lines", style: "count", of: ({ underpaidLines }) => String(underpaidLines) },
  { heading: "Underpaid", style: "money", of: ({ underpaid }) => underpaid.text },
  { heading: "Denied or zero-paid lines", style: "count", of: ({ paidNothingLines }) => String(paidNothingLines) },
  { heading: "Denied or zero-paid", style: "money", of: ({ paidNothing }) => paidNothing.text },
  { heading: "Overpaid lines", style: "count", of: ({ overpaidLines }) => String(overpaidLines) },
  { heading: "Overpaid", style: "money", of: ({ overpaid }) => overpaid.text },
  { heading: "Variance", style: "money", of: ({ difference }) => difference.text },
  { heading: "Takeback lines", style: "count", of: ({ takenBackLines }) => String(takenBackLines) },
  { heading: "Takebacks", style: "money", of: ({ takenBack }) => takenBack.text },
];

/** An additional column when the file says what was not owed. */
const NOT_OWED: Figure = {
  heading: "Not owed lines",
  style: "count",
  of: ({ notOwedLines }) => String(notOwedLines),
};

/** Replaces the paid column when allowed amounts are compared. */
const ALLOWED: Figure = { heading: "Allowed", style: "money", of: ({ paid }) => paid.text };

const NOTE =
  "Expected: all lines with an expected amount, as in the row All lines of the sheet Summary; takebacks and lines that are not owed have none. Paid or allowed, under- and overpaid: the lines that were compared. Variance: expected of these lines minus paid or allowed. Denied or zero-paid is part of underpaid. Takebacks: not compared, or not priced.";

/** The totals of one grouping: months in their order, anything else with the largest missing amount first. */
function totalsSheet({ by, rows }: Totals, facts: RunFacts): OutputSheet {
  const { output, tally } = facts;
  const [key, label] = HEADINGS.get(by) ?? [by, null];
  const isByMonth = by === "month";
  const word = comparedWord(output.columns);
  const compared = COMPARED.map((each) => (each.heading === "Paid" && word === "allowed" ? ALLOWED : each));
  const unpriced = tally.modifierNotPriced.lines === 0 ? [] : MODIFIER_NOT_PRICED;
  const notOwed = saysNotOwed(output.columns) ? [NOT_OWED] : [];
  const figures = [...COUNTED, ...(output.form.isCompared ? compared : []), ...unpriced, ...notOwed];
  const columns: readonly Figure[] = [
    {
      heading: key,
      style: isByMonth ? "month" : "text",
      // A month is the day that it begins with, so that programs sort it and charts can use it.
      of: (row) => (isByMonth && isMonth(row.key) ? `${row.key}-01` : row.key),
    },
    ...(label === null ? [] : [{ heading: label, style: "text", of: (row: GroupRow) => row.label } as const]),
    ...figures.map((figure) => ({ ...figure, isTotaled: true })),
  ];
  const ordered = isByMonth ? rows.toSorted((a, b) => (orderOf(a.key) < orderOf(b.key) ? -1 : 1)) : rows;
  return tableSheet({ name: `By ${by}`, note: NOTE, columns, rows: ordered, warning: testDataWarning(facts) });
}

/** Lines without a month, and further groups, come last. */
function orderOf(key: string): string {
  return isMonth(key) ? key : `~${key}`;
}

const SOURCES_WIDTHS = [34, 46, 30, 14, 16, 34, 66];

/** The sources of the prices and how to reproduce them: release, publications, columns, command. */
function sourcesSheet(facts: RunFacts): OutputSheet {
  const rows = [...runRows(facts), ...columnRows(facts), ...publicationRows(facts), ...repeatingRows(facts)];
  const printedHeader = testDataWarning(facts) ?? undefined;
  // The last column has the hashes, which nobody reads on paper.
  const printedColumns = SOURCES_WIDTHS.length - 1;
  return { name: "Sources", rows, headingRow: null, widths: SOURCES_WIDTHS, printedColumns, printedHeader };
}

function said(what: string, text: string): Row {
  return [cell("strong", what), cell("text", text)];
}

function runRows(facts: RunFacts): readonly Row[] {
  const { release, day, input, claims = null, called, tolerance, output } = facts;
  const compared = comparedColumn(output.columns);
  const { billed } = output.columns;
  const credit = creditColumn(output.columns);
  return [
    [cell("title", "Sources")],
    [cell("note", "What the prices were made of, and how to make them again")],
    [],
    ...(testDataWarning(facts) === null ? [] : [[cell("warning", testDataWarning(facts))]]),
    said("Rates", `${release.name} ${release.version}`),
    [cell("strong", "Priced on"), cell("day", day)],
    said("File", input),
    ...(claims === null ? [] : [said("Joined with", claims)]),
    said("Results", called.out),
    said("Tolerance", tolerance.figure === "0" ? "none: to the cent" : toleranceText(tolerance)),
    ...(compared === null ? [] : [said("Compared with", `${compared.name} (${wordsOf(compared.role)})`)]),
    ...(credit === null ? [] : [said("Signs", creditsText(credit.name))]),
    said("Charge limit", billed === null ? "none" : `expected is at most what was billed (${billed.name})`),
    ...dataNotes(facts).map((text) => said("Data", text)),
    [],
  ];
}

function columnRows({ lookup: { acronyms }, output: { names, columns } }: RunFacts): readonly Row[] {
  const roles = roleByIndex(columns);
  return [
    headings("Column of the input", "Read as"),
    ...names.map((name, index): Row => {
      const read = roles.get(index);
      const label = read === undefined ? "kept, not used" : labelOf(read, acronyms);
      const role = index === creditColumn(columns)?.index ? `${label}, written as credits` : label;
      return [cell("text", name), cell("text", columns.guessed.includes(index) ? `${role} (guessed)` : role)];
    }),
    [],
  ];
}

/** For those who make the prices again: the data by its hash, and the command. */
function repeatingRows({ release, program, command }: RunFacts): readonly Row[] {
  return [
    [],
    headings("To make these prices again", ""),
    [...said("Rates", `${release.name} ${release.version}`), null, null, null, null, cell("text", release.contentHash)],
    said("Ratebook", program),
    ...(command === null ? [] : [said("Command", command)]),
  ];
}

/** The publications of the tables behind these prices, and of the providers. */
function publicationRows(facts: RunFacts): readonly Row[] {
  return [
    headings("Table", "Publication", "Publisher", "Publication of", "Figures", "File", "SHA-256"),
    ...sourcesOfPrices(facts).map(
      ({ table, publication, publisher, edition, published, synthetic, file, sha256 }): Row => [
        cell("text", table === null ? null : capital(tableWords(table, facts))),
        cell("wrapped", publication),
        cell("wrapped", publisher),
        cell("day", edition ?? published),
        synthetic === true ? cell("warning", "made up") : cell("text", "published"),
        cell("text", file),
        cell("text", sha256),
      ],
    ),
  ];
}

type MissingNpi = NonNullable<RunFacts["report"]["listed"]["npis"]>["unknown"][number];

/** The NPIs that are no provider of the state: why their lines have no price, and which other state has them. None where all are found. */
function npisSheets(facts: RunFacts): readonly OutputSheet[] {
  const { state, report, statesOfNpis } = facts;
  const { npis } = report.listed;
  if (npis === null || npis.unknown.length === 0) return [];
  const found = [...(statesOfNpis?.values() ?? [])].flat();
  const ofListed = npis.unknown.length > MISSING_MAX ? `Of the ${MISSING_MAX} with the most lines, ` : "";
  const elsewhere = [...Map.groupBy(found, ({ name }) => name)].map(
    ([name, { length }]) =>
      ` ${ofListed}${grouped(length)} ${plural(length, "is a provider", "are providers")} of ${name}.`,
  );
  const asked = new Set(npis.unknown.slice(0, MISSING_MAX));
  const isOne = npis.unknown.length === 1;
  const columns: readonly TableColumn<MissingNpi>[] = [
    { heading: "NPI", style: "text", of: ({ npi }) => npi },
    { heading: "Lines", style: "count", of: ({ lines }) => String(lines), isTotaled: true },
    ...(statesOfNpis == null
      ? []
      : [
          {
            heading: "Provider of",
            style: "text",
            of: (each: MissingNpi) =>
              asked.has(each) ? (statesOfNpis.get(each.npi) ?? []).map(({ name }) => name).join(", ") : "not looked up",
          } as const,
        ]),
  ];
  return [
    tableSheet({
      name: "NPIs not found",
      note: `${grouped(npis.unknown.length)} of ${countText(npis.total, "NPI")} ${isOne ? "is" : "are"} not in the rates for ${state.name}.${elsewhere.join("")}`,
      columns,
      rows: npis.unknown,
      warning: testDataWarning(facts),
    }),
  ];
}
