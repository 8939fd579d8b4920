import type { Admits } from "../../answers/answer.ts";
import { Caveats } from "../../answers/caveats.ts";
import { answerKindNamed } from "../../answers/index.ts";
import { coverageOf } from "../../coverage/cover.ts";
import { namesSent } from "../../explanation/understood.ts";
import { repriceText } from "../../jobs/claims-text.ts";
import { readOrder } from "../../jobs/order.ts";
import { lookupAnswer } from "../../pricing/lookup-answer.ts";
import { answerSearch } from "../../pricing/provider-search.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import { orEnded } from "../../runtime/ending.ts";
import { nextSlice } from "../../runtime/scheduler.ts";
import { Semaphore } from "../../runtime/semaphore.ts";
import { lookupOf } from "../../state/state.ts";
import { coverageCsv } from "../csv/coverage.ts";
import { providersCsv } from "../csv/providers.ts";
import { resultsCsv } from "../csv/results.ts";
import { explainedText } from "../explained-text.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { problemOfFaults } from "../problem.ts";
import { freshnessIn } from "../stale-header.ts";
import { batchAnswer } from "./batch.ts";
import { readBatch } from "./batch-body.ts";
import {
  type Answer,
  type BatchQuestion,
  type ClaimsQuestion,
  type CoverageOfRelease,
  type KindQuestion,
  type LongWork,
  type LookupQuestion,
  NO_ANSWER,
  type Question,
  type SearchQuestion,
} from "./question.ts";
import { withinTime } from "./time-limit.ts";

/**
 * A semaphore: batches are answered one after the other. Side by side none would end sooner, and the items of all of them would
 * be memory that the garbage collector walks through.
 */
const batchSemaphore = new Semaphore(HTTP_LIMITS.batchesAtOnce);

/** Answers from a release in the thread that asks. */
export function longWorkHere(
  release: Release,
  millisecondsMax: number = HTTP_LIMITS.longWorkMillisecondsMax,
): LongWork {
  function answered(question: Question, admits: Admits): Promise<Answer> {
    if (question.kind === "coverage") return answerCoverage(question, release);
    const source = release.states.get(question.state);
    if (source === undefined) throw new Error(`The release does not hold ${question.state}.`);
    switch (question.kind) {
      case "lookup":
        return answerByName(question, source, release);
      case "search":
        return answerProviders(question, source);
      case "about_lookup":
        return answerAboutLookup(question, source, release, admits);
      case "claims":
        return answerClaims(question, source, release, admits);
      case "batch":
        return answerBatch(question, source, release, admits);
    }
  }
  return {
    answer: (question, abandoned, admits) =>
      withinTime(millisecondsMax, abandoned, async () => await answered(question, admits)),
  };
}

async function answerCoverage(question: CoverageOfRelease, release: Release): Promise<Answer> {
  const coverage = await coverageOf(release, question);
  const text = question.format === "csv" ? coverageCsv(coverage) : JSON.stringify(coverage);
  return { ok: true, body: text, lookups: 0 };
}

async function answerByName(
  { setting, fields, today, form, format = "json", staleAfterMonths }: LookupQuestion,
  source: StateInRelease,
  release: Release,
): Promise<Answer> {
  const lookup = lookupOf(source.state, setting);
  const answer = await lookupAnswer(lookup, "fromQuery", fields, { today }, source);
  if (!answer.ok) return { ok: false, problem: problemOfFaults(answer.faults) };
  const { request, results } = answer;
  const caveats = new Caveats(lookup, source, freshnessIn(source, release, staleAfterMonths)).add(results);
  const about = { lookups: 1, ...caveats.headers };
  if (form === "results") {
    const text = format === "csv" ? resultsCsv(lookup, results) : lookup.resultsJson(results);
    return { ok: true, body: text, ...about };
  }
  const sent = namesSent(fields);
  const body = await explainedText(
    format,
    { lookup, request, sent, results, stale: caveats.stale, empty: caveats.empty },
    source,
    release,
  );
  return { ok: true, body, ...about };
}

async function answerProviders({ fields, today, format }: SearchQuestion, source: StateInRelease): Promise<Answer> {
  const { search, providers } = source.state;
  const read = search.reader.fromQuery(fields, { today });
  if (!read.ok) return { ok: false, problem: problemOfFaults(read.faults) };
  const answer = await answerSearch(search, providers, read.request, source.directory, source.data);
  const text = format === "csv" ? await providersCsv(search, answer) : JSON.stringify(answer);
  return { ok: true, body: text, lookups: 0 };
}

/** Any kind of answer that takes several lookups: it pays for them before the first is priced, as a batch does. */
async function answerAboutLookup(
  { answer, setting, fields, today, format, staleAfterMonths }: KindQuestion,
  source: StateInRelease,
  release: Release,
  admits: Admits,
): Promise<Answer> {
  const lookup = lookupOf(source.state, setting);
  const about = { lookup, source, admits: (lookups: number) => orEnded(admits(lookups)) };
  const asked = await answerKindNamed(answer).ask(fields, { today }, about);
  if (asked === null) return NO_ANSWER;
  if (!asked.ok) return { ok: false, problem: problemOfFaults(asked.faults) };
  const caveats = new Caveats(lookup, source, freshnessIn(source, release, staleAfterMonths));
  for (const results of asked.results) caveats.add(results);
  const body = format === "csv" ? await asked.csv() : asked.json();
  return { ok: true, body, lookups: asked.lookups, ...caveats.headers };
}

/** Reprices a text of claims, which is paid for line by line once its columns are understood. */
async function answerClaims(
  { form, claims, today, staleAfterMonths }: ClaimsQuestion,
  source: StateInRelease,
  release: Release,
  admits: Admits,
): Promise<Answer> {
  const order = readOrder(new Map(Object.entries(form)), [source.state]);
  if (!("state" in order)) return { ok: false, problem: problemOfFaults(order) };
  const repriced = await repriceText(claims, order, { source, release, today, staleAfterMonths, admits });
  if (repriced.kind === "not_admitted") return NO_ANSWER;
  if (repriced.kind === "refused") return { ok: false, problem: { code: "invalid_file", detail: repriced.reason } };
  const { kind: _, ...answer } = repriced;
  const { lookups, priced } = answer.summary;
  return { ok: true, body: JSON.stringify(answer), lookups, priced };
}

function answerBatch(
  question: BatchQuestion,
  source: StateInRelease,
  release: Release,
  admits: Admits,
): Promise<Answer> {
  return batchSemaphore.use(async (leave) => {
    const leavesAt = performance.now() + HTTP_LIMITS.batchMillisecondsInPlace;
    const leaveInTime = () => {
      if (performance.now() >= leavesAt) leave();
    };
    await nextSlice();
    const batch = readBatch(question);
    if (!batch.ok) return batch;
    const { items } = batch;
    if (!(await verdictOn(items.length, admits, leave))) return NO_ANSWER;
    const lookup = lookupOf(source.state, question.setting);
    const caveats = new Caveats(lookup, source, freshnessIn(source, release, question.staleAfterMonths));
    const body = await batchAnswer(lookup, items, source, { today: question.today }, caveats, leaveInTime);
    return { ok: true, body, lookups: items.length, ...caveats.headers };
  });
}

/** Whether so many lookups are admitted. The answer is a moment away; should it take longer, others need not wait for it. */
async function verdictOn(lookups: number, admits: Admits, leave: () => void): Promise<boolean> {
  const patience = setTimeout(leave, HTTP_LIMITS.batchMillisecondsInPlace);
  try {
    return await orEnded(admits(lookups));
  } finally {
    clearTimeout(patience);
  }
}
