import type { Day } from "../../calendar/day.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ProviderSearch } from "../../pricing/provider-search.ts";
import type { State } from "../../pricing/state.ts";
import type { LongWork, Question } from "../long-work/question.ts";

/** An example that a state declares, with the answer that the loaded data gives to it. */
export interface WorkedExample {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

/** The examples of a declared endpoint. */
export type ExamplesOf = (endpoint: RateLookup | ProviderSearch) => readonly WorkedExample[];

/** Has every declared example of these states answered; those that cannot be are left out. */
export async function workedExamples(states: readonly State[], work: LongWork, today: Day): Promise<ExamplesOf> {
  const worked = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  for (const { code: state, outpatient, inpatient, search } of states) {
    for (const lookup of [outpatient, inpatient]) {
      const { setting } = lookup;
      worked.set(lookup, await answered(lookup, work, (fields) => ({ kind: "lookup", state, setting, today, fields })));
    }
    worked.set(search, await answered(search, work, (fields) => ({ kind: "search", state, today, fields })));
  }
  return (endpoint) => worked.get(endpoint) ?? [];
}

async function answered(
  { examples }: RateLookup | ProviderSearch,
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
