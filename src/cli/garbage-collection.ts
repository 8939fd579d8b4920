import { setFlagsFromString } from "node:v8";

/** How V8 collects garbage here; the measurements are in docs/performance.md, "Collecting garbage". */
const FLAGS = [
  // No guessing which kinds of objects live long: what fills a cache once is garbage in every lookup afterwards.
  "--no-allocation-site-pretenuring",
  // Buffers count with the heap, which may grow by 60 % before all of it is marked: not whenever 64 MB of them went by.
  "--external-memory-accounted-in-global-limit",
  "--heap-growing-percent=60",
];

/** To be called before anything is kept. A V8 that does not know a flag says so and goes on without it. */
export function tuneGarbageCollection(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
