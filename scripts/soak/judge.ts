import type { Findings } from "../fire/findings.ts";
import type { Answer } from "../fire/http.ts";
import type { Patience } from "../fire/patience.ts";
import type { Audience } from "./load.ts";
import type { Expected, Kind } from "./mix.ts";
import { sharedClock } from "./shared-clock.ts";

/** What answers are judged by. */
interface Circumstances {
  /** For how long the machine stood still between two times of the shared clock. */
  readonly stoodStill: (from: number, to: number) => Promise<number>;
  /** Whether an answer may be lost or refused at this time: a worker was killed on purpose. */
  readonly isExplained: (at: number) => Promise<boolean>;
  readonly patience: Patience;
  readonly findings: Findings;
}

/** Compares every answer with the right one. */
export class Judge implements Audience {
  readonly #circumstances: Circumstances;
  readonly #slowest = new Map<Kind, number>();
  readonly #excused = new Map<Kind, number>();
  /** What waits for the word of the witness; there are never more than a few, each from a client that is on its way again. */
  readonly #waiting = new Set<Promise<void>>();
  #answers = 0;

  constructor(circumstances: Circumstances) {
    this.#circumstances = circumstances;
  }

  get answers(): number {
    return this.#answers;
  }

  /** The slowest answer of each kind, in milliseconds. */
  get slowest(): ReadonlyMap<Kind, number> {
    return this.#slowest;
  }

  answered(expected: Expected, answer: Answer): void {
    this.#answers += 1;
    const { findings, patience } = this.#circumstances;
    const { kind } = expected;
    this.#slowest.set(kind, Math.max(this.#slowest.get(kind) ?? 0, answer.milliseconds));
    if (answer.status === 503) {
      this.#once((at) => this.#unavailable(expected, answer, at));
      return;
    }
    findings.tried(`status ${answer.status}`);
    const wrong = wrongIn(answer, expected);
    if (wrong === null && answer.milliseconds > patience.answerMillisecondsMax) {
      this.#once((at) => this.#slow(expected, answer, at));
    } else findings.check(kind, wrong, inputOf(expected));
  }

  broken(expected: Expected, error: Error): void {
    this.#once((at) => this.#lost(expected, error, at));
  }

  /** Resolves when everything is judged; the table then says how slow each kind was. */
  async conclude(): Promise<void> {
    await Promise.all(this.#waiting);
    const { findings, patience } = this.#circumstances;
    for (const [kind, slowest] of this.#slowest) {
      const excused = this.#excused.get(kind);
      const excuse = `; ${excused} above ${patience.answerMillisecondsMax} ms while the machine stood still`;
      findings.note(kind, `slowest ${Math.round(slowest)} ms${excused === undefined ? "" : excuse}`);
    }
  }

  async #unavailable(expected: Expected, answer: Answer, at: number): Promise<void> {
    const { findings, isExplained } = this.#circumstances;
    if (await isExplained(at)) findings.tried("503 that a kill explains");
    else findings.check(expected.kind, wrongIn(answer, expected), inputOf(expected));
  }

  async #slow({ kind, sent }: Expected, { milliseconds }: Answer, at: number): Promise<void> {
    const { findings, patience, stoodStill } = this.#circumstances;
    const still = await stoodStill(at - milliseconds, at);
    const isHang = milliseconds > patience.answerMillisecondsMax + still;
    if (!isHang) this.#excused.set(kind, (this.#excused.get(kind) ?? 0) + 1);
    const problem = `took ${Math.round(milliseconds)} ms, of which the machine stood still for ${Math.round(still)}`;
    findings.check(kind, isHang ? problem : null, inputOf({ sent }));
  }

  async #lost(expected: Expected, { message }: Error, at: number): Promise<void> {
    const { findings, isExplained } = this.#circumstances;
    if (await isExplained(at)) findings.tried("connections that a kill explains");
    else findings.check(expected.kind, `the connection broke: ${message}`, inputOf(expected));
  }

  #once(judge: (at: number) => Promise<void>): void {
    const task: Promise<void> = judge(sharedClock()).finally(() => this.#waiting.delete(task));
    this.#waiting.add(task);
  }
}

function wrongIn({ status, body }: Answer, expected: Expected): string | null {
  if (status !== expected.status) return `answered ${status} instead of ${expected.status}: ${body.slice(0, 200)}`;
  return expected.body === null || body === expected.body ? null : `a wrong answer: ${body.slice(0, 300)}`;
}

function inputOf({ sent }: Pick<Expected, "sent">): unknown {
  return { method: sent.method, path: sent.path, body: sent.body?.toString().slice(0, 2_000) };
}
