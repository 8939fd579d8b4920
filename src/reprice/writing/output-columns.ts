import { csvCell } from "../../text/csv.ts";
import type { Header } from "../reading/header.ts";

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
export interface OutputForm {
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
