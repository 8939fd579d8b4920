import { Slices } from "../timing/slices.ts";

/** Things done between two looks at the clock's counter: some microseconds. */
const BLOCK = 64;

/**
 * Does something to the places 0 to `count`, some at a time, and lets other requests in when it
 * takes long. `work` hands its places on to a function that loops over them: a loop in `work`
 * itself may be compiled as part of this function, and asynchronous code is compiled badly.
 */
export async function inSlices(count: number, work: (from: number, to: number) => void): Promise<void> {
  const slices = new Slices();
  for (let from = 0; from < count; from += BLOCK) {
    if (slices.isOver()) await slices.next();
    work(from, Math.min(count, from + BLOCK));
  }
}
