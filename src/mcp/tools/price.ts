import type {
  ExplainedInput,
  ExplainedRow,
  Explanation,
  ResultExplanation,
} from "../../answers/explanation/explanation.ts";
import { explanation } from "../../answers/explanation.ts";
import { anyObject, described, list, object } from "../../core/schema/schema.ts";
import { leftOut, longestFitting, shownOf } from "../fitting.ts";
import { fittingOr, outputSchema, type Structured } from "../tool.ts";
import { lookupTool } from "./lookup-tool.ts";

const ONE_PROVIDER = "Send an identifier, such as npi, for one provider; `search` finds it.";

const prices = object("Prices", {
  request: anyObject("What was understood, defaults included."),
  assumptions: list(described(""), "Defaults that played a part. Repeat them with the price."),
  prices: list(
    described(""),
    "One for each provider and rate that matches: `result` with `payment_rate`, `figures` with the row each was read from, the rows as `sources`, and `no_rate` with `remedy` where there is none.",
  ),
  sources: list(described(""), "The rows that prices name, each with its `publication`. Cite it."),
});

/** What a lookup pays, with the figures and the sources to cite. */
export const priceTool = lookupTool({
  name: "price",
  title: "Price a service or a stay",
  description:
    "What a state's Medicaid program pays for one code at a provider on a day, to the cent: the calculation, its figures and their sources, what was assumed; or why there is no rate and what would help. Amounts are exact decimal strings: quote them. `provider_name` in `parameters` finds up to 20 providers.",
  outputSchema: outputSchema(prices),
  kind: explanation,
  shown: ({ json }) => {
    const { release, request, assumptions, stale, empty_tables, explanations } = JSON.parse(json) as Explanation;
    const warnings = [...empty_tables, ...stale].map(({ message }) => message);
    const priced = explanations.map((explained) => ({ explained, cited: citedIn(explained) }));
    const part = (shown: number): Structured => {
      const those = priced.slice(0, shown);
      const cut = shownOf(shown, priced.length, "results");
      return {
        ...{ release, request, assumptions, warnings },
        prices: those.map(({ explained: { result, no_rate }, cited: { figures, rows } }) => ({
          ...{ result, figures },
          sources: rows.map(({ row }) => row),
          no_rate,
        })),
        sources: sourcesOf(those.map(({ cited }) => cited)),
        left_out: leftOut(cut, cut === null ? null : ONE_PROVIDER),
      };
    };
    return fittingOr(longestFitting(priced.length, part), ONE_PROVIDER);
  },
});

/** Prices of one answer share most of their rows: each is listed once. */
function sourcesOf(cited: readonly Cited[]): readonly CitedRow[] {
  return [...new Map(cited.flatMap(({ rows }) => rows).map((row) => [row.row, row])).values()];
}

/** A row to cite: where it stands in the dataset, and where it was published. */
interface CitedRow extends Omit<ExplainedRow, "id" | "used" | "why_not"> {
  readonly row: string;
}

/** The figures that a price starts from, each with the row and column that it was read from or where else it comes from. */
interface Cited {
  readonly figures: readonly Structured[];
  readonly rows: readonly CitedRow[];
}

/** What a price is made of, read off its explanation. A row is named by its place, so that prices can share it. */
function citedIn({ inputs, rows }: ResultExplanation): Cited {
  const names = new Map(rows.map((row) => [row.id, placeOf(row)]));
  const figure = ({ name, value, unit, from }: ExplainedInput): Structured =>
    "row" in from
      ? { name, value, unit, row: names.get(from.row) ?? from.row, column: from.column }
      : { name, value, unit, from };
  return {
    figures: inputs.map(figure),
    rows: rows
      .filter(({ used }) => used)
      .map(({ id: _, used: __, why_not: ___, ...row }) => ({ row: placeOf(row), ...row })),
  };
}

function placeOf({ table, line }: Pick<ExplainedRow, "table" | "line">): string {
  return `${table} line ${line}`;
}
