import type { Random } from "./random.ts";
import type { Workspace } from "./workspace.ts";

/** What a scene works with. */
export interface Stage {
  readonly workspace: Workspace;
  readonly random: Random;
  readonly seed: number;
  readonly seconds: number;
  readonly findings: Findings;
  /** Prints what the scene does. */
  readonly notify: (text: string) => void;
}

export type Scene = (stage: Stage) => Promise<void>;

/** A fault that fails a thousand requests is one fault: the first ones are enough to see it. */
const SHOWN_OF_EACH_MAX = 3;
const SHOWN_CHARACTERS_MAX = 1_000;

/** What a scene has tried, and what must not happen and did. */
export class Findings {
  readonly #tried = new Map<string, number>();
  readonly #found = new Map<string, string[]>();
  #count = 0;

  tried(what: string, count = 1): void {
    this.#tried.set(what, this.countOf(what) + count);
  }

  found(what: string, problem: string): void {
    this.#count += 1;
    const shown = this.#found.get(what) ?? [];
    if (shown.length < SHOWN_OF_EACH_MAX) shown.push(`${what}: ${problem}`.slice(0, SHOWN_CHARACTERS_MAX));
    this.#found.set(what, shown);
  }

  /** Counts one try, and notes its problem if it has one. */
  check(what: string, problem: string | null): void {
    this.tried(what);
    if (problem !== null) this.found(what, problem);
  }

  get count(): number {
    return this.#count;
  }

  countOf(what: string): number {
    return this.#tried.get(what) ?? 0;
  }

  shown(scene: string): string {
    const counts = [...this.#tried].map(([what, count]) => `${scene}: ${what}: ${count.toLocaleString("en-US")}\n`);
    const problems = [...this.#found.values()].flat().map((problem) => `${scene}: FOUND ${problem}\n`);
    return [...counts, ...problems, `${scene}: ${this.#count === 0 ? "ok" : `${this.#count} findings`}\n`].join("");
  }
}
