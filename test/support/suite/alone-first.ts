import { BaseSequencer, type TestSequencer, type TestSpecification, type Vitest } from "vitest/node";

/**
 * Files with a process to themselves come first, then those with a browser. Files that share a process stand together, because vitest keeps that process only as long as the
 * next file shares it. Within both, vitest's order: what failed, then what took long in the last run.
 */
export class AloneFirst implements TestSequencer {
  readonly #ordinary: BaseSequencer;

  constructor(vitest: Vitest) {
    this.#ordinary = new BaseSequencer(vitest);
  }

  shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return this.#ordinary.shard(files);
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await this.#ordinary.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Tests of the page wait for a browser, while others work beside them. */
function rankOf({ project, moduleId }: TestSpecification): number {
  if (project.config.isolate) return 0;
  return /\/test\/web\/[^/]+$/.test(moduleId) ? 1 : 2;
}
