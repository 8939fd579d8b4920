import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { failure } from "../../../src/core/runtime/failure.ts";
import { WORKER_MILLISECONDS_MAX, type WorkerCalls } from "../../../src/serve/operations/worker-calls.ts";
import {
  keepAlive,
  RESTART_WAITS,
  type Restartable,
  type WatchedWorker,
  WorkerProcess,
  WorkerWatchdog,
} from "../../../src/serve/operations/worker-process.ts";

/** A process that takes every message and answers none. */
class SilentProcess extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly connected = true;
  readonly kill = vi.fn<(signal: string) => void>();
  send(): boolean {
    return true;
  }
}

let started: SilentProcess;

vi.mock("node:cluster", () => ({
  default: {
    fork: () => Object.assign(new EventEmitter(), { process: started, isDead: () => false, isConnected: () => true }),
  },
}));

describe("A worker that does not answer a call in time", () => {
  let worker: WorkerProcess;

  beforeEach(() => {
    vi.useFakeTimers();
    started = new SilentProcess();
    worker = new WorkerProcess(1, {} as ConstructorParameters<typeof WorkerProcess>[1], () => {});
  });
  afterEach(() => vi.useRealTimers());

  async function overdue(name: keyof WorkerCalls): Promise<void> {
    const call = expect(worker.call(name, null as never)).rejects.toThrow("has not answered");
    await vi.advanceTimersByTimeAsync(WORKER_MILLISECONDS_MAX[name]);
    await call;
  }

  it.each(["prepare", "adopt", "listen", "drain"] as const)("is ended when others wait for it: %s", async (name) => {
    await overdue(name);
    expect(started.kill).toHaveBeenCalledExactlyOnceWith("SIGKILL");
    expect(worker.isDead).toBe(true);
  });

  it.each([
    "configure",
    "discard",
    "noteDatabase",
    "noteEndedSession",
    "measurements",
    "announceStop",
    "heartbeat",
  ] as const)("is left to the watchdog otherwise: %s", async (name) => {
    await overdue(name);
    expect(started.kill).not.toHaveBeenCalled();
    expect(worker.isDead).toBe(false);
  });
});

describe("worker watchdog", () => {
  const BEAT = 250;

  class FakeWorker implements WatchedWorker {
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
    // The first requests one.
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

  test("a worker that is dead is ignored, and one in its place is watched from the beginning", async () => {
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

  test("a heartbeat that is given up on is no sign of life, and is requested again", async () => {
    let requested = 0;
    let fail = () => {};
    worker.beat = () => {
      requested += 1;
      return new Promise((_resolve, reject) => {
        fail = () => reject(new Error("not answered"));
      });
    };
    await ticks(4);
    fail();
    await Promise.resolve();
    await ticks(2);
    expect(requested).toBe(2);
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
});

describe("restarts", () => {
  /* Lives and waits that take no time: what is waited is written down instead. */

  const STEADY = RESTART_WAITS.steadyMilliseconds;
  let waited: number[];
  let logged: string[];

  beforeEach(() => {
    waited = [];
    logged = [];
  });

  const log = {
    info: (event: string) => logged.push(event),
    error: (event: string) => logged.push(event),
  } as never;

  const lived = (milliseconds: number): Restartable => ({
    ended: Promise.resolve({ livedMilliseconds: milliseconds, cause: { exit_code: 1 } }),
  });

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

  test("an end, a start and a failure to start are reported", async () => {
    await waitsBetween(5, null, 5, 5);
    expect(logged).toEqual(["worker_ended", "worker_not_started", "worker_started", "worker_ended", "worker_started"]);
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

  test("when all is over no worker is started again, also when it ended during the wait", async () => {
    let isOver = true;
    const restart = () => Promise.reject(failure("No worker is to be started."));
    await keepAlive(lived(5), { number: 1, restart, isOver: () => isOver, log });
    isOver = false;
    const wait = async () => {
      isOver = true;
    };
    await keepAlive(lived(5), { number: 1, restart, isOver: () => isOver, log, wait });
    expect(logged).toEqual(["worker_ended"]);
  });
});
