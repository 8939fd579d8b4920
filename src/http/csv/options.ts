import type { Option, Options, TriedValue } from "../../options/options.ts";
import { type Column, column, csvOf } from "./table.ts";

/** A value that was tried; or a parameter none of whose values is listed. */
interface OptionRow {
  readonly option: Option;
  readonly tried: TriedValue | null;
}

/** Options: one row for each value that was tried, and one for a parameter without any. */
export function optionsCsv({ parameters, rate_found, payment_rate, complete }: Options): string {
  const columns: readonly Column<OptionRow>[] = [
    column("parameter", ({ option }) => option.parameter),
    column("type", ({ option }) => option.type),
    column("sent", ({ option }) => option.sent),
    column("assumed", ({ option }) => option.assumed),
    column("matters", ({ option }) => option.matters),
    column("value", ({ tried }) => tried?.value),
    column("rate_found", ({ tried }) => tried?.rate_found),
    column("payment_rate", ({ tried }) => tried?.payment_rate),
    column("difference", ({ tried }) => tried?.difference),
    column("results", ({ tried }) => tried?.results),
    column("differs", ({ tried }) => tried?.differs),
    column("rate_found_as_sent", () => rate_found),
    column("payment_rate_as_sent", () => payment_rate),
    column("complete", () => complete),
    column("description", ({ option }) => option.description),
  ];
  return csvOf(columns, parameters.flatMap(rowsOf));
}

function rowsOf(option: Option): readonly OptionRow[] {
  return option.values.length === 0 ? [{ option, tried: null }] : option.values.map((tried) => ({ option, tried }));
}
