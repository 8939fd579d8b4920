import type { OnProgress } from "../../../runtime/progress.ts";
import type { OutputSheet } from "../../../workbook/sheet-xml.ts";
import { faultLines } from "../../pricing/tally.ts";
import type { LinesAndAmount } from "../../pricing/verdict-totals.ts";
import type { InputFile } from "../../reading/input-file.ts";
import { notPricedLines, type RunFacts } from "../facts.ts";
import { type RecordPlace, recordAt, recordsOf } from "../records.ts";
import { interrupted, LISTED_MAX } from "../report.ts";
import { lineColumns } from "./line-columns.ts";
import { linesText, type TableColumn, tableSheet } from "./table.ts";

/** Read side by side: one after the other, most of the time would be spent waiting. */
const READ_TOGETHER = 64;

/** How lists are read while they are written. */
export interface ListReading {
  readonly interruption: AbortSignal;
  readonly onProgress: OnProgress;
}

interface List {
  readonly name: string;
  readonly note: string;
  readonly of: "priced" | "notPriced";
  /** Whether the sheet is there where nothing is compared, and where no line is in it. */
  readonly isShown: boolean;
  /** All of them, of which some are listed. */
  readonly count: number;
  readonly places: readonly RecordPlace[];
}

/** The lines that were paid too little, too much, not priced, and priced without a modifier that changes what is paid. */
export function listSheets(facts: RunFacts, file: InputFile, reading: ListReading): readonly OutputSheet[] {
  const { tally, report, output, called, lookup } = facts;
  const lists = listsOf(facts).filter(({ isShown }) => isShown);
  const { underpaid, overpaid, notPriced, modifierNotPriced } = report;
  const listed = [underpaid, overpaid, notPriced, modifierNotPriced].reduce((sum, { length }) => sum + length, 0);
  const total = listed + tally.faulty;
  let done = 0;
  return lists.map(({ name, note, of, count, places }) => {
    const columns = lineColumns(lookup, output, of);
    const rows = async function* (): AsyncGenerator<readonly string[]> {
      for (let at = 0; at < places.length; at += READ_TOGETHER) {
        if (reading.interruption.aborted) throw interrupted(output.out);
        const some = places.slice(at, at + READ_TOGETHER);
        for (const cells of await Promise.all(some.map((place) => recordAt(file, place)))) {
          yield columns.map(({ index, shown }) => shown(cells[index] ?? ""));
        }
        done += some.length;
        reading.onProgress({ stage: "writing the workbook", done, total });
      }
    };
    return tableSheet(name, `${note} ${cutText(count, places.length, called.out)}`.trim(), columns, rows());
  });
}

function listsOf({ tally, report, output }: RunFacts): readonly List[] {
  const { underpaid, overpaid } = tally.verdicts;
  const { modifierNotPriced } = tally;
  const compared = (name: string, { lines }: LinesAndAmount, places: readonly RecordPlace[]): List => ({
    name,
    note: `${linesText(lines)}, the largest first.`,
    of: "priced",
    isShown: output.form.isCompared,
    count: lines,
    places,
  });
  const count = notPricedLines(tally);
  const note = `${linesText(count)} without an amount.`;
  return [
    compared("Underpaid", underpaid, report.underpaid),
    compared("Overpaid", overpaid, report.overpaid),
    { name: "Not priced", note, of: "notPriced", isShown: true, count, places: report.notPriced },
    {
      name: "Modifier not priced",
      note: `${linesText(modifierNotPriced.lines)} with a modifier that changes what is paid and that the rate is without, the largest first: not compared.`,
      of: "priced",
      isShown: modifierNotPriced.lines > 0,
      count: modifierNotPriced.lines,
      places: report.modifierNotPriced,
    },
  ];
}

const FAULT_COLUMNS: readonly TableColumn[] = [
  { heading: "Line", style: "count" },
  { heading: "Columns at fault", style: "text" },
  { heading: "What is wrong", style: "text" },
];

/** The lines that are no lookup or cannot be compared, each with what is wrong with it, and as it was. */
export function faultsSheet({ tally, output }: RunFacts, file: InputFile | null, reading: ListReading): OutputSheet {
  const columns = [...FAULT_COLUMNS, ...output.names.map((heading) => ({ heading, style: "text" }) as const)];
  const rows = async function* (): AsyncGenerator<readonly string[]> {
    let count = 0;
    if (file === null) return;
    for await (const records of recordsOf(file)) {
      if (reading.interruption.aborted) throw interrupted(output.out);
      for (const { cells } of records) {
        if (count === LISTED_MAX) return;
        count += 1;
        yield cells;
      }
    }
  };
  const count = faultLines(tally);
  const said = `${linesText(tally.faulty)} that are no claim and ${linesText(tally.doubtful)} whose units or amounts cannot be read.`;
  const remedy = file === null ? "" : `Correct them in ${file.path} and run that file again.`;
  const cut = cutText(count, Math.min(count, LISTED_MAX), file?.path ?? "");
  return tableSheet("Faults", `${said} ${remedy} ${cut}`.trim(), columns, rows());
}

function cutText(count: number, listed: number, path: string): string {
  return listed < count ? `The first ${linesText(listed)} are listed; all are in ${path}.` : "";
}
