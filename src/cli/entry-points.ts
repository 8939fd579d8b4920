import { extname } from "node:path";

/*
 * Entry points of processes and threads besides the command itself. They stand beside this module in the same form: TypeScript in a clone;
 * JavaScript in a package, which `scripts/package/program.ts` builds from this list.
 */

const ENDING = extname(import.meta.filename);

function beside(name: string): URL {
  return new URL(`./${name}${ENDING}`, import.meta.url);
}

export const entryPoints = {
  worker: beside("worker"),
  longWorkThread: beside("long-work-thread"),
  jobThread: beside("job-thread"),
  repriceThread: beside("reprice-thread"),
  comparisonThread: beside("release-comparison-thread"),
} as const;
