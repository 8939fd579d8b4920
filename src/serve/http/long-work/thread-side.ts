import { failure } from "../../../core/runtime/failure.ts";
import { transfer } from "../../../core/runtime/rpc.ts";
import { answerParent } from "../../../core/runtime/thread.ts";
import type { State } from "../../../pricing/state/state.ts";
import { openSharedRelease } from "../../../release/open.ts";
import type { Release, SharedRelease } from "../../../release/release.ts";
import { ReleaseDamaged, ReleaseRefused } from "../../../release/soundness.ts";
import { giveWay } from "../../operations/threads.ts";
import { longWorkHere } from "./here.ts";
import type { Answer, LongWork, LongWorkCalls, LongWorkParentCalls, NumberedQuestion } from "./question.ts";

interface Opened {
  readonly release: Release;
  readonly work: LongWork;
}

/** The thread for the long work of a process. An uncaught error ends the thread, and it is replaced. */
export function runLongWorkThread(states: readonly State[]): void {
  giveWay();
  const opened = new Map<number, Opened>();
  let lastRelease = 0;

  function open(shared: SharedRelease): number {
    parent.notify("loads", true);
    try {
      const release = openSharedRelease(shared, states);
      lastRelease += 1;
      opened.set(lastRelease, { release, work: longWorkHere(release) });
      return lastRelease;
    } catch (error) {
      throw error instanceof ReleaseRefused ? failure(error.message) : error;
    } finally {
      parent.notify("loads", false);
    }
  }

  async function answer({ number, release, question }: NumberedQuestion, abandoned: AbortSignal) {
    const work = opened.get(release)?.work;
    if (work === undefined) throw new Error(`The release ${release} is not open.`);
    try {
      const given = await work.answer(question, abandoned, (lookups) => parent.call("admits", { number, lookups }));
      return transfer(given, memoryOf(given));
    } catch (error) {
      if (error instanceof ReleaseDamaged) return { damage: error.damage };
      throw error;
    }
  }

  const calls: LongWorkCalls = {
    open,
    close: (release) => {
      opened.get(release)?.release.close();
      opened.delete(release);
    },
    answer,
    ping: () => parent.notify("pong", null),
  };
  const parent = answerParent<LongWorkParentCalls>(calls);
  parent.notify("loads", false);
}

/** Memory that is transferred instead of copied. */
function memoryOf(answer: Answer): ArrayBuffer[] {
  return answer.ok && typeof answer.body !== "string" ? answer.body.map(({ buffer }) => buffer) : [];
}
