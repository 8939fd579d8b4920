import { LEFT_OUT } from "../answers/explanation/result-words.ts";
import type { PlanPrice, PriceLine } from "../answers/price-list/schema.ts";
import { cell, type Row } from "../core/workbook/cell.ts";
import type { OutputSheet } from "../core/workbook/sheet-xml.ts";
import { type TableColumn, tableSheet } from "../reprice/report/table-sheet.ts";
import type { ListToWrite } from "./template-files.ts";
import { type InWords, inWordsOf, withText } from "./template-files.ts";

/**
 * The sheets of a list as a workbook: the lines, and what they were made of. The page writes them too. `words`: the state's words for
 * values.
 */
export function listSheets(written: ListToWrite, words: Readonly<Record<string, string>>): readonly OutputSheet[] {
  const inWords = inWordsOf(words);
  return [linesSheet(written, inWords), aboutSheet(written)];
}

const NOTE_WIDTH = 60;

const columnsOf = (inWords: InWords): readonly TableColumn<PriceLine>[] => [
  { heading: "Setting", style: "text", of: ({ setting }) => setting },
  { heading: "Code", style: "text", of: ({ code }) => code },
  { heading: "Type", style: "text", of: ({ code_type }) => code_type ?? "" },
  { heading: "Description", style: "text", of: ({ description }) => description ?? "" },
  { heading: "Modifier", style: "text", of: ({ modifier }) => modifier ?? "" },
  { heading: "With", style: "text", of: ({ parameters: { modifier: _, ...others } }) => withText(others, inWords) },
  { heading: "Which", style: "text", of: ({ which }) => inWords(which ?? "") },
  { heading: "Price", style: "rate", of: ({ payment_rate }) => payment_rate ?? "" },
  { heading: "Percent of charges", style: "figure", of: ({ percent_of_charges }) => percent_of_charges ?? "" },
  { heading: "Per", style: "text", of: ({ per }) => per },
];

const lastColumns = (inWords: InWords): readonly TableColumn<PriceLine>[] => [
  { heading: "Effective from", style: "day", of: ({ effective_start_date }) => effective_start_date ?? "" },
  { heading: "Effective to", style: "day", of: ({ effective_end_date }) => effective_end_date ?? "", endsPrint: true },
  { heading: "How it is paid", style: "text", width: NOTE_WIDTH, of: ({ algorithm }) => inWords(algorithm ?? "") },
  {
    heading: "Calculation",
    style: "text",
    width: NOTE_WIDTH,
    of: ({ calculation_method }) => inWords(calculation_method ?? ""),
  },
  { heading: "Notes", style: "text", width: NOTE_WIDTH, of: ({ notes }) => notes.map(inWords).join("; ") },
];

function linesSheet({ list }: ListToWrite, inWords: InWords): OutputSheet {
  const { lines, provider, program, date, warnings } = list;
  const plans = (lines[0]?.plans ?? []).flatMap(planColumns);
  return tableSheet({
    name: "Price list",
    note: `${provider?.name ?? ""}, NPI ${provider?.npi ?? ""}: what ${program} pays on ${date}.`,
    columns: [...columnsOf(inWords), ...plans, ...lastColumns(inWords)],
    rows: lines,
    warning: warnings.find((warning) => warning.startsWith("TEST DATA")) ?? null,
  });
}

function planColumns({ plan }: PlanPrice, place: number): readonly TableColumn<PriceLine>[] {
  return [
    { heading: plan, style: "rate", of: ({ plans }) => plans[place]?.payment_rate ?? "" },
    { heading: `${plan}, percent`, style: "figure", of: ({ plans }) => plans[place]?.percent_of_charges ?? "" },
  ];
}

const ABOUT_WIDTHS = [26, 110];

function aboutSheet({ list, madeOn }: ListToWrite): OutputSheet {
  const { release, provider, program, date, lines, total_codes, not_listed, warnings } = list;
  const rows: readonly Row[] = [
    [cell("title", "About")],
    said("Provider", provider?.name ?? ""),
    said("NPI", provider?.npi ?? ""),
    said("Address", provider?.address ?? ""),
    said("Program", program),
    [cell("strong", "Day"), cell("day", date)],
    [cell("strong", "Made on"), cell("day", madeOn)],
    said("Release", `${release.name} ${release.version}`),
    said("Content hash", release.content_hash),
    said("Lines", String(lines.length)),
    said("Codes of the state", String(total_codes)),
    ...not_listed.map(({ codes, example }) => said("Codes without a line", `${codes}, such as: ${example}`)),
    ...warnings.map((warning) => [cell("warning", "Warning"), cell("warning", warning)]),
    said("Left out", LEFT_OUT),
  ];
  return { name: "About", rows, headingRow: null, widths: ABOUT_WIDTHS };
}

function said(what: string, text: string): Row {
  return [cell("strong", what), cell("wrapped", text)];
}
