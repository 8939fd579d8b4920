/** Milliseconds of the system's monotonic clock: the same in every process, unlike `performance.now`, and never set. */
export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
