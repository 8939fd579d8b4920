import { didYouMean } from "../../core/text/closest.ts";
import { csvCell } from "../../core/text/csv.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { Header } from "../reading/header.ts";
import { comparedColumn, type InputColumns } from "../reading/input-columns.ts";
import type { CellForm } from "../values/readers.ts";

type Names = Pick<Header, "text" | "names">;

/** Before the fields of a result: which line of the input it answers, and which of how many results it is. */
const PLACE_COLUMNS = ["input_line", "result_number", "result_count"];
/** What the rate comes to for the line, and what the line should have been paid: no more than was billed. */
const AMOUNT_COLUMNS = ["units_priced", "amount_at_rate", "expected_amount"];
/** Beside what was paid. */
const DIFFERENCE = "difference";
/** What to know about the amounts, in words and by codes. */
const REMARK_COLUMNS = ["remarks", "remark_codes"];

/** Stands before the name of a column of ours that the input has already, such as its `npi`. */
const OURS = "result_";

/** Where the figures of a result come from, and the command that prints its whole explanation. */
const EXPLANATION_COLUMNS = ["figures", "explain_command"];

/** What decides which columns of ours an output has. */
interface OutputForm {
  readonly fields: readonly string[];
  readonly isCompared: boolean;
  readonly isExplained: boolean;
}

/** Our columns in their order, after those of the input. */
export function ourColumns({ fields, isCompared, isExplained }: OutputForm): readonly string[] {
  const difference = isCompared ? [DIFFERENCE] : [];
  const explanation = isExplained ? EXPLANATION_COLUMNS : [];
  return [...PLACE_COLUMNS, ...AMOUNT_COLUMNS, ...difference, ...REMARK_COLUMNS, ...fields, ...explanation];
}

/** The header of the output: the input's own, untouched, then our columns under names that are free. */
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

/** Before a line as it was, so that it can be corrected in its place and run again by itself. */
export const FAULT_COLUMNS = ["fault_line", "fault_columns", "fault_reasons"];

/** The header of the file of faulty lines. */
export function faultsHeader({ text, names }: Names): string {
  const taken = new Set(names);
  return `${FAULT_COLUMNS.map((name) => csvCell(freeName(name, taken))).join(",")},${text}\n`;
}

/** A run that came to its end. */
export interface CompleteRepricing {
  readonly kind: "complete";
  readonly tally: TallyRecord;
  readonly faultsFile: string | null;
}

/** An output that is complete, for those who read it again. */
export interface WrittenOutput {
  readonly out: string;
  readonly faultsFile: string | null;
  /** The headings of the input. */
  readonly names: readonly string[];
  readonly columns: InputColumns;
  readonly form: OutputForm;
  /** What its cells were read by. */
  readonly cells: CellForm;
}

/** Which of our columns an output has, by what was requested and what the input has. */
export function outputForm(
  { fields, explains }: { readonly fields: readonly string[]; readonly explains: boolean },
  columns: InputColumns,
): OutputForm {
  return { fields, isCompared: comparedColumn(columns) !== null, isExplained: explains };
}

/**
 * What an analyst looks at first: is there a rate, how much, why or why not, for whom and until when.
 * All are fields of every state; what was asked stands in the input's own columns already.
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

/** Every field that a result has. */
const ALL_FIELDS = "all";

/** The fields of a result to write, in the requested order; null means the usual ones. */
export function chosenFields(lookup: RateLookup, asked: readonly string[] | null): readonly string[] | Refusal {
  const known = Object.keys(lookup.resultSchema.properties);
  if (asked === null) return USUAL_FIELDS.filter((name) => known.includes(name));
  if (asked.length === 1 && asked[0] === ALL_FIELDS) return known;
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) return new Refusal(`fields of the result, and ${notAField(unknown, known)}`);
  const repeated = asked.find((name, index) => asked.indexOf(name) !== index);
  return repeated === undefined ? asked : new Refusal(`each field once, and ${repeated} is there twice`);
}

function notAField(name: string, known: readonly string[]): string {
  return `${quoted(name)} is none; ${didYouMean(name, known, `known are ${known.join(", ")}`)}`;
}
