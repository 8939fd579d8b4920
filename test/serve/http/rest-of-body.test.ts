import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import { discardRest } from "../../../src/serve/http/rest-of-body.ts";

const { discardedReadMilliseconds, discardedBytesMax, discardedMillisecondsMax, discardedSilenceMillisecondsMax } =
  HTTP_LIMITS;

describe("The rest of a body", () => {
  let body: PassThrough;
  let done: ReturnType<typeof vi.fn<() => void>>;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    body = new PassThrough();
    done = vi.fn();
    discardRest(body, done);
  });

  afterEach(() => vi.useRealTimers());

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** Time enough for some reads. */
  const flowing = async () => {
    for (let read = 0; read < 3; read += 1) {
      await turn();
      vi.advanceTimersByTime(discardedReadMilliseconds);
    }
    await turn();
  };

  it("is thrown away to its end", async () => {
    body.end(Buffer.alloc(discardedBytesMax));
    await flowing();
    expect(done).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not waited for when it has been read to its end", async () => {
    const read = new PassThrough().resume();
    read.end("body");
    while (!read.readableEnded) await turn();
    discardRest(read, done);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("is read with pauses, so that others have their turn", async () => {
    let reads = 0;
    body.on("data", () => {
      reads += 1;
    });
    for (let read = 0; read < 10; read += 1) body.write(Buffer.alloc(1024));
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(reads).toBeLessThan(4);
    for (let time = 0; time < 5; time += 1) await flowing();
    expect(reads).toBe(10);
  });

  it("is not waited for once it is too large", async () => {
    body.write(Buffer.alloc(discardedBytesMax));
    await flowing();
    expect(body.destroyed).toBe(false);
    body.write(Buffer.alloc(1));
    await flowing();
    expect(body.destroyed).toBe(true);
    expect(done).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not waited for once nothing comes", () => {
    vi.advanceTimersByTime(discardedSilenceMillisecondsMax - 1);
    expect(body.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(body.destroyed).toBe(true);
    expect(done).not.toHaveBeenCalled();
  });

  it("is not waited for once it takes too long, though it keeps coming", async () => {
    for (let waited = 0; waited < discardedMillisecondsMax; waited += 1_000) {
      expect(body.destroyed).toBe(false);
      body.write("more");
      await flowing();
      vi.advanceTimersByTime(1_000);
    }
    expect(body.destroyed).toBe(true);
    expect(done).not.toHaveBeenCalled();
  });
});
