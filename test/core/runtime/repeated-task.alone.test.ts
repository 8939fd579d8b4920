import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Backoff, Outage, RepeatedTask } from "../../../src/core/runtime/repeated-task.ts";

let runs: number;
let error: Error | null;
let events: string[];

beforeEach(() => {
  runs = 0;
  error = null;
  events = [];
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function work(): Promise<void> {
  runs += 1;
  if (error !== null) throw error;
}

function reporting(options: Partial<ConstructorParameters<typeof Outage>[0]> = {}): Outage {
  return new Outage({
    onFailed: (each) => events.push((each as Error).message),
    onWorking: () => events.push("works"),
    ...options,
  });
}

test("it runs every so often, the first time after the first pause, until it is closed", async () => {
  const task = new RepeatedTask(work, { everyMilliseconds: 1_000 });
  task.start();
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(runs).toBe(3);
  await task.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await task.run()).toBeNull();
  expect(runs).toBe(3);
});

test("a call runs it at once, and the next pause begins then", async () => {
  const task = new RepeatedTask(work, { everyMilliseconds: 1_000 });
  task.start();
  await vi.advanceTimersByTimeAsync(900);
  await task.run();
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
});

test("calls during a run lead to one more run after it, for which all of them wait", async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let done = 0;
  const task = new RepeatedTask(
    async () => {
      const gate = gates[runs];
      await work();
      await gate?.promise;
    },
    { everyMilliseconds: 1_000 },
  );
  for (const call of [task.run(), task.run(), task.run()]) void call.then(() => (done += 1));
  gates[0]?.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([runs, done]).toEqual([2, 0]);
  gates[1]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect([runs, done]).toEqual([2, 3]);
});

test("closing waits for the run under way, whose failure is not reported any more", async () => {
  const gate = Promise.withResolvers<void>();
  const task = new RepeatedTask(() => gate.promise, { outage: reporting() });
  const run = task.run();
  let isClosed = false;
  const closed = task.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isClosed).toBe(false);
  gate.reject(new Error("closed"));
  await closed;
  expect(await run).toEqual(new Error("closed"));
  expect(events).toEqual([]);
});

test("after failures it waits twice as long each time, up to the longest wait; a success starts over", async () => {
  const task = new RepeatedTask(work, { retry: new Backoff(1_000, 3_000) });
  error = new Error("away");
  expect(await task.run()).toBe(error);
  // After 1, 2, 3 and 3 seconds.
  for (const [milliseconds, expected] of [
    [1_000, 2],
    [2_000, 3],
    [2_999, 3],
    [1, 4],
    [2_999, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect(runs).toBe(expected);
  }
  error = null;
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(5);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(5);
  error = new Error("away");
  await task.run();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(7);
});

test("a failure is reported once, and so is the first success after it", async () => {
  const task = new RepeatedTask(work, { everyMilliseconds: 1_000, outage: reporting() });
  await task.run();
  error = new Error("away");
  await vi.advanceTimersByTimeAsync(1_000);
  error = new Error("still away");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events).toEqual(["away"]);
  error = null;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(events).toEqual(["away", "works"]);
});

test("an outage may report each reason, and the first success", () => {
  const outage = reporting({ reportsEachReason: true, reportsFirst: true });
  expect([outage.isWorking, outage.isFailing]).toEqual([false, false]);
  outage.works();
  for (const reason of ["away", "away", "full", "away"]) outage.failed(new Error(reason));
  expect(outage.isFailing).toBe(true);
  outage.works();
  outage.works();
  expect(outage.isWorking).toBe(true);
  expect(events).toEqual(["works", "away", "full", "away", "works"]);
});

test("an error that is reported elsewhere changes nothing", () => {
  const outage = reporting({ isReportedElsewhere: (each) => (each as Error).message === "away" });
  outage.failed(new Error("away"));
  expect(outage.isFailing).toBe(false);
  outage.failed(new Error("full"));
  outage.failed(new Error("away"));
  outage.failed(new Error("full"));
  expect(events).toEqual(["full"]);
});
