import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Watched, WorkerWatchdog } from "../../../src/serve/operations/worker-process.ts";

const BEAT = 250;

class FakeWorker implements Watched {
  readonly number: number;
  isDead = false;
  isServing = true;
  signs = 0;
  isOpening = false;
  answers = true;
  beat = (): Promise<unknown> => (this.answers ? Promise.resolve() : new Promise(() => {}));

  constructor(number = 1) {
    this.number = number;
  }
}

let now: number;
let worker: FakeWorker;
/** Others beside it. */
let others: FakeWorker[];
let onHanging: ReturnType<typeof vi.fn<(worker: FakeWorker) => void>>;
let watchdog: WorkerWatchdog<FakeWorker>;

beforeEach(() => {
  now = 0;
  worker = new FakeWorker();
  others = [];
  onHanging = vi.fn<(worker: FakeWorker) => void>();
  watchdog = new WorkerWatchdog(
    () => [worker, ...others],
    onHanging,
    () => now,
  );
});

/** Ticks as the timer does, with the time that passes between two of them. */
async function ticks(count: number, milliseconds = BEAT): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) {
    now += milliseconds;
    watchdog.tick();
    await Promise.resolve();
  }
}

test("a worker that answers is left alone, however long", async () => {
  await ticks(1_000);
  expect(onHanging).not.toHaveBeenCalled();
});

test("a worker that is silent for six beats hangs, and not after five", async () => {
  worker.answers = false;
  // The first asks.
  await ticks(6);
  expect(onHanging).not.toHaveBeenCalled();
  await ticks(1);
  expect(onHanging).toHaveBeenCalledExactlyOnceWith(worker);
});

test("silence that ends in time is forgotten", async () => {
  let answer = () => {};
  worker.beat = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  for (let round = 0; round < 5; round += 1) {
    await ticks(6);
    answer();
    await Promise.resolve();
  }
  expect(onHanging).not.toHaveBeenCalled();
});

test("a worker that opens a release has 30 seconds", async () => {
  worker.answers = false;
  worker.isOpening = true;
  await ticks(120);
  expect(onHanging).not.toHaveBeenCalled();
  await ticks(1);
  expect(onHanging).toHaveBeenCalledOnce();
});

test("a worker that was silent while it opened a release has six beats from the moment that it is done", async () => {
  worker.answers = false;
  worker.isOpening = true;
  await ticks(20);
  worker.isOpening = false;
  await ticks(6);
  expect(onHanging).not.toHaveBeenCalled();
  await ticks(1);
  expect(onHanging).toHaveBeenCalledExactlyOnceWith(worker);
});

test("where the watchdog itself was stopped, what it counted is forgotten", async () => {
  worker.answers = false;
  await ticks(6);
  await ticks(1, 60_000);
  await ticks(5);
  expect(onHanging).not.toHaveBeenCalled();
  await ticks(1);
  expect(onHanging).toHaveBeenCalledOnce();
});

test("a worker that is dead is nobody's concern, and one in its place is watched from the beginning", async () => {
  worker.answers = false;
  await ticks(6);
  worker.isDead = true;
  await ticks(10);
  expect(onHanging).not.toHaveBeenCalled();
  worker = new FakeWorker();
  worker.answers = false;
  await ticks(6);
  expect(onHanging).not.toHaveBeenCalled();
  await ticks(1);
  expect(onHanging).toHaveBeenCalledExactlyOnceWith(worker);
});

test("a worker that answers requests is left alone, however late its heartbeats are", async () => {
  worker.answers = false;
  for (let round = 0; round < 100; round += 1) {
    await ticks(5);
    worker.signs += 1;
  }
  expect(onHanging).not.toHaveBeenCalled();
  await ticks(7);
  expect(onHanging).toHaveBeenCalledExactlyOnceWith(worker);
});

test("a heartbeat that is given up on is no sign of life, and is asked for again", async () => {
  let asked = 0;
  let fail = () => {};
  worker.beat = () => {
    asked += 1;
    return new Promise((_resolve, reject) => {
      fail = () => reject(new Error("not answered"));
    });
  };
  await ticks(4);
  fail();
  await Promise.resolve();
  await ticks(2);
  expect(asked).toBe(2);
  expect(onHanging).not.toHaveBeenCalled();
  await ticks(1);
  expect(onHanging).toHaveBeenCalledExactlyOnceWith(worker);
});

test("a worker that answers again after a heartbeat was given up on is left alone", async () => {
  worker.beat = () => Promise.reject(new Error("not answered"));
  await ticks(3);
  worker.beat = () => Promise.resolve();
  await ticks(100);
  expect(onHanging).not.toHaveBeenCalled();
});

describe("of workers that are all silent", () => {
  let second: FakeWorker;

  beforeEach(async () => {
    second = new FakeWorker(2);
    others = [second];
    onHanging.mockImplementation((hanging) => {
      hanging.isDead = true;
    });
    worker.answers = false;
    second.answers = false;
    await ticks(7);
    expect(onHanging).toHaveBeenCalledExactlyOnceWith(worker);
    onHanging.mockClear();
  });

  test("one is ended, and the next when another serves in its place", async () => {
    worker = new FakeWorker(1);
    worker.isServing = false;
    await ticks(20);
    expect(onHanging).not.toHaveBeenCalled();
    worker.isServing = true;
    await ticks(1);
    expect(onHanging).toHaveBeenCalledExactlyOnceWith(second);
  });

  test("the next is left alone when it answers meanwhile", async () => {
    second.answers = true;
    second.signs += 1;
    await ticks(3);
    worker = new FakeWorker(1);
    await ticks(3);
    expect(onHanging).not.toHaveBeenCalled();
  });

  test("the next is ended after half a minute, though none has come in the place of the first", async () => {
    await ticks(119);
    expect(onHanging).not.toHaveBeenCalled();
    await ticks(2);
    expect(onHanging).toHaveBeenCalledExactlyOnceWith(second);
  });

  test("one that serves no clients yet is not spared", async () => {
    worker = new FakeWorker(1);
    worker.isServing = false;
    worker.answers = false;
    await ticks(7);
    expect(onHanging).toHaveBeenCalledExactlyOnceWith(worker);
  });
});
