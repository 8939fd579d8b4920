import type { AnswerKind } from "../../answers/answer.ts";
import { answerKinds } from "../../answers/index.ts";
import type { Day } from "../../calendar/day.ts";
import type { Example, RateLookup } from "../../pricing/lookup.ts";
import type { ProviderSearch } from "../../pricing/provider-search.ts";
import { STALE_AFTER_MONTHS } from "../../state/freshness.ts";
import type { State } from "../../state/state.ts";
import type { AnswerForm, KindQuestion, LongWork, LookupQuestion, SearchQuestion } from "../long-work/question.ts";

/** What examples are asked with. */
type ReadingQuestion = LookupQuestion | SearchQuestion | KindQuestion;

/** An example that a state declares, with the answer that the loaded data gives to it. */
export interface WorkedExample {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answer: unknown;
  /** The same answer as CSV: of the first example alone, one shows what it is. */
  readonly csv: string | null;
}

/** What the examples of a lookup are answered with: a form of its own, or another kind of answer. */
type ExampleForm = AnswerForm | AnswerKind;

/** The examples of a declared endpoint; of a lookup also explained, and those of the other kinds of answer about it. */
export type ExamplesOf = (endpoint: RateLookup | ProviderSearch, form?: ExampleForm) => readonly WorkedExample[];

/** Has every declared example of these states answered; those that cannot be are left out. */
export async function workedExamples(states: readonly State[], work: LongWork, today: Day): Promise<ExamplesOf> {
  const worked = new Map<RateLookup | ProviderSearch, Map<ExampleForm, readonly WorkedExample[]>>();
  for (const { code: state, lookups, search } of states) {
    for (const lookup of lookups) {
      const about = { state, setting: lookup.setting, today, staleAfterMonths: STALE_AFTER_MONTHS };
      const inForm = (form: AnswerForm) => (fields: WorkedExample["query"]) =>
        ({ kind: "lookup", ...about, fields, form }) as const;
      const byForm = new Map<ExampleForm, readonly WorkedExample[]>([
        ["results", await answered(lookup.examples, work, inForm("results"))],
        // An explanation is long: one shows what it is.
        ["explanation", await answered(lookup.examples.slice(0, 1), work, inForm("explanation"))],
      ]);
      for (const kind of answerKinds) {
        const asked = (fields: WorkedExample["query"]) =>
          ({ kind: "about_lookup", answer: kind.name, ...about, fields }) as const;
        byForm.set(kind, await answered(kind.examples(lookup), work, asked, 1));
      }
      worked.set(lookup, byForm);
    }
    const found = await answered(search.examples, work, (fields) => ({ kind: "search", state, today, fields }));
    worked.set(search, new Map([["results", found]]));
  }
  return (endpoint, form = "results") => worked.get(endpoint)?.get(form) ?? [];
}

async function answered(
  examples: readonly Example[],
  work: LongWork,
  asked: (query: WorkedExample["query"]) => ReadingQuestion,
  examplesMax = Number.POSITIVE_INFINITY,
): Promise<WorkedExample[]> {
  const worked: WorkedExample[] = [];
  for (const { title, query } of examples) {
    if (worked.length === examplesMax) break;
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
