import type { Day } from "../../calendar/day.ts";
import type { Example, RateLookup } from "../../pricing/lookup.ts";
import type { ProviderSearch } from "../../pricing/provider-search.ts";
import { STALE_AFTER_MONTHS } from "../../state/freshness.ts";
import type { State } from "../../state/state.ts";
import type {
  AnswerForm,
  LongWork,
  LookupQuestion,
  ManyPricesQuestion,
  SearchQuestion,
} from "../long-work/question.ts";

/** What examples are asked with. */
type ReadingQuestion = LookupQuestion | SearchQuestion | ManyPricesQuestion;

/** An example that a state declares, with the answer that the loaded data gives to it. */
export interface WorkedExample {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answer: unknown;
  /** The same answer as CSV: of the first example alone, one shows what it is. */
  readonly csv: string | null;
}

/** What the examples of a lookup are answered with. */
type ExampleForm = "results" | "explanation" | "history" | "comparison" | "options";

/** The examples of a declared endpoint; of a lookup also explained, over time, compared and with its options. */
export type ExamplesOf = (endpoint: RateLookup | ProviderSearch, form?: ExampleForm) => readonly WorkedExample[];

/** Has every declared example of these states answered; those that cannot be are left out. */
export async function workedExamples(states: readonly State[], work: LongWork, today: Day): Promise<ExamplesOf> {
  const worked = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  const explained = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  const histories = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  const comparisons = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  const options = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  for (const { code: state, lookups, search } of states) {
    for (const lookup of lookups) {
      const { setting } = lookup;
      const asked = (form: AnswerForm) => (fields: WorkedExample["query"]) =>
        ({ kind: "lookup", state, setting, today, staleAfterMonths: STALE_AFTER_MONTHS, fields, form }) as const;
      worked.set(lookup, await answered(lookup.examples, work, asked("results")));
      // An explanation is long: one shows what it is.
      explained.set(lookup, await answered(lookup.examples.slice(0, 1), work, asked("explanation")));
      const many = (kind: ManyPricesQuestion["kind"]) => (fields: WorkedExample["query"]) =>
        ({ kind, state, setting, today, staleAfterMonths: STALE_AFTER_MONTHS, fields }) as const;
      histories.set(lookup, await answered(historyExamples(lookup), work, many("history")));
      comparisons.set(lookup, await answered(comparisonExamples(lookup), work, many("comparison")));
      options.set(lookup, await answered(lookup.examples.slice(0, 1), work, many("options")));
    }
    worked.set(search, await answered(search.examples, work, (fields) => ({ kind: "search", state, today, fields })));
  }
  const byForm = { results: worked, explanation: explained, history: histories, comparison: comparisons, options };
  return (endpoint, form = "results") => byForm[form].get(endpoint) ?? [];
}

/** Two periods of the first example show what a history is. */
function historyExamples({ examples, dayParameter }: RateLookup): readonly Example[] {
  return examples.slice(0, 1).map(({ title, query: { [dayParameter]: _, ...others } }) => ({
    title,
    query: { ...others, limit: "2" },
  }));
}

const CODES_IN_EXAMPLE = 2;

/** The first example's provider with the codes of some. */
function comparisonExamples({ examples }: RateLookup): readonly Example[] {
  const codes = [...new Set(examples.flatMap(({ query }) => query.billing_code ?? []))].slice(0, CODES_IN_EXAMPLE);
  return examples.slice(0, 1).map(({ title, query: { billing_code: _, ...others } }) => ({
    title,
    query: { ...others, billing_codes: codes.join(",") },
  }));
}

async function answered(
  examples: readonly Example[],
  work: LongWork,
  asked: (query: WorkedExample["query"]) => ReadingQuestion,
): Promise<WorkedExample[]> {
  const worked: WorkedExample[] = [];
  for (const { title, query } of examples) {
    const json = await textOf(asked(query), work);
    if (json === null) continue;
    const csv = worked.length === 0 ? await textOf({ ...asked(query), format: "csv" }, work) : null;
    worked.push({ title, query, answer: JSON.parse(json), csv });
  }
  return worked;
}

/** Null where the question is refused. */
async function textOf(question: ReadingQuestion, work: LongWork): Promise<string | null> {
  const answer = await work.answer(question, new AbortController().signal, async () => true);
  return answer.ok ? (answer.body as string) : null;
}
