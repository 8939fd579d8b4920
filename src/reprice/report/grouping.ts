import { didYouMean } from "../../core/text/closest.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { withZeros } from "../pricing/lost-zeros.ts";
import { hasRemark } from "../pricing/remarks.ts";
import { heading } from "../reading/input-columns.ts";
import { BILLING_CODE, codeAsAsked } from "../values/billing-code.ts";
import { readersOf } from "../values/readers.ts";
import { ourColumns, type WrittenOutput } from "../writing/output-columns.ts";

/** What totals can be made by besides the columns of the input. */
export const USUAL_GROUPINGS = ["code", "provider", "month"] as const;

/** Beyond these a summary is no summary. */
const GROUPINGS_MAX = 10;

/** How the lines of an output are put into groups. */
export interface Grouping {
  /** As it was asked for: `code`, or the heading of a column. */
  readonly by: string;
  readonly keyOf: (cells: readonly string[]) => string;
  /** What the key is called, where the output tells. */
  readonly labelOf: (cells: readonly string[]) => string;
}

const NO_LABEL = () => "";
const MONTH_CHARACTERS = "YYYY-MM".length;

/** The names of groupings as people write them. */
export function readGroupingNames(text: string): readonly string[] | Refusal {
  const names = text.split(",").map((name) => name.trim());
  return names.includes("") ? new Refusal("names separated by commas, such as code,provider,month") : names;
}

/** The groupings that were asked for. Code, provider and month are what they are whatever the columns are called. */
export function groupingsOf(
  asked: readonly string[],
  lookup: RateLookup,
  output: Pick<WrittenOutput, "names" | "columns" | "form" | "cells">,
): readonly Grouping[] | Refusal {
  if (asked.length > GROUPINGS_MAX) return new Refusal(`at most ${GROUPINGS_MAX} of them`);
  const groupings: Grouping[] = [];
  for (const by of asked) {
    const grouping = usualGrouping(by, lookup, output) ?? columnGrouping(by, output.names);
    if (grouping instanceof Refusal) return grouping;
    if (groupings.some((each) => each.by === grouping.by)) return new Refusal(`each once, and ${by} is there twice`);
    groupings.push(grouping);
  }
  return groupings;
}

function columnGrouping(by: string, names: readonly string[]): Grouping | Refusal {
  const headings = names.map(heading);
  const index = headings.findIndex((name) => name.toLowerCase() === heading(by).toLowerCase());
  if (index >= 0)
    return { by: headings[index] as string, keyOf: (cells) => (cells[index] ?? "").trim(), labelOf: NO_LABEL };
  const known = [...USUAL_GROUPINGS, ...headings];
  const remedy = didYouMean(by, known, `known are ${known.join(", ")}`);
  return new Refusal(`code, provider, month or columns of the input, and ${quoted(by)} is none; ${remedy}`);
}

function usualGrouping(
  by: string,
  lookup: RateLookup,
  { names, columns, form, cells: cellForm }: Pick<WrittenOutput, "names" | "columns" | "form" | "cells">,
): Grouping | null {
  const readerOf = readersOf(lookup, cellForm, columns.codeSystem);
  const ours = ourColumns(form);
  const labelled = (field: string) => {
    const place = ours.indexOf(field);
    return place < 0 ? NO_LABEL : (cells: readonly string[]) => cells[names.length + place] ?? "";
  };
  /** A parameter as it was read. */
  const parameter = (name: string) => {
    const column = columns.parameters.find((each) => each.name === name);
    if (column === undefined) return NO_LABEL;
    const read = readerOf(name);
    return (cells: readonly string[]) => {
      const cell = cells[column.index] ?? "";
      const value = read(cell);
      return value instanceof Refusal ? cell : value.text;
    };
  };
  if (by === "code") {
    const read = parameter(BILLING_CODE);
    const severity = columns.severity?.index;
    const code = (cells: readonly string[]) =>
      codeAsAsked(read(cells), severity === undefined ? "" : (cells[severity] ?? ""), lookup);
    const remarks = names.length + ours.indexOf("remark_codes");
    const keyOf = (cells: readonly string[]) =>
      hasRemark(cells[remarks], "zeros_put_back") ? withZeros(code(cells)) : code(cells).toUpperCase();
    return { by, keyOf, labelOf: labelled("billing_code_description") };
  }
  if (by === "provider") {
    const identifiers = Object.entries(lookup.parameters)
      .filter(([, { identifiesProvider }]) => identifiesProvider)
      .map(([key]) => parameter(snakeCase(key)));
    const keyOf = (cells: readonly string[]) => {
      for (const each of identifiers) {
        const found = each(cells);
        if (found !== "") return found;
      }
      return "";
    };
    return { by, keyOf, labelOf: labelled("provider_name") };
  }
  if (by !== "month") return null;
  const day = parameter(lookup.dayParameter);
  return { by, keyOf: (cells) => day(cells).slice(0, MONTH_CHARACTERS), labelOf: NO_LABEL };
}
