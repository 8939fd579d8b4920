import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

/*
 * Before each test file: notes how much processor time the file takes, with the processes that it starts and ends, for
 * `npm run test:times`. Processor time, because the time of the clock depends on what else the machine is doing.
 */

declare module "vitest" {
  interface TaskMeta {
    processorMilliseconds?: number;
  }
}

/** Linux counts in ticks of a hundredth of a second. */
const TICK_MILLISECONDS = 10;

const counted = globalThis as { processorMillisecondsCounted?: number };

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what the hook needs, which is nothing.
afterAll(({}, file) => {
  const now = processorMilliseconds();
  file.meta.processorMilliseconds = now - (counted.processorMillisecondsCounted ?? 0);
  counted.processorMillisecondsCounted = now;
});

/** Of this process and its children that have ended; on other systems than Linux, of this process alone. */
function processorMilliseconds(): number {
  if (process.platform !== "linux") {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  // The name of the program comes first and may hold spaces. Fields 14 to 17 are the times of the process and of its children.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ").slice(11, 15) ?? [];
  return fields.reduce((sum, ticks) => sum + Number(ticks) * TICK_MILLISECONDS, 0);
}
