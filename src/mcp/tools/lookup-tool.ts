import type { AnswerKind } from "../../answers/answer.ts";
import { lookupArguments, lookupInput } from "../arguments.ts";
import type { BackendAnswer } from "../backend.ts";
import {
  fieldsInCommon,
  fitting,
  leftOut,
  longestFitting,
  shownOf,
  withoutFields,
  withoutPublications,
} from "../fitting.ts";
import { MCP_LIMITS } from "../limits.ts";
import {
  fittingOr,
  outputSchema,
  refusedAnswer,
  refusedFaults,
  type Structured,
  type Tool,
  type ToolAnswer,
  type ToolMaker,
} from "../tool.ts";

type Answered = Extract<BackendAnswer, { readonly ok: true }>;

interface LookupTool extends Pick<Tool, "name" | "title" | "description" | "outputSchema"> {
  readonly kind: AnswerKind;
  /** The answer as agents get it. */
  readonly shown: (answered: Answered) => ToolAnswer;
}

/** A tool about one lookup of a state. */
export function lookupTool({ kind, shown, ...facts }: LookupTool): ToolMaker {
  return (backend) => ({
    ...facts,
    inputSchema: lookupInput(backend, kind.parameters),
    async answer(sent, abandoned) {
      const request = lookupArguments(sent, backend, kind.parameters);
      if (!request.ok) return refusedFaults(request.faults);
      const { state, lookup, fields } = request.read;
      const { setting } = lookup;
      const answer = await backend.answer({ kind, state, setting, fields }, abandoned);
      return answer.ok ? shown(answer) : refusedAnswer(answer.refused);
    },
  });
}

const UNPUBLISHED = "The publications of figures are left out: `price` on a day has them.";

/** The tool of a declared kind of answer. */
export function answerTool(kind: AnswerKind): ToolMaker {
  return lookupTool({
    name: kind.name,
    title: `Rate, ${kind.summary}`,
    description: kind.description({ about: { summary: "", description: "" }, dayParameter: "date" }),
    outputSchema: outputSchema(kind.schema({}, kind.noun)),
    kind,
    shown: (answered) => shownAnswer(kind, answered),
  });
}

/** The whole answer where it fits; otherwise without publications, and then with the first entries of its list. */
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

/** The results of an entry of a list; none where it has no list of them. */
function resultsOf({ results }: Structured): readonly Structured[] {
  return Array.isArray(results) ? results : [];
}

/** What the headers of an answer say against its prices, in words. */
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
