import { setTimeout as wait } from "node:timers/promises";

const LOOK_MILLISECONDS = 25;

/** Waits until something is so; false when it is not in time. */
export async function waitFor(isSo: () => boolean | Promise<boolean>, millisecondsMax: number): Promise<boolean> {
  const deadline = performance.now() + millisecondsMax;
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() >= deadline) return false;
    await wait(LOOK_MILLISECONDS);
  }
}
