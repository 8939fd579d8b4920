import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

const THREADS = "/proc/self/task";

/** What Node calls the threads that collect garbage and compile in the background. */
const HELPER = "V8Worker";

/** Behind the thread that answers, ahead of what others run at the lowest priority. */
const NICENESS = 5;

/**
 * Lets Node's helper threads give way to the one that answers. Where they share a core with it, they would otherwise take
 * it for a whole time slice of the system at a time, 4 ms in which nobody is answered, a dozen times while a large heap
 * is marked. Only Linux has threads of different priority; elsewhere, and where a container hides /proc or forbids it, all
 * stays as it is: it is no reason not to serve.
 */
export function letHelpersGiveWay(): void {
  try {
    for (const thread of helperThreads()) setPriority(thread, NICENESS);
  } catch {}
}

/** Lets the thread that calls this give way in the same manner. Elsewhere than on Linux it would be the whole process. */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(NICENESS);
  } catch {}
}

/** Throws where the system does not tell. */
export function helperThreads(): number[] {
  return readdirSync(THREADS)
    .filter((thread) => readFileSync(`${THREADS}/${thread}/comm`, "utf8").trim() === HELPER)
    .map(Number);
}
