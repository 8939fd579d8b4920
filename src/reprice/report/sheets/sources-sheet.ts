import { titleOf } from "../../../dataset/table.ts";
import { cell, type Row } from "../../../workbook/cell.ts";
import type { OutputSheet } from "../../../workbook/sheet-xml.ts";
import { dataNotesTexts } from "../../pricing/data-notes.ts";
import { toleranceText } from "../../pricing/verdict.ts";
import { comparedColumn, roleByIndex } from "../../reading/input-columns.ts";
import type { RunFacts } from "../facts.ts";

const WIDTHS = [34, 46, 30, 14, 34, 66];

/** Where the prices come from and how to make them again: release, publications, columns, command. */
export function sourcesSheet(facts: RunFacts): OutputSheet {
  const rows = [...runRows(facts), ...columnRows(facts), ...publicationRows(facts)];
  return { name: "Sources", rows, headingRow: null, widths: WIDTHS };
}

function said(what: string, text: string): Row {
  return [cell("strong", what), cell("text", text)];
}

function headings(...texts: readonly string[]): Row {
  return texts.map((text) => ({ style: "heading", text }));
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

/** The publications of the tables that the prices of this lookup are made of, and of the providers. */
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
