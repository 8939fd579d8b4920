import { beforeEach, expect, test } from "vitest";
import { failure } from "../../../src/core/runtime/failure.ts";
import { keepAlive, type Mortal, RESTART_WAITS } from "../../../src/serve/operations/worker-process.ts";

/* Lives and waits that take no time: what is waited is written down instead. */

const STEADY = RESTART_WAITS.steadyMilliseconds;
let waited: number[];
let told: string[];

beforeEach(() => {
  waited = [];
  told = [];
});

const log = {
  info: (event: string) => told.push(event),
  error: (event: string) => told.push(event),
} as never;

const lived = (milliseconds: number): Mortal => ({ ended: Promise.resolve(milliseconds) });

/** Keeps a process alive through these lives; null is one that cannot be started. The waits before each start. */
async function waitsBetween(first: number, ...lives: readonly (number | null)[]): Promise<readonly number[]> {
  const coming = [...lives];
  await keepAlive(lived(first), {
    number: 1,
    restart: async () => {
      const life = coming.shift() as number | null;
      if (life === null) throw failure("The system lets no more processes be started.");
      return lived(life);
    },
    isOver: () => coming.length === 0,
    log,
    wait: async (milliseconds) => {
      waited.push(milliseconds);
    },
  });
  return waited;
}

const times = <Life>(count: number, life: Life): Life[] => Array.from({ length: count }, () => life);

test("a process that keeps ending is started again ever more slowly, up to ten seconds", async () => {
  expect(await waitsBetween(5, ...times(10, 5))).toEqual([
    100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000,
  ]);
});

test("one that cannot even be started as well, however long the one before it had lived", async () => {
  expect(await waitsBetween(10 * STEADY, ...times(10, null))).toEqual([
    100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000, 10_000,
  ]);
});

test("one that lived for a minute is started again at once, and not one that lived for less", async () => {
  expect(await waitsBetween(5, 5, STEADY - 1, STEADY, 5, 5)).toEqual([100, 200, 400, 100, 200]);
});

test("an end, a start and a failure to start are told", async () => {
  await waitsBetween(5, null, 5, 5);
  expect(told).toEqual(["worker_ended", "worker_not_started", "worker_started", "worker_ended", "worker_started"]);
});

test("the waits can be others", async () => {
  const coming = times(4, 1);
  await keepAlive(lived(1), {
    number: 1,
    restart: async () => lived(coming.pop() ?? 1),
    isOver: () => coming.length === 0,
    log,
    waits: { millisecondsMin: 1, millisecondsMax: 4, steadyMilliseconds: 1_000 },
    wait: async (milliseconds) => {
      waited.push(milliseconds);
    },
  });
  expect(waited).toEqual([1, 2, 4, 4]);
});

test("when all is over nobody is started again, also when it ended during the wait", async () => {
  let isOver = true;
  const restart = () => Promise.reject(failure("Nobody is to be started."));
  await keepAlive(lived(5), { number: 1, restart, isOver: () => isOver, log });
  isOver = false;
  const wait = async () => {
    isOver = true;
  };
  await keepAlive(lived(5), { number: 1, restart, isOver: () => isOver, log, wait });
  expect(told).toEqual(["worker_ended"]);
});
