import { expect, test } from "vitest";
import { MemoryBudget, mebibytesFor } from "../../../src/reprice/jobs/job-thread.ts";
import { JOB_LIMITS } from "../../../src/reprice/jobs/limits.ts";

/** Work that is under way until it is told to end. */
function started(budget: MemoryBudget, mebibytes: number, begun: string[], name: string, end?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = budget.use(mebibytes, end ?? new AbortController().signal, () => {
    begun.push(name);
    return promise;
  });
  const finish = () => {
    resolve();
    return work;
  };
  return { work, finish };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("work waits until there is memory for it, in the order in which it came", async () => {
  const budget = new MemoryBudget(100);
  const begun: string[] = [];
  const first = started(budget, 60, begun, "first");
  const large = started(budget, 80, begun, "large");
  const small = started(budget, 40, begun, "small");
  await settled();
  // The small one would fit, but would keep the large one waiting.
  expect(begun).toEqual(["first"]);
  await first.finish();
  await settled();
  expect(begun).toEqual(["first", "large"]);
  await large.finish();
  await settled();
  expect(begun).toEqual(["first", "large", "small"]);
  await small.finish();
});

test("work that is given up while it waits lets the next one go on", async () => {
  const budget = new MemoryBudget(100);
  const begun: string[] = [];
  const first = started(budget, 60, begun, "first");
  const leaving = new AbortController();
  const large = started(budget, 80, begun, "large", leaving.signal);
  const small = started(budget, 40, begun, "small");
  await settled();
  leaving.abort(new Error("left"));
  await expect(large.work).rejects.toThrow("left");
  await settled();
  expect(begun).toEqual(["first", "small"]);
  await Promise.all([first.finish(), small.finish()]);
});

test("a process has memory for a file that is priced beside one that is looked at, and no more", () => {
  const [priced, shown] = [mebibytesFor({ isDryRun: false }), mebibytesFor({ isDryRun: true })];
  expect(JOB_LIMITS.filesMebibytesMax).toBe(priced + shown);
});
