import { MEDICARE_COLUMNS } from "../../answers/benchmark/beside.ts";
import { didYouMean } from "../../core/text/closest.ts";
import { csvCell } from "../../core/text/csv.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { TakebacksOfFile } from "../pricing/takebacks.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { Header } from "../reading/header.ts";
import { comparedColumn, type InputColumns } from "../reading/input-columns.ts";
import type { CellForm } from "../values/readers.ts";
import type { RemittanceFacts } from "../x12/remittance-facts.ts";

type Names = Pick<Header, "text" | "names">;

/** In front of a result's fields: the input line, which of how many results is shown, the day that was read, and what became of the line. */
const PLACE_COLUMNS = ["input_line", "result_number", "result_count", "date_priced", "outcome", "reason"];
/** The line's amount at the rate, and its expected payment: no more than was billed. */
const AMOUNT_COLUMNS = ["units_priced", "amount_at_rate", "expected_amount"];
const DIFFERENCE = "difference";
/** Remarks on the amounts, in words and as codes. */
const REMARK_COLUMNS = ["remarks", "remark_codes"];

/** After the fields: the further results in one cell, and the parameters of the lookup as a query. */
const REPEATING_COLUMNS = ["other_results", "lookup"];

/** Prefix of an output column whose name the input has already, such as `npi`. */
const OURS = "result_";

/** The sources of a result's figures, and the command that prints its whole explanation. */
const EXPLANATION_COLUMNS = ["figures", "explain_command"];

interface OutputForm {
  readonly fields: readonly string[];
  readonly isCompared: boolean;
  readonly isExplained: boolean;
  /** Whether Medicare's price stands beside each line; absent: it does not. */
  readonly isBesideMedicare?: boolean;
}

/** Our columns in their order, after those of the input. */
export function ourColumns({ fields, isCompared, isExplained, isBesideMedicare }: OutputForm): readonly string[] {
  const difference = isCompared ? [DIFFERENCE] : [];
  const explanation = isExplained ? EXPLANATION_COLUMNS : [];
  const medicare = isBesideMedicare ? Object.keys(MEDICARE_COLUMNS) : [];
  const before = [...PLACE_COLUMNS, ...AMOUNT_COLUMNS, ...difference, ...REMARK_COLUMNS];
  return [...before, ...fields, ...REPEATING_COLUMNS, ...medicare, ...explanation];
}

/** Reads a column of ours by its name; empty when the output does not have it. */
export type ColumnReader = (cells: readonly string[], name: string) => string;

export function columnReader({ names, form }: Pick<WrittenOutput, "names" | "form">): ColumnReader {
  const places = new Map(ourColumns(form).map((name, place) => [name, names.length + place] as const));
  return (cells, name) => {
    const place = places.get(name);
    return place === undefined ? "" : (cells[place] ?? "");
  };
}

/** The header of the output: the input's own, unchanged, then our columns under free names. */
export function outputHeader(header: Names, form: OutputForm): string {
  const taken = new Set(header.names);
  const names = ourColumns(form).map((name) => {
    const free = freeName(name, taken);
    taken.add(free);
    return free;
  });
  return `${header.text},${names.map(csvCell).join(",")}\n`;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(OURS + name, taken) : name;
}

/** In front of a rejected line, so that it can be corrected in its place and repriced by itself. */
export const FAULT_COLUMNS = ["fault_line", "fault_columns", "fault_reasons"];

export function faultsHeader({ text, names }: Names): string {
  const taken = new Set(names);
  return `${FAULT_COLUMNS.map((name) => csvCell(freeName(name, taken))).join(",")},${text}\n`;
}

export interface CompleteRepricing {
  readonly kind: "complete";
  readonly tally: TallyRecord;
  readonly faultsFile: string | null;
}

/** A complete output, for a report that reads it again. */
export interface WrittenOutput {
  readonly out: string;
  readonly faultsFile: string | null;
  readonly names: readonly string[];
  readonly columns: InputColumns;
  readonly form: OutputForm;
  readonly cells: CellForm;
  /** What the input says besides its lines; null unless it is a remittance. A resumed run opens the input again and has it too. */
  readonly remittance: RemittanceFacts | null;
  /** The takebacks that were looked for before pricing; null where none were. */
  readonly takebacks: TakebacksOfFile | null;
}

/** The output columns that the request and the input need. */
export function outputForm(
  {
    fields,
    explains,
    isBesideMedicare = false,
  }: {
    readonly fields: readonly string[];
    readonly explains: boolean;
    readonly isBesideMedicare?: boolean;
  },
  columns: InputColumns,
): OutputForm {
  return { fields, isCompared: comparedColumn(columns) !== null, isExplained: explains, isBesideMedicare };
}

/**
 * What an analyst looks at first: is there a rate, how much, why or why not, for which provider and until when. Every state has
 * these fields; the request is in the input's own columns.
 */
const USUAL_FIELDS = [
  "rate_found",
  "payment_rate",
  "payment_rate_type",
  "error_message",
  "npi",
  "state_provider_id",
  "provider_name",
  "provider_matches_total",
  "billing_code_description",
  "effective_start_date",
  "effective_end_date",
  "calculation_method",
];

const ALL_FIELDS = "all";

/** The fields of a result to write, in the requested order; null means the usual ones. */
export function chosenFields(lookup: RateLookup, requested: readonly string[] | null): readonly string[] | Refusal {
  const known = Object.keys(lookup.resultSchema.properties);
  if (requested === null) return USUAL_FIELDS.filter((name) => known.includes(name));
  if (requested.length === 1 && requested[0] === ALL_FIELDS) return known;
  const unknown = requested.find((name) => !known.includes(name));
  if (unknown !== undefined) return new Refusal(`fields of the result, and ${notAField(unknown, known)}`);
  const repeated = requested.find((name, index) => requested.indexOf(name) !== index);
  return repeated === undefined ? requested : new Refusal(`each field once, and ${repeated} is there twice`);
}

function notAField(name: string, known: readonly string[]): string {
  return `${quoted(name)} is none; ${didYouMean(name, known, `known are ${known.join(", ")}`)}`;
}
