import type { OnProgress } from "../../core/runtime/progress.ts";
import { countText } from "../../core/text/plural.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import type { LineOutcome } from "../pricing/line-outcome.ts";
import { faultLines } from "../pricing/tally.ts";
import type { InputFile } from "../reading/input-file.ts";
import { inputColumns, lineColumns } from "./line-columns.ts";
import { type RecordFile, type RecordPlace, recordsOf } from "./records.ts";
import { interrupted, LISTED_MAX, type OutcomeLines, type RunFacts, testDataWarning } from "./report.ts";
import { type LineColumn, tableSheet } from "./table-sheet.ts";

/** Lines between two looks at an interruption, and two reports of progress. */
const LINES_TOGETHER = 500;

export interface ListReading {
  readonly interruption: AbortSignal;
  readonly onProgress: OnProgress;
}

type Cells = readonly string[];

interface List {
  readonly name: string;
  readonly note: string;
}

/** The sheets with lines: every line that was answered is in one of them. */
const LISTS: Readonly<Record<LineOutcome, List>> = {
  underpaid: { name: "Underpaid", note: "below the rate, the largest variance first." },
  overpaid: { name: "Overpaid", note: "above the rate, the largest variance first." },
  as_expected: { name: "As expected", note: "paid as expected." },
  not_compared: {
    name: "Not compared",
    note: "priced and not compared, by reason: what was not owed first. Nothing is expected of lines that are not owed, or of takebacks.",
  },
  priced: { name: "Priced", note: "with a price; the file has no payments to compare." },
  not_priced: { name: "Not priced", note: "without a price; Reason has why." },
};

/** The sheets that a workbook always has, with or without lines. */
function isAlwaysListed(outcome: LineOutcome, isCompared: boolean): boolean {
  return outcome === "not_priced" || (outcome === "priced") !== isCompared;
}

/** The answered lines, a sheet for each outcome. Their records are read as the sheets are written; close `file` afterwards. */
export function listSheets(facts: RunFacts, file: RecordFile, reading: ListReading): readonly OutputSheet[] {
  const { report, output, called } = facts;
  const total = [...report.outcomes.values()].reduce((sum, { places }) => sum + places.count, 0);
  const warning = testDataWarning(facts);
  let done = 0;
  return (Object.keys(LISTS) as LineOutcome[])
    .filter((outcome) => report.outcomes.has(outcome) || isAlwaysListed(outcome, output.form.isCompared))
    .map((outcome) => {
      const { name, note } = LISTS[outcome];
      const lines = report.outcomes.get(outcome) ?? null;
      const rows = async function* (): AsyncGenerator<readonly Cells[]> {
        for (const places of batchesOf(lines)) {
          if (reading.interruption.aborted) throw interrupted(output.out);
          yield places.map((place) => file.cellsAt(place, lines?.places.isInOrder ?? true));
          done += places.length;
          reading.onProgress({ stage: "writing the workbook", done, total });
        }
      };
      const apart = (lines?.notOwed.lines ?? 0) + (lines?.atAlternative.lines ?? 0);
      const count = (lines?.totals.lines ?? 0) + apart;
      return tableSheet({
        name,
        note: `${countText(count, "line")} ${note}${outcome === "as_expected" && hasTakebacks(facts) ? TAKEBACKS_FIRST : ""}`,
        columns: lineColumns(facts, outcome),
        rows: rows(),
        all: { count, what: "lines", whole: called.out },
        warning,
      });
    });
}

const TAKEBACKS_FIRST = " Those with a takeback first.";

function hasTakebacks({ tally: { asExpectedWithTakeback } }: RunFacts): boolean {
  return asExpectedWithTakeback.lines > 0;
}

function* batchesOf(lines: OutcomeLines | null): Generator<readonly RecordPlace[]> {
  let batch: RecordPlace[] = [];
  for (const place of lines?.places.places() ?? []) {
    batch.push(place);
    if (batch.length < LINES_TOGETHER) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const REJECTED_COLUMNS: readonly LineColumn[] = [
  { heading: "Line", style: "count", of: (cells) => cells[0] ?? "" },
  { heading: "Columns", style: "text", of: (cells) => cells[1] ?? "" },
  { heading: "Reason", style: "wrapped", width: 60, of: (cells) => cells[2] ?? "", endsPrint: true },
];

/** The rejected lines, each with its errors and as it was. */
export function rejectedSheet(facts: RunFacts, file: InputFile | null, reading: ListReading): OutputSheet {
  const { tally, output } = facts;
  const ofInput = inputColumns(facts).map(
    ({ heading, style, index, shown }): LineColumn => ({
      heading,
      style,
      of: (cells) => shown(cells[REJECTED_COLUMNS.length + index] ?? ""),
    }),
  );
  const rows = async function* (): AsyncGenerator<readonly Cells[]> {
    let count = 0;
    if (file === null) return;
    for await (const records of recordsOf(file)) {
      if (reading.interruption.aborted) throw interrupted(output.out);
      yield records.slice(0, LISTED_MAX - count).map(({ cells }) => cells);
      count += records.length;
      if (count >= LISTED_MAX) return;
    }
  };
  const count = faultLines(tally);
  const doubtful =
    tally.doubtful === 0
      ? ""
      : ` ${countText(tally.doubtful, "line")} whose units, amounts or denial codes cannot be read: priced, and in another sheet as well.`;
  // The name of a download is not that of the file, and the client knows it.
  const isDownload = file?.path !== output.faultsFile;
  const where = isDownload ? "the file of rejected lines" : file?.path;
  const remedy = file === null ? "" : ` Correct them in ${where} and run that file again.`;
  return tableSheet({
    name: "Rejected",
    note: `${countText(tally.faulty, "line")} that cannot be read as a claim.${doubtful}${remedy}`,
    columns: [...REJECTED_COLUMNS, ...ofInput],
    rows: rows(),
    all: { count, what: "rejected lines", whole: where ?? "" },
    warning: testDataWarning(facts),
  });
}
