import type { Answer } from "../fire/http.ts";
import type { Judge } from "../soak/judge.ts";
import type { Audience } from "../soak/load.ts";
import type { Expected } from "../soak/mix.ts";
import { lookupsOf, type RightAnswers } from "./right-answers.ts";
import type { TrialNode } from "./trial-node.ts";
import type { UsageAccount } from "./usage-account.ts";

interface Means {
  readonly node: TrialNode;
  readonly right: RightAnswers;
  readonly judge: Judge;
  readonly usage: UsageAccount;
}

/** Hears the answers of one node: each is held against the release that it names, and what it used is counted. */
export class NodeAudience implements Audience {
  readonly #means: Means;

  constructor(means: Means) {
    this.#means = means;
  }

  answered(expected: Expected, answer: Answer): void {
    const { node, right, judge, usage } = this.#means;
    const header = answer.headers["ratebook-release"];
    // What was refused names no release: its status is wrong by itself.
    const rightly = answer.status === 200 ? right.under(header?.toString(), expected) : expected;
    judge.answered(rightly ?? { ...expected, body: `an answer of a release that exists, not of "${header}"` }, answer);
    if (answer.status !== 200) return;
    const lookups = lookupsOf(expected);
    node.answered(lookups);
    usage.answered(lookups);
  }

  broken(expected: Expected, error: Error): void {
    this.#means.usage.unknown(lookupsOf(expected));
    this.#means.judge.broken(expected, error);
  }
}
