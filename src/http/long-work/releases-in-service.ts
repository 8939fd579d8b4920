import type { State } from "../../pricing/state.ts";
import { ReleaseDamaged } from "../../release/damaged.ts";
import { openReleaseInSlices } from "../../release/open.ts";
import type { Release } from "../../release/release.ts";
import type { LongWork } from "./question.ts";
import type { LongWorkThread } from "./thread.ts";

/** Releases that are open twice: in this thread, for what is quick, and in the one that does the long work. */
export class ReleasesInService {
  readonly #states: readonly State[];
  readonly #thread: () => LongWorkThread;
  readonly #longWork = new WeakMap<Release, LongWork>();

  /** The thread knows the same states. */
  constructor(states: readonly State[], thread: () => LongWorkThread) {
    this.#states = states;
    this.#thread = thread;
  }

  /** Opens a release in both threads; closing it closes both. */
  async open(file: string): Promise<Release> {
    const here = await openReleaseInSlices(file, this.#states);
    try {
      const there = await this.#thread().open(here);
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
}

/** What is found to be damaged over there is damaged here as well. */
function tellingDamage(there: LongWork, { guard }: Release): LongWork {
  return {
    async answer(question, abandoned) {
      try {
        return await there.answer(question, abandoned);
      } catch (error) {
        throw error instanceof ReleaseDamaged ? guard.soundness.report(error.damage) : error;
      }
    },
  };
}
