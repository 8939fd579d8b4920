import { existsSync, realpathSync } from "node:fs";
import { Lock } from "../../files/lock.ts";
import { writtenFile } from "../../files/writing.ts";
import { failure } from "../../runtime/failure.ts";

/** The files of a run. Under their own names they appear only when they are complete. */
export interface RunPaths {
  readonly out: string;
  readonly outPartial: string;
  readonly faults: string;
  readonly faultsPartial: string;
  /** How far a run has come; gone when it is complete. */
  readonly progress: string;
}

const CSV = /\.csv$/i;

/** Throws a failure where results cannot be written. */
export function pathsFor(asked: string): RunPaths {
  const out = writtenFile(asked);
  const faults = writtenFile(`${out.replace(CSV, "")}.faults.csv`);
  return {
    out,
    outPartial: `${out}.partial`,
    faults,
    faultsPartial: `${faults}.partial`,
    progress: `${out}.progress`,
  };
}

/**
 * Keeps other runs away from the files of this one; the result gives them back. Outputs of different names may share their
 * faults (`a.csv` and `a`), so both are locked.
 */
export function lockRun({ out, faults }: RunPaths): () => void {
  const results = Lock.take(out, "reprice");
  try {
    const others = Lock.take(faults, "reprice");
    return () => {
      others.release();
      results.release();
    };
  } catch (error) {
    results.release();
    throw error;
  }
}

/** Refuses to put results in the place of what somebody may still need. */
export function refuseToReplace({ out, faults, progress }: RunPaths): void {
  if (existsSync(progress)) {
    throw failure(`A run to ${out} was interrupted. Go on with --resume, or begin again with --force.`);
  }
  const existing = [out, faults].find((path) => existsSync(path));
  if (existing !== undefined) throw failure(`${existing} exists. Choose another --out, or replace it with --force.`);
}

/** Results must never take the place of the lookups that they answer, nor of the release that they come from. */
export function refuseInput(paths: RunPaths, input: string, release: string): void {
  for (const [file, what] of [
    [input, "the input"],
    [release, "the release"],
  ] as const) {
    if (!existsSync(file)) continue;
    const real = realpathSync(file);
    const clashing = Object.values(paths).some((path) => existsSync(path) && realpathSync(path) === real);
    if (clashing) throw failure(`${file} is ${what} and would be overwritten. Choose another --out.`);
  }
}
