/*
 * Who does what in one turn of the event loop: what is quick is done whenever it comes, all of it; of the works that
 * are long, one goes on for a slice. So whoever comes with something quick waits for one slice at most.
 */

/** Long work stops after this long to let others in. A turn of the event loop costs a tenth of it. */
const SLICE_MILLISECONDS = 0.5;
/** The same while nobody else has been there for a while: then fewer turns matter more. */
const QUIET_SLICE_MILLISECONDS = 2;
const QUIET_AFTER_MILLISECONDS = 50;

const quick: (() => void)[] = [];
/** Works that wait for their next slice, the longest waiting first. */
const long: (() => void)[] = [];
let isScheduled = false;
/** When somebody came with something quick, or more than one long work waited. */
let lastBusyAt = 0;

/** When the slice of the work whose turn it is ends; long ago for work whose turn it is not. */
let sliceEndsAt = 0;

/** Does something quick in this turn, together with the other things that are quick. */
export function inThisTurn(work: () => void): void {
  quick.push(work);
  schedule();
}

/** Waits for a slice; to be called before work that is known to be long. */
export function nextSlice(): Promise<void> {
  return new Promise<void>((goOn) => {
    long.push(goOn);
    schedule();
  });
}

/** Whether the slice of the work whose turn it is has ended. */
export function isSliceOver(): boolean {
  return performance.now() >= sliceEndsAt;
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  isScheduled = false;
  const now = performance.now();
  if (quick.length > 0 || long.length > 1) lastBusyAt = now;
  for (const work of quick.splice(0)) work();
  const goOn = long.shift();
  if (quick.length > 0 || long.length > 0) schedule();
  if (goOn === undefined) return;
  const isQuiet = now - lastBusyAt > QUIET_AFTER_MILLISECONDS;
  sliceEndsAt = performance.now() + (isQuiet ? QUIET_SLICE_MILLISECONDS : SLICE_MILLISECONDS);
  goOn();
}
