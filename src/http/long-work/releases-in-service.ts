import type { State } from "../../pricing/state.ts";
import { openRelease } from "../../release/open.ts";
import type { Release } from "../../release/release.ts";
import type { LongWork } from "./question.ts";
import { LongWorkThread } from "./thread.ts";

/** Releases that are open twice: in this thread, for what is quick, and in the one that does the long work. */
export class ReleasesInService {
  readonly #states: readonly State[];
  readonly #threadModule: URL;
  readonly #longWork = new WeakMap<Release, LongWork>();
  #thread: LongWorkThread | null = null;

  /** `threadModule` is what the thread starts with: it brings the same states. */
  constructor(states: readonly State[], threadModule: URL) {
    this.#states = states;
    this.#threadModule = threadModule;
  }

  /** Opens a release in both threads; closing it closes both. */
  async open(file: string): Promise<Release> {
    // The thread starts while the release is being opened here.
    this.#thread ??= new LongWorkThread(this.#threadModule);
    const here = openRelease(file, this.#states);
    try {
      const there = await this.#thread.open(here);
      const close = () => {
        here.close();
        there.close();
      };
      const release: Release = { ...here, close };
      this.#longWork.set(release, there);
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
