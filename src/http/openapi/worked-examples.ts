import type { Day } from "../../calendar/day.ts";
import { STALE_AFTER_MONTHS } from "../../pricing/freshness.ts";
import type { Example, RateLookup } from "../../pricing/lookup.ts";
import type { ProviderSearch } from "../../pricing/provider-search.ts";
import type { State } from "../../pricing/state.ts";
import type { AnswerForm, LongWork, Question } from "../long-work/question.ts";

/** An example that a state declares, with the answer that the loaded data gives to it. */
export interface WorkedExample {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

/** The examples of a declared endpoint; of a lookup also explained. */
export type ExamplesOf = (
  endpoint: RateLookup | ProviderSearch,
  form?: "results" | "explanation",
) => readonly WorkedExample[];

/** Has every declared example of these states answered; those that cannot be are left out. */
export async function workedExamples(states: readonly State[], work: LongWork, today: Day): Promise<ExamplesOf> {
  const worked = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  const explained = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  for (const { code: state, lookups, search } of states) {
    for (const lookup of lookups) {
      const { setting } = lookup;
      const asked = (form: AnswerForm) => (fields: WorkedExample["query"]) =>
        ({ kind: "lookup", state, setting, today, staleAfterMonths: STALE_AFTER_MONTHS, fields, form }) as const;
      worked.set(lookup, await answered(lookup.examples, work, asked("results")));
      // An explanation is long: one shows what it is.
      explained.set(lookup, await answered(lookup.examples.slice(0, 1), work, asked("explanation")));
    }
    worked.set(search, await answered(search.examples, work, (fields) => ({ kind: "search", state, today, fields })));
  }
  return (endpoint, form = "results") => (form === "results" ? worked : explained).get(endpoint) ?? [];
}

async function answered(
  examples: readonly Example[],
  work: LongWork,
  asked: (query: WorkedExample["query"]) => Question,
): Promise<WorkedExample[]> {
  const worked: WorkedExample[] = [];
  for (const { title, query } of examples) {
    const answer = await work.answer(asked(query), new AbortController().signal, async () => true);
    if (answer.ok) worked.push({ title, query, answer: JSON.parse(answer.json as string) });
  }
  return worked;
}
