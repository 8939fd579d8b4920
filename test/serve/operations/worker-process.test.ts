import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WORKER_MILLISECONDS_MAX, type WorkerCalls } from "../../../src/serve/operations/worker-calls.ts";
import { WorkerProcess } from "../../../src/serve/operations/worker-process.ts";

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
    "redistributeConnections",
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
