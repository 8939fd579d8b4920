import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BytesInFlight, type HeldBytes } from "../../../src/serve/http/bytes-in-flight.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import { SOON } from "../../support/waiting.ts";

const PER_KEY = 100;
const IN_ALL = 250;

function held(bytes: BytesInFlight, keyId: string | null, count: number): HeldBytes {
  const outcome = bytes.hold(keyId, count);
  if (typeof outcome === "string") throw new Error(`refused by the limit of the ${outcome}`);
  return outcome;
}

describe("Bytes in flight", () => {
  let bytes: BytesInFlight;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    bytes = new BytesInFlight(PER_KEY, IN_ALL, 1);
  });
  afterEach(() => vi.useRealTimers());

  it("are limited for each key: exactly as many as it may have fit, and one more does not", () => {
    held(bytes, "a", 60);
    expect(bytes.hold("a", 41)).toBe("key");
    held(bytes, "a", 40);
    expect(bytes.hold("a", 1)).toBe("key");
    held(bytes, "b", 100);
    expect(bytes.total).toBe(200);
  });

  it("are limited for all keys together", () => {
    for (const key of ["a", "b"]) held(bytes, key, 100);
    expect(bytes.hold("c", 51)).toBe("process");
    held(bytes, "c", 50);
    expect(bytes.hold("d", 1)).toBe("process");
  });

  it("of requests without a key are limited as those of one key", () => {
    held(bytes, null, 100);
    expect(bytes.hold(null, 1)).toBe("key");
    held(bytes, "a", 100);
  });

  it("of one answer may exceed the limit when nothing else is under way", () => {
    const large = held(bytes, "a", 300);
    expect(bytes.hold("a", 1)).toBe("key");
    expect(bytes.hold("b", 1)).toBe("process");
    large.release();
    expect(bytes.total).toBe(0);
  });

  it("that are none are never refused, so that whoever has none may wait for room", async () => {
    const first = held(bytes, "a", 100);
    first.become(120);
    const none = held(bytes, "a", 0);
    const outcome = none.makeRoom(50);
    expect(outcome).not.toBeNull();
    first.release();
    expect(await outcome).toBeNull();
    expect(bytes.total).toBe(50);
  });

  it("come back as they are given back, once", () => {
    const some = held(bytes, "a", 100);
    some.give(30);
    expect(bytes.total).toBe(70);
    some.become(10);
    expect(bytes.total).toBe(10);
    some.give(50);
    expect(bytes.total).toBe(0);
    some.become(20);
    some.release();
    some.release();
    some.become(5);
    expect(bytes.total).toBe(0);
    held(bytes, "a", 100);
  });

  it("that are expected have room at once where there is some", () => {
    const some = held(bytes, "a", 10);
    expect(some.makeRoom(90)).toBeNull();
    expect(bytes.total).toBe(100);
    some.release();
    expect(bytes.total).toBe(0);
  });

  it("that are expected leave room for bodies that arrive", async () => {
    bytes = new BytesInFlight(PER_KEY, IN_ALL, 0.8);
    const first = held(bytes, "a", 10);
    expect(first.makeRoom(70)).toBeNull();
    const second = held(bytes, "a", 20);
    const outcome = second.makeRoom(1);
    expect(outcome).not.toBeNull();
    first.release();
    expect(await outcome).toBeNull();
  });

  it("that are expected leave room for the bodies of other keys too", async () => {
    bytes = new BytesInFlight(PER_KEY, IN_ALL, 0.8);
    const first = held(bytes, "a", 100);
    held(bytes, "b", 60);
    // Four fifths of 250 are 200: exactly as many fit, and one more waits, while a body still finds room.
    expect(held(bytes, "c", 10).makeRoom(30)).toBeNull();
    const outcome = held(bytes, "d", 0).makeRoom(1);
    expect(outcome).not.toBeNull();
    expect(bytes.total).toBe(200);
    held(bytes, "e", 50);
    first.release();
    expect(await outcome).toBeNull();
  });

  it("that are expected wait for room, in the order that they came", async () => {
    const first = held(bytes, "a", 80);
    const second = held(bytes, "a", 10);
    const third = held(bytes, "a", 10);
    const notices: string[] = [];
    second.makeRoom(80)?.then((limit) => notices.push(`second ${limit}`));
    third.makeRoom(80)?.then((limit) => notices.push(`third ${limit}`));
    await Promise.resolve();
    expect(notices).toEqual([]);
    first.release();
    await vi.waitFor(() => expect(notices).toEqual(["second null"]), SOON);
    expect(bytes.total).toBe(100);
    second.release();
    await vi.waitFor(() => expect(notices).toEqual(["second null", "third null"]), SOON);
    third.release();
    expect(bytes.total).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that wait for their own key's limit keep no other key waiting", async () => {
    held(bytes, "a", 100);
    const waiting = held(bytes, "b", 10);
    held(bytes, "b", 90);
    const outcome = waiting.makeRoom(50);
    expect(outcome).not.toBeNull();
    const other = held(bytes, "c", 10);
    expect(await other.makeRoom(30)).toBeNull();
    expect(bytes.total).toBe(240);
  });

  it("that found no room in time are refused by the limit that was in the way", async () => {
    held(bytes, "a", 90);
    const some = held(bytes, "a", 10);
    const outcome = some.makeRoom(1);
    vi.advanceTimersByTime(HTTP_LIMITS.roomMillisecondsMax);
    expect(await outcome).toBe("key");
    expect(bytes.total).toBe(100);
    some.release();
    expect(bytes.total).toBe(90);
  });

  it("of a client that left while it waited are given back, and its place with them", async () => {
    const first = held(bytes, "a", 90);
    const some = held(bytes, "a", 10);
    const outcome = some.makeRoom(50);
    some.release();
    expect(await outcome).not.toBeNull();
    first.release();
    expect(bytes.total).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of a client that left when there was just room for it are given back too", async () => {
    const first = held(bytes, "a", 90);
    const some = held(bytes, "a", 10);
    const outcome = some.makeRoom(50);
    first.release();
    some.release();
    await outcome;
    expect(bytes.total).toBe(0);
  });
});
