import { readFileSync } from "node:fs";
import { canBeCompared } from "../../answers/benchmark/compared.ts";
import { CODES_OF_2025, type ComparedCodes, readCodes } from "../../answers/benchmark/rule-codes.ts";
import {
  type StateComparison,
  type StateComparisonRow,
  stateComparison,
} from "../../answers/benchmark/state-comparison.ts";
import { type CsvTable, csvOf, memberColumns } from "../../answers/csv-table.ts";
import type { Day } from "../../core/calendar/day.ts";
import { unreadable } from "../../core/files/reading.ts";
import { replaceFile, writeAlone } from "../../core/files/replace-file.ts";
import { AS_MUCH_AS_FITS, refuseOverwriting, refuseReplacing } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { labelOf } from "../../core/text/labels.ts";
import { countText } from "../../core/text/plural.ts";
import { Refusal } from "../../core/text/refusal.ts";
import type { CellStyle } from "../../core/workbook/cell.ts";
import { writeWorkbook } from "../../core/workbook/workbook-file.ts";
import type { Release } from "../../release/release.ts";
import { testDataWarning } from "../../reprice/report/report.ts";
import { tableSheet } from "../../reprice/report/table-sheet.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, print, printJson, refusedOption, wrongUsage } from "../command-io.ts";
import { openState, stateNamed } from "../lookup-arguments.ts";

interface CompareMedicareOptions {
  readonly release: string;
  readonly on: Day | null;
  readonly out: string | null;
  readonly force: boolean;
  readonly codes: string | null;
  readonly timeZone: string | null;
  readonly json: boolean;
}

const WORKBOOK = /\.xlsx$/i;
const TABLE = /\.csv$/i;

/** `ratebook compare-medicare ga`: a state's fee schedule beside Medicare's rates, as 42 CFR 447.203(b)(3) has states publish it. */
export async function compareMedicare(code: string, options: CompareMedicareOptions): Promise<ExitCode> {
  const { out, json } = options;
  const state = stateNamed(code, states);
  const lookup = state.lookups.find(canBeCompared);
  if (lookup === undefined) throw wrongUsage(`${state.name} has no lookup of procedures to compare.`);
  if (out !== null && json) throw wrongUsage("Use --out or --json, not both.");
  if (out !== null && !WORKBOOK.test(out) && !TABLE.test(out)) {
    throw refusedOption("--out", out, new Refusal("a file whose name ends with .csv or .xlsx"));
  }
  const list = options.codes === null ? CODES_OF_2025 : codesIn(options.codes);
  if (out !== null) {
    const inputs = [options.release, options.codes].flatMap((path) =>
      path === null ? [] : [{ path, what: "an input" }],
    );
    const outputs = [{ path: out, option: "--out" }];
    refuseOverwriting(outputs, inputs);
    refuseReplacing(outputs, options.force);
  }
  const day = options.on ?? todayIn(options.timeZone)();
  const { release, source } = openState(options.release, state);
  try {
    const comparison = await stateComparison(lookup, source, release, list, day);
    if (comparison.localities === 0) {
      throw failure(
        `No Medicare localities of ${state.name} are loaded for ${day}. Load medicare/practice-costs and medicare/physician-values of that year, or name another day with --on.`,
      );
    }
    await written(comparison, options, `${state.name} beside Medicare, ${day}`, release);
    return 0;
  } finally {
    release.close();
  }
}

function codesIn(path: string): ComparedCodes {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
  const list = readCodes(text, path);
  if (list instanceof Refusal) throw refusedOption("--codes", path, list);
  return list;
}

async function written(
  { rows, localities, remarks }: StateComparison,
  { out, json, force }: CompareMedicareOptions,
  title: string,
  { description }: Release,
): Promise<void> {
  const newBy = force ? null : "--out";
  const warning = testDataWarning({ release: description });
  if (json) printJson({ rows, remarks });
  else if (out === null) print(csvOf(tableOf(rows)).trimEnd());
  else {
    await writeAlone(out, "compare-medicare", async (target) => {
      if (!WORKBOOK.test(out)) return replaceFile(target, csvOf(tableOf(rows)), { newBy });
      await writeWorkbook(target, [sheetOf(rows, title, remarks, warning)], AS_MUCH_AS_FITS, newBy);
    });
  }
  const compared = rows.filter(({ ratio }) => ratio !== null).length;
  notify(
    `${countText(rows.length, "row")} in ${countText(localities, "locality", "localities")}, ${compared} with a ratio.`,
  );
  if (warning !== null) notify(`warning: ${warning}`);
  for (const remark of remarks) notify(`note: ${remark}`);
}

/** The rule asks for these counts, which only the state knows. */
const COUNTS = ["medicaid_paid_claims", "beneficiaries"] as const;

const COLUMNS: Readonly<Record<keyof StateComparisonRow, CellStyle>> = {
  category: "text",
  code: "text",
  population: "text",
  provider_type: "text",
  rate_for: "text",
  medicaid_rate: "rate",
  medicare_locality: "text",
  medicare_locality_name: "text",
  medicare_non_facility_rate: "rate",
  ratio: "figure",
  medicare_average: "rate",
  ratio_to_average: "figure",
  not_compared: "text",
  note: "text",
  provider_records: "count",
  medicaid_calculation: "text",
};

function tableOf(rows: readonly StateComparisonRow[]): CsvTable<StateComparisonRow> {
  const names = Object.keys(COLUMNS) as (keyof StateComparisonRow)[];
  const counts = COUNTS.map((heading) => ({ heading, of: () => "" }));
  return { columns: [...memberColumns((row: StateComparisonRow) => row, names), ...counts], rows };
}

function sheetOf(
  rows: readonly StateComparisonRow[],
  name: string,
  remarks: readonly string[],
  warning: string | null,
) {
  const columns = (Object.entries(COLUMNS) as [keyof StateComparisonRow, CellStyle][]).map(([column, style]) => ({
    heading: labelOf(column),
    style,
    of: (row: StateComparisonRow) => row[column] ?? "",
  }));
  const counts = COUNTS.map((column) => ({ heading: labelOf(column), style: "count" as const, of: () => "" }));
  return tableSheet({ name, note: remarks.join(" "), columns: [...columns, ...counts], rows, warning });
}
