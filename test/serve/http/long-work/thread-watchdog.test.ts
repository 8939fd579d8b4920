import { expect, test } from "vitest";
import { ThreadWatchdog, TICK_MILLISECONDS } from "../../../../src/serve/http/long-work/thread.ts";

/** A watchdog whose ticks come when they are told to; how many until it takes the thread for stuck. */
function watched() {
  const watchdog = new ThreadWatchdog();
  let now = 0;
  const tick = (milliseconds = TICK_MILLISECONDS) => {
    now += milliseconds;
    return watchdog.tick(now);
  };
  const ticksUntilStuck = () => {
    for (let ticks = 1; ticks <= 1_000; ticks += 1) if (tick()) return ticks;
    return null;
  };
  tick();
  return { watchdog, tick, ticksUntilStuck };
}

test("a thread that says nothing is stuck before two seconds are over", () => {
  const { watchdog, ticksUntilStuck } = watched();
  watchdog.loads(false);
  expect(ticksUntilStuck()).toBe(7);
});

test("and no later when it had nothing to do before", () => {
  const watchdog = new ThreadWatchdog();
  watchdog.loads(false);
  watchdog.rests(3_600_000);
  const isStuck = Array.from({ length: 7 }, (_, ticks) => watchdog.tick(3_600_000 + (ticks + 1) * TICK_MILLISECONDS));
  expect(isStuck).toEqual([false, false, false, false, false, false, true]);
});

test("a thread that says something now and then is not", () => {
  const { watchdog, tick, ticksUntilStuck } = watched();
  watchdog.loads(false);
  for (let time = 0; time < 100; time += 1) {
    expect(Array.from({ length: 6 }, () => tick())).not.toContain(true);
    watchdog.heard();
  }
  expect(ticksUntilStuck()).toBe(7);
});

test("one that loads its code or opens a release has a minute", () => {
  const { watchdog, ticksUntilStuck } = watched();
  expect(ticksUntilStuck()).toBe(240);
  watchdog.loads(false);
  watchdog.loads(true);
  expect(ticksUntilStuck()).toBe(240);
});

test("time in which the one that watches did not run does not count", () => {
  const { watchdog, tick, ticksUntilStuck } = watched();
  watchdog.loads(false);
  for (let time = 0; time < 100; time += 1) expect(tick(3_600_000)).toBe(false);
  expect(ticksUntilStuck()).toBe(7);
});
