import { BaseSequencer, type TestSequencer, type TestSpecification, type Vitest } from "vitest/node";
import { placeOf } from "./rooms.ts";

/**
 * Files with a process of their own first, long rooms before others: no core is idle at the end because of one long file. Files that
 * share a process stand together, because vitest keeps that process only as long as the next file is one of them.
 */
export class LongestFirst implements TestSequencer {
  readonly #ordinary: BaseSequencer;

  constructor(vitest: Vitest) {
    this.#ordinary = new BaseSequencer(vitest);
  }

  shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return this.#ordinary.shard(files);
  }

  /** Where the places are equal, vitest's own order stays: what took long the last time, or is large. */
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await this.#ordinary.sort(files);
    return sorted.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || placeOf(one.moduleId) - placeOf(other.moduleId),
    );
  }
}

function rankOf({ project }: TestSpecification): number {
  return project.config.isolate ? 0 : 1;
}
