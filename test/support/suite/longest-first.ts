import { BaseSequencer, type TestSequencer, type TestSpecification, type Vitest } from "vitest/node";
import { acceptedTimes } from "../../../scripts/test-times/budget.ts";

/**
 * Files with a process to themselves first, and files that take long before others, so that no core is idle at the end because of one long file.
 * Files that share a process stand together, because vitest keeps that process only as long as the next file shares it.
 */
export class LongestFirst implements TestSequencer {
  readonly #ordinary: BaseSequencer;

  constructor(vitest: Vitest) {
    this.#ordinary = new BaseSequencer(vitest);
  }

  shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return this.#ordinary.shard(files);
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const accepted = acceptedTimes();
    const secondsOf = ({ project, moduleId }: TestSpecification) =>
      accepted[moduleId.slice(project.config.root.length + 1)] ?? 0;
    return files.toSorted((one, other) => rankOf(one) - rankOf(other) || secondsOf(other) - secondsOf(one));
  }
}

function rankOf({ project }: TestSpecification): number {
  return project.config.isolate ? 0 : 1;
}
