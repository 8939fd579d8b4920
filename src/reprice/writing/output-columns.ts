import { csvCell } from "../../dataset/csv-cell.ts";
import type { Header } from "../reading/header.ts";

/** Before the fields of a result: which line of the input it answers, and which of how many results it is. */
const PLACE_COLUMNS = ["input_line", "result_number", "result_count"];
const DIFFERENCE = "difference";

/** Stands before the name of a column of ours that the input has already, such as its `npi`. */
const OURS = "result_";

/** The header of the output: the input's own, untouched, then our columns under names that are free. */
export function outputHeader(header: Header, fields: readonly string[], isCompared: boolean): string {
  const taken = new Set(header.names);
  const names = [...PLACE_COLUMNS, ...(isCompared ? [DIFFERENCE] : []), ...fields].map((name) => {
    const free = freeName(name, taken);
    taken.add(free);
    return free;
  });
  return `${header.text},${names.map(csvCell).join(",")}\n`;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(OURS + name, taken) : name;
}

/** The header of the file of faulty lines. */
export const FAULTS_HEADER = "input_line,field,code,message\n";
