import type { Admits } from "../../../answers/answer.ts";
import { Caveats } from "../../../answers/caveats.ts";
import { answerFrom } from "../../../answers/index.ts";
import { type KindQuestion, withinTime } from "../../../answers/question.ts";
import { orEnded } from "../../../core/runtime/ending.ts";
import { nextSlice } from "../../../core/runtime/scheduler.ts";
import { Semaphore } from "../../../core/runtime/semaphore.ts";
import { freshnessOf } from "../../../pricing/state/freshness.ts";
import { lookupOf } from "../../../pricing/state/state.ts";
import type { Release, StateInRelease } from "../../../release/release.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { problemOfFaults } from "../problems.ts";
import { batchAnswer, readBatch } from "./batch.ts";
import { type Answer, type BatchQuestion, type LongWork, NO_ANSWER, type Question } from "./question.ts";

/**
 * A semaphore: batches are answered one after the other. In parallel none would end sooner, and the items of all of them would be memory
 * for the garbage collector to walk through.
 */
const batchSemaphore = new Semaphore(HTTP_LIMITS.batchesAtOnce);

/** Answers from a release in the thread of the caller. */
export function longWorkHere(
  release: Release,
  millisecondsMax: number = HTTP_LIMITS.longWorkMillisecondsMax,
): LongWork {
  function answered(question: Question, admits: Admits): Promise<Answer> {
    if (question.kind === "answer") return answerKind(question, release, admits);
    const source = release.states.get(question.state);
    if (source === undefined) throw new Error(`The release does not hold ${question.state}.`);
    return answerBatch(question, source, release, admits);
  }
  return {
    answer: (question, abandoned, admits) =>
      withinTime(millisecondsMax, abandoned, async () => await answered(question, admits), {
        abandoned: NO_ANSWER,
        late: (detail) => ({ ok: false, problem: { code: "took_too_long", detail } }),
      }),
  };
}

/** Any declared kind of answer. One of several lookups pays for them before the first is priced, as a batch does. */
async function answerKind(question: KindQuestion, release: Release, admits: Admits): Promise<Answer> {
  const answered = await answerFrom(release, question, (lookups) => orEnded(admits(lookups)));
  if (answered === null) return NO_ANSWER;
  if (!answered.ok) return { ok: false, problem: problemOfFaults(answered.faults) };
  const { lookups, caveats } = answered;
  return { ok: true, body: await answered.as(question.format), lookups, ...caveats?.headers };
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
    const caveats = new Caveats(
      [lookup],
      source,
      freshnessOf(source, release.description.sources, question.staleAfterMonths),
    );
    const body = await batchAnswer(lookup, items, source, { today: question.today }, caveats, leaveInTime);
    return { ok: true, body, lookups: items.length, ...caveats.headers };
  });
}

/** Whether so many lookups are admitted. The answer comes in a moment; if it takes longer, other work need not wait. */
async function verdictOn(lookups: number, admits: Admits, leave: () => void): Promise<boolean> {
  const patience = setTimeout(leave, HTTP_LIMITS.batchMillisecondsInPlace);
  try {
    return await orEnded(admits(lookups));
  } finally {
    clearTimeout(patience);
  }
}
