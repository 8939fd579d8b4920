import type { Option, Options, TriedValue } from "../../options/options.ts";
import { type CsvColumn, csvColumn, csvOf } from "./table.ts";

/** A value that was tried; or a parameter none of whose values is listed. */
interface OptionRow {
  readonly option: Option;
  readonly tried: TriedValue | null;
}

/** Options: one row for each value that was tried, and one for a parameter without any. */
export function optionsCsv({ parameters, rate_found, payment_rate, complete }: Options): string {
  const columns: readonly CsvColumn<OptionRow>[] = [
    csvColumn("parameter", ({ option }) => option.parameter),
    csvColumn("type", ({ option }) => option.type),
    csvColumn("sent", ({ option }) => option.sent),
    csvColumn("assumed", ({ option }) => option.assumed),
    csvColumn("matters", ({ option }) => option.matters),
    csvColumn("value", ({ tried }) => tried?.value),
    csvColumn("rate_found", ({ tried }) => tried?.rate_found),
    csvColumn("payment_rate", ({ tried }) => tried?.payment_rate),
    csvColumn("difference", ({ tried }) => tried?.difference),
    csvColumn("results", ({ tried }) => tried?.results),
    csvColumn("differs", ({ tried }) => tried?.differs),
    csvColumn("rate_found_as_sent", () => rate_found),
    csvColumn("payment_rate_as_sent", () => payment_rate),
    csvColumn("complete", () => complete),
    csvColumn("description", ({ option }) => option.description),
  ];
  return csvOf(columns, parameters.flatMap(rowsOf));
}

function rowsOf(option: Option): readonly OptionRow[] {
  return option.values.length === 0 ? [{ option, tried: null }] : option.values.map((tried) => ({ option, tried }));
}
