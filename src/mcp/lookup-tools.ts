import type { AnswerKind } from "../answers/answer.ts";
import type { ExplainedInput, ExplainedRow, Explanation, ResultExplanation } from "../answers/explanation/schema.ts";
import { explanation } from "../answers/explanation.ts";
import { rate } from "../answers/rate.ts";
import { anyObject, array, described, object } from "../core/schema/schema.ts";
import { lookupArguments, lookupInput } from "./arguments.ts";
import type { BackendAnswer } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";
import {
  fieldsInCommon,
  fitting,
  fittingOr,
  leftOut,
  longestFitting,
  outputSchema,
  refusedAnswer,
  refusedFaults,
  type Structured,
  shownOf,
  type Tool,
  type ToolAnswer,
  type ToolMaker,
  withoutFields,
  withoutPublications,
} from "./tool.ts";

type Answered = Extract<BackendAnswer, { readonly ok: true }>;

interface Form extends Pick<Tool, "title" | "description" | "outputSchema"> {
  /** The kind that answers, if it is another one. */
  readonly kind?: AnswerKind;
  readonly shown: (answered: Answered) => ToolAnswer;
}

export function lookupTool(declared: AnswerKind): ToolMaker {
  const { name } = declared;
  const { kind = declared, shown, ...facts } = { ...formOf(declared), ...FORMS[name] };
  return (backend) => ({
    name,
    ...facts,
    inputSchema: lookupInput(backend, kind),
    async answer(sent, abandoned) {
      const request = lookupArguments(sent, backend, kind);
      if (!request.ok) return refusedFaults(request.faults);
      const { state, lookup, fields } = request.read;
      const { setting } = lookup;
      const answer = await backend.answer({ kind, state, setting, fields }, abandoned);
      return answer.ok ? shown(answer) : refusedAnswer(answer.refused);
    },
  });
}

const UNPUBLISHED = "The publications of figures are left out: `price` on a day has them.";

function formOf(kind: AnswerKind): Form {
  return {
    title: `Rate, ${kind.summary}`,
    description: kind.description({ about: { summary: "", description: "" }, dayParameter: "date" }),
    outputSchema: outputSchema(kind.schema({}, kind.noun)),
    shown: (answered) => shownAnswer(kind, answered),
  };
}

/** The whole answer if it fits; otherwise without publications, then with the first entries of its list. */
function shownAnswer({ list }: AnswerKind, answered: Answered): ToolAnswer {
  const value = JSON.parse(answered.json) as Structured;
  const entries = list === undefined ? [] : (value[list.name] as readonly Structured[]);
  const inCommon = fieldsInCommon(entries.flatMap(resultsOf));
  const shorter = entries.map((entry) => {
    const results = resultsOf(entry).map((result) => withoutFields(result, inCommon));
    return results.length === 0 ? entry : { ...entry, results };
  });
  const part = (shown: number, ...sentences: readonly (string | null)[]): Structured => {
    const next = entries[shown];
    return {
      ...{ release: answered.release, warnings: headerWarnings(answered) },
      ...value,
      ...(list === undefined ? {} : { [list.name]: shorter.slice(0, shown) }),
      ...(next === undefined ? {} : list?.next?.(next)),
      in_common: Object.keys(inCommon).length === 0 ? null : inCommon,
      left_out: leftOut(...sentences),
    };
  };
  const unpublished = answered.json.includes('"publication":{') ? UNPUBLISHED : null;
  const shortened = (shown: number): Structured => {
    const cut = shownOf(shown, entries.length, list?.name ?? "");
    return withoutPublications(part(shown, cut, cut === null ? null : (list?.remedy ?? null), unpublished));
  };
  const whole = entries.length > MCP_LIMITS.listItemsMax ? null : fitting(part(entries.length));
  return fittingOr(whole ?? longestFitting(entries.length, shortened), list?.remedy ?? "Ask for less at once.");
}

/** The results of a list entry; empty when it has none. */
function resultsOf({ results }: Structured): readonly Structured[] {
  return Array.isArray(results) ? results : [];
}

/** The warnings in an answer's headers, in words. */
function headerWarnings({ stale, empty }: Answered): readonly string[] {
  const warnings: string[] = [];
  if (empty !== null) {
    warnings.push(
      `Some prices looked into tables that have no rows in the loaded data, as if the state published nothing there: ${empty}.`,
    );
  }
  if (stale !== null) {
    warnings.push(
      `Some prices are made of old editions, which newer ones may have changed (table and edition): ${stale}. The tool \`coverage\` has their age.`,
    );
  }
  return warnings;
}

const ONE_PROVIDER = "Send an identifier, such as npi, for one provider; `search` finds it.";

const prices = object("Prices", {
  request: anyObject("What was understood, defaults included."),
  assumptions: array(described(""), "Defaults that played a part. Repeat them with the price."),
  prices: array(
    described(""),
    "One for each provider and rate that matches: `result` with `payment_rate`, `figures` with the row each was read from, the rows as `sources`, and `no_rate` with `remedy` where there is none.",
  ),
  sources: array(described(""), "The rows that prices name, each with its `publication`. Cite it."),
});

/** The price of a lookup, with the figures and the sources to cite. */
const priceForm: Partial<Form> = {
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
};

/** Prices of one answer share most of their rows: each is listed once. */
function sourcesOf(cited: readonly Cited[]): readonly CitedRow[] {
  return [...new Map(cited.flatMap(({ rows }) => rows).map((row) => [row.row, row])).values()];
}

/** A row to cite: its place in the dataset, and its publication. */
interface CitedRow extends Omit<ExplainedRow, "id" | "used" | "why_not"> {
  readonly row: string;
}

/** The figures of a price, each with its row and column or other source. */
interface Cited {
  readonly figures: readonly Structured[];
  readonly rows: readonly CitedRow[];
}

/** The parts of a price, from its explanation. A row is named by its place, so that prices can share it. */
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

const REMEDY =
  "Send an identifier, such as npi, for one provider; the command `ratebook explain` and the path /explain of a server give all of it.";

/** The record of a calculation: everything needed to recompute the price. */
const explainForm: Partial<Form> = {
  title: "Explain a price",
  description:
    "The whole calculation behind a price, of the same arguments as `price`: every step with its expression and rounding, every figure with its row, publication and place, and the rows that were not used and why. Long: send one provider and one code. For the amount and its sources use `price`.",
  shown: ({ json }) => {
    const explained = JSON.parse(json) as Explanation;
    return fittingOr(fitting({ ...explained }) ?? shortened(explained), REMEDY);
  },
};

/** Agents receive prices with figures and sources to cite, and as much of explanations as fits. */
const FORMS: Readonly<Record<string, Partial<Form>>> = { [rate.name]: priceForm, [explanation.name]: explainForm };

/** Unused rows are dropped first. */
function shortened(explanation: Explanation): Structured | null {
  const { explanations } = explanation;
  const unused = "Rows that were looked at and not used are only counted, in rows_left_out.";
  return longestFitting(explanations.length, (shown) => ({
    ...explanation,
    explanations: explanations.slice(0, shown).map(withUsedRows),
    left_out: leftOut(shownOf(shown, explanations.length, "results"), unused, REMEDY),
  }));
}

function withUsedRows(explained: ResultExplanation): ResultExplanation {
  const rows = explained.rows.filter(({ used }) => used);
  return { ...explained, rows, rows_left_out: explained.rows_left_out + explained.rows.length - rows.length };
}
