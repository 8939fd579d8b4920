import type { AnswerKind } from "../../../answers/answer.ts";
import { lookupKinds } from "../../../answers/index.ts";
import type { KindQuestion } from "../../../answers/question.ts";
import { rate } from "../../../answers/rate.ts";
import { search } from "../../../answers/search.ts";
import type { Day } from "../../../core/calendar/day.ts";
import type { Example, RateLookup } from "../../../pricing/lookup.ts";
import type { ProviderSearch } from "../../../pricing/provider-search.ts";
import { STALE_AFTER_MONTHS } from "../../../pricing/state/freshness.ts";
import type { State } from "../../../pricing/state/state.ts";
import type { LongWork } from "../long-work/question.ts";

/** An example that a state declares, with the answer that the loaded data gives to it. */
export interface WorkedExample {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answer: unknown;
  /** The same answer as CSV: of the first example alone, one shows what it is. */
  readonly csv: string | null;
}

/** Two items show what a batch is. */
const BATCH_ITEMS = 2;

/** What the examples of a lookup are answered with; in a batch the first of them. */
export type ExampleForm = AnswerKind | "batch";

/** The worked examples of a kind of answer about a lookup, or of a provider search. */
export type ExamplesOf = (of: RateLookup | ProviderSearch, form?: ExampleForm) => readonly WorkedExample[];

/** Has every declared example of these states answered; those that cannot be are left out. */
export async function workedExamples(states: readonly State[], work: LongWork, today: Day): Promise<ExamplesOf> {
  const worked = new Map<object, ReadonlyMap<string, readonly WorkedExample[]>>();
  for (const state of states) {
    const terms = { today, states: [state.code], staleAfterMonths: STALE_AFTER_MONTHS };
    for (const lookup of state.lookups) {
      const byKind = new Map<string, readonly WorkedExample[]>();
      for (const { name: answer, examples } of lookupKinds) {
        const question = { ...terms, answer, setting: lookup.setting };
        const several = answer === rate.name ? examples(lookup).length : 1;
        byKind.set(answer, await answered(examples(lookup), work, question, several));
      }
      worked.set(lookup, byKind);
    }
    const found = await answered(search.examples(state), work, { ...terms, answer: search.name, setting: null });
    worked.set(state.search, new Map([[rate.name, found]]));
  }
  return (of, form = rate) => {
    if (form === "batch") return worked.get(of)?.get(rate.name)?.slice(0, BATCH_ITEMS) ?? [];
    return worked.get(of)?.get(form.name) ?? [];
  };
}

async function answered(
  examples: readonly Example[],
  work: LongWork,
  terms: Omit<KindQuestion, "kind" | "fields" | "format">,
  examplesMax = examples.length,
): Promise<WorkedExample[]> {
  const worked: WorkedExample[] = [];
  for (const { title, query } of examples) {
    if (worked.length === examplesMax) break;
    const question = { kind: "answer", ...terms, fields: query } as const;
    const json = await textOf({ ...question, format: "json" }, work);
    if (json === null) continue;
    const csv = worked.length === 0 ? await textOf({ ...question, format: "csv" }, work) : null;
    worked.push({ title, query, answer: JSON.parse(json), csv });
  }
  return worked;
}

/** Null where the question is refused. */
async function textOf(question: KindQuestion, work: LongWork): Promise<string | null> {
  const answer = await work.answer(question, new AbortController().signal, async () => true);
  return answer.ok ? (answer.body as string) : null;
}
