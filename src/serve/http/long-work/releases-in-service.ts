import type { State } from "../../../pricing/state/state.ts";
import { openReleaseInSlices } from "../../../release/open.ts";
import type { Release } from "../../../release/release.ts";
import { ReleaseDamaged } from "../../../release/soundness.ts";
import type { LongWork } from "./question.ts";
import type { LongWorkSupervisor, OpenInThread } from "./supervisor.ts";

/** Releases that are open twice: in this thread, for what is quick, and in the one that does the long work. */
export class ReleasesInService {
  readonly #states: readonly State[];
  readonly #supervisor: () => LongWorkSupervisor;
  readonly #longWork = new WeakMap<Release, OpenInThread>();

  /** The thread knows the same states. */
  constructor(states: readonly State[], supervisor: () => LongWorkSupervisor) {
    this.#states = states;
    this.#supervisor = supervisor;
  }

  /** Opens a release in both threads; closing it closes both. */
  async open(file: string): Promise<Release> {
    const here = await openReleaseInSlices(file, this.#states);
    try {
      const there = await this.#supervisor().open(here);
      const close = () => {
        here.close();
        there.close();
      };
      const release: Release = { ...here, close };
      this.#longWork.set(release, tellingDamage(there, here));
      return release;
    } catch (error) {
      here.close();
      throw error;
    }
  }

  longWorkOf(release: Release): LongWork {
    return this.#longWork.get(release) as LongWork;
  }

  /** Whether the long work of a release is done at the moment. */
  isAtWork(release: Release): boolean {
    return this.#longWork.get(release)?.isAtWork() ?? false;
  }
}

/** What is found to be damaged over there is damaged here as well. */
function tellingDamage(there: OpenInThread, { guard }: Release): OpenInThread {
  return {
    ...there,
    async answer(question, abandoned, admits) {
      try {
        return await there.answer(question, abandoned, admits);
      } catch (error) {
        throw error instanceof ReleaseDamaged ? guard.soundness.report(error.damage) : error;
      }
    },
  };
}
