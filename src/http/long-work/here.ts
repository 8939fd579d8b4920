import { lookupAnswer } from "../../pricing/lookup-answer.ts";
import { answerSearch } from "../../pricing/provider-search.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import { Places } from "../../timing/places.ts";
import { nextSlice } from "../../timing/turns.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { problemOfFaults } from "../problem.ts";
import { batchAnswer } from "./batch.ts";
import { readBatch } from "./batch-body.ts";
import type { Answer, BatchQuestion, LongWork, LookupQuestion, Question, SearchQuestion } from "./question.ts";

/**
 * Batches take their turns one after the other: side by side none would end sooner, and the items of all of them would
 * be memory that the garbage collector walks through.
 */
const batchPlaces = new Places(HTTP_LIMITS.batchesAtOnce);

/** Answers from a release in the thread that asks. */
export function longWorkHere({ states }: Release): LongWork {
  const sourceFor = ({ state }: Question): StateInRelease => {
    const source = states.get(state);
    if (source === undefined) throw new Error(`The release does not hold ${state}.`);
    return source;
  };
  return {
    async answer(question, abandoned) {
      const source = sourceFor(question);
      switch (question.kind) {
        case "lookup":
          return await answerByName(question, source);
        case "search":
          return await answerProviders(question, source);
        case "batch":
          return await answerBatch(question, source, abandoned);
      }
    },
  };
}

async function answerByName({ setting, fields, today }: LookupQuestion, source: StateInRelease): Promise<Answer> {
  const lookup = source.state[setting];
  const answer = await lookupAnswer(lookup, "fromQuery", fields, { today }, source);
  if (!answer.ok) return { ok: false, problem: problemOfFaults(answer.faults) };
  return { ok: true, json: lookup.resultsJson(answer.results), lookups: 1 };
}

async function answerProviders({ fields, today }: SearchQuestion, source: StateInRelease): Promise<Answer> {
  const { search, providers } = source.state;
  const read = search.reader.fromQuery(fields, { today });
  if (!read.ok) return { ok: false, problem: problemOfFaults(read.faults) };
  const answer = await answerSearch(search, providers, read.request, source.directory, source.data);
  return { ok: true, json: JSON.stringify(answer), lookups: 0 };
}

function answerBatch(question: BatchQuestion, source: StateInRelease, abandoned: AbortSignal): Promise<Answer> {
  return batchPlaces.use(async (leave) => {
    const leavesAt = performance.now() + HTTP_LIMITS.batchMillisecondsInPlace;
    const mayGoOn = () => {
      if (performance.now() >= leavesAt) leave();
      return !abandoned.aborted;
    };
    await nextSlice();
    if (!mayGoOn()) return { ok: true, json: [], lookups: 0 };
    const batch = readBatch(question);
    if (!batch.ok) return batch;
    const { items } = batch;
    const lookup = source.state[question.setting];
    const json = await batchAnswer(lookup, items, source, { today: question.today }, mayGoOn);
    return { ok: true, json, lookups: items.length };
  });
}
