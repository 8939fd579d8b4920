import { setFlagsFromString } from "node:v8";

/** How V8 collects garbage here; the measurements are in docs/contributing/performance.md, "Collecting garbage". */
const FLAGS = [
  // No pretenuring: objects that fill a cache once are garbage in every later lookup.
  "--no-allocation-site-pretenuring",
  // Buffers count with the heap, which may grow by 60 % before all of it is marked: not after every 64 MB of them.
  "--external-memory-accounted-in-global-limit",
  "--heap-growing-percent=60",
];

/** Must be called before anything is allocated for long. V8 reports an unknown flag and goes on without it. */
export function tuneGarbageCollection(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
