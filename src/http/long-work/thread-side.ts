import { type MessagePort, parentPort } from "node:worker_threads";
import { giveWay } from "../../operations/helper-threads.ts";
import { ReleaseDamaged } from "../../release/damaged.ts";
import { openSharedRelease } from "../../release/open.ts";
import { ReleaseRefused } from "../../release/refused.ts";
import type { Release } from "../../release/release.ts";
import type { State } from "../../state/state.ts";
import { longWorkHere } from "./here.ts";
import type { FromThread, ToThread } from "./messages.ts";
import type { Answer, LongWork } from "./question.ts";

interface UnderWay {
  readonly abandoned: AbortController;
  readonly verdict: PromiseWithResolvers<boolean>;
}

interface Opened {
  readonly release: Release;
  readonly work: LongWork;
}

/** Does the long work of a process in a thread of its own. What is not caught here ends the thread, and it is replaced. */
export function runLongWorkThread(states: readonly State[]): void {
  giveWay();
  const port = parentPort as MessagePort;
  const tell = (message: FromThread, transfer: readonly ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const opened = new Map<number, Opened>();
  const underWay = new Map<number, UnderWay>();

  port.on("message", (message: ToThread) => {
    switch (message.kind) {
      case "open":
        open(message);
        break;
      case "close":
        opened.get(message.release)?.release.close();
        opened.delete(message.release);
        break;
      case "question":
        void answer(message);
        break;
      case "verdict":
        underWay.get(message.number)?.verdict.resolve(message.isAdmitted);
        break;
      case "abandoned":
        underWay.get(message.number)?.abandoned.abort();
        break;
      case "ping":
        tell({ kind: "pong" });
    }
  });
  tell({ kind: "loaded" });

  function open({ number, release: shared }: ToThread & { readonly kind: "open" }): void {
    tell({ kind: "loading" });
    try {
      const release = openSharedRelease(shared, states);
      opened.set(number, { release, work: longWorkHere(release) });
      tell({ kind: "done", number, answer: null });
    } catch (error) {
      if (error instanceof ReleaseRefused) tell({ kind: "refusal", number, reason: error.message });
      else tell({ kind: "mistake", number, error });
    } finally {
      tell({ kind: "loaded" });
    }
  }

  async function answer({ number, release, question }: ToThread & { readonly kind: "question" }): Promise<void> {
    const abandoned = new AbortController();
    const verdict = Promise.withResolvers<boolean>();
    underWay.set(number, { abandoned, verdict });
    const admits = (lookups: number) => {
      tell({ kind: "lookups", number, lookups });
      return verdict.promise;
    };
    try {
      const { work } = opened.get(release) as Opened;
      const answer = await work.answer(question, abandoned.signal, admits);
      tell({ kind: "done", number, answer }, memoryOf(answer));
    } catch (error) {
      if (error instanceof ReleaseDamaged) tell({ kind: "damage", number, damage: error.damage });
      else tell({ kind: "mistake", number, error });
    } finally {
      underWay.delete(number);
    }
  }
}

/** What is handed over instead of being copied. */
function memoryOf(answer: Answer): ArrayBuffer[] {
  return answer.ok && typeof answer.json !== "string" ? answer.json.map(({ buffer }) => buffer) : [];
}
