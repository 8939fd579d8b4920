import { rate } from "../../../answers/rate.ts";
import type { RateLookup } from "../../../pricing/lookup.ts";
import type { State } from "../../../pricing/state/state.ts";
import type { Json } from "./json-schema.ts";
import type { ExampleForm, ExamplesOf, WorkedExample } from "./worked-examples.ts";

/*
 * The document that clients are generated from stays small: it shows what differs from lookup to lookup, which is the results, and
 * everything else once. An explanation or a history looks alike in every state.
 */

/** Enough to show a plain price and one with something special to it. */
const PER_LOOKUP_MAX = 2;

/** Of a lookup the first examples with a single result; of every other kind of answer the shortest example of all states. */
export function shownExamples(states: readonly State[], examplesOf: ExamplesOf): ExamplesOf {
  const lookups = states.flatMap((state) => state.lookups);
  const shortest = new Map<ExampleForm, RateLookup | null>();
  const whereShortest = (form: ExampleForm): RateLookup | null => {
    const known = shortest.get(form);
    if (known !== undefined) return known;
    const worked = lookups.flatMap((lookup) => examplesOf(lookup, form).map((example) => ({ lookup, example })));
    const [first] = worked.toSorted((one, other) => lengthOf(one.example) - lengthOf(other.example));
    shortest.set(form, first?.lookup ?? null);
    return first?.lookup ?? null;
  };
  return (endpoint, form = rate) => {
    const examples = examplesOf(endpoint, form);
    if (!("setting" in endpoint)) return examples;
    if (form === rate) return singleResults(examples);
    return whereShortest(form) === endpoint ? examples : [];
  };
}

function singleResults(examples: readonly WorkedExample[]): readonly WorkedExample[] {
  const single = examples.filter(({ answer }) => Array.isArray(answer) && answer.length === 1);
  return single.length === 0 ? examples.slice(0, 1) : single.slice(0, PER_LOOKUP_MAX);
}

function lengthOf({ answer }: WorkedExample): number {
  return JSON.stringify(answer).length;
}

/** The examples of a media type, if there are any: each by its title, with the request that it answers. */
export function shownAnswers(path: string, examples: readonly WorkedExample[]): Json {
  if (examples.length === 0) return {};
  const shown = examples.map(({ title, query, answer }) => [
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, ""),
    { summary: title, description: `GET ${path}?${new URLSearchParams(query)}`, value: answer },
  ]);
  return { examples: Object.fromEntries(shown) };
}
