import type { Day } from "../../calendar/day.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { lookupAnswer } from "../../pricing/lookup-answer.ts";
import { answerSearch, type ProviderSearch } from "../../pricing/provider-search.ts";
import type { State } from "../../pricing/state.ts";
import type { Release, StateInRelease } from "../../release/release.ts";

/** An example that a state declares, with the answer that the loaded data gives to it. */
export interface WorkedExample {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

/** The examples of a declared endpoint. */
export type ExamplesOf = (endpoint: RateLookup | ProviderSearch) => readonly WorkedExample[];

/** Answers every declared example from a release; those that it cannot answer are left out. */
export async function workedExamples(states: readonly State[], release: Release, today: Day): Promise<ExamplesOf> {
  const worked = new Map<RateLookup | ProviderSearch, readonly WorkedExample[]>();
  for (const state of states) {
    const source = release.states.get(state.code);
    if (source === undefined) continue;
    for (const lookup of [state.outpatient, state.inpatient]) {
      worked.set(lookup, await lookupExamples(lookup, source, today));
    }
    worked.set(state.search, await searchExamples(state, source, today));
  }
  return (endpoint) => worked.get(endpoint) ?? [];
}

async function lookupExamples(lookup: RateLookup, source: StateInRelease, today: Day): Promise<WorkedExample[]> {
  const worked: WorkedExample[] = [];
  for (const { title, query } of lookup.examples) {
    const answer = await lookupAnswer(lookup, "fromQuery", query, { today }, source);
    if (answer.ok) worked.push({ title, query, answer: answer.results });
  }
  return worked;
}

async function searchExamples(state: State, source: StateInRelease, today: Day): Promise<WorkedExample[]> {
  const { search, providers } = state;
  const worked: WorkedExample[] = [];
  for (const { title, query } of search.examples) {
    const read = search.reader.fromQuery(query, { today });
    if (!read.ok) continue;
    const answer = await answerSearch(search, providers, read.request, source.directory, source.data);
    worked.push({ title, query, answer });
  }
  return worked;
}
