import { afterEach, expect, test, vi } from "vitest";
import { failure, isFailure, isOutside } from "../../../src/core/runtime/failure.ts";
import { transfer } from "../../../src/core/runtime/rpc.ts";
import { answerParent, hasBusyThreads, Thread, type ThreadOptions } from "../../../src/core/runtime/thread.ts";
import type { FixtureCalls, ParentCalls } from "./support/fixture-thread.ts";

const MODULE = new URL("./support/fixture-thread.ts", import.meta.url);
const OURS: ParentCalls = { name: () => "Ada" };
const started: Thread<FixtureCalls>[] = [];

function thread(options: Partial<ThreadOptions> = {}): Thread<FixtureCalls> {
  const made = new Thread<FixtureCalls>(MODULE, OURS, { ended: () => failure("It has ended."), ...options });
  started.push(made);
  return made;
}

async function thrownBy(name: "fail" | "mistake" | "systemError" | "throwText"): Promise<unknown> {
  return await thread()
    .peer.call(name, null)
    .catch((error: unknown) => error);
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.end()));
});

test("a thread is called before it has loaded, and calls back while it answers", async () => {
  expect(await thread().peer.call("greet", "Good morning")).toBe("Good morning, Ada");
});

test("memory that is transferred is gone here, and comes back", async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const reversed = await thread().peer.call("reverse", transfer(bytes, [bytes.buffer]));
  expect([...reversed]).toEqual([3, 2, 1]);
  expect(bytes.length).toBe(0);
});

test("what cannot be sent is not waited for", async () => {
  const { peer } = thread();
  const bytes = Uint8Array.of(1);
  await peer.call("reverse", transfer(bytes, [bytes.buffer]));
  await expect(peer.call("reverse", transfer(bytes, [bytes.buffer]))).rejects.toMatchObject({ name: "DataCloneError" });
  expect(peer.waiting).toBe(0);
});

test("a failure stays one", async () => {
  const error = await thrownBy("fail");
  expect(isFailure(error)).toBe(true);
  expect(error).toMatchObject({ message: "The file is gone." });
});

test("a mistake stays one, with its kind and the place where it was made", async () => {
  const error = await thrownBy("mistake");
  expect(error).toBeInstanceOf(TypeError);
  expect(isOutside(error)).toBe(false);
  expect(error).toMatchObject({ message: "not a function", stack: expect.stringContaining("fixture-thread.ts") });
});

test("an error of the system keeps its code, and whatever else is thrown is what it was", async () => {
  const error = await thrownBy("systemError");
  expect(isOutside(error)).toBe(true);
  expect(error).toMatchObject({ message: "no space left", code: "ENOSPC" });
  expect(await thrownBy("throwText")).toBe("a text");
});

test("whoever waits for a thread that ends by itself is told, with the error that nobody caught where there is one", async () => {
  await expect(thread().peer.call("exit", null)).rejects.toThrow("It has ended.");
  const onCrash = vi.fn();
  const { peer } = thread({ onCrash });
  await expect(peer.call("crash", null)).rejects.toThrow(new RangeError("out of bounds"));
  expect(onCrash).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "out of bounds" }));
  await expect(peer.call("greet", "Hello")).rejects.toThrow("out of bounds");
});

test("a thread that hangs is ended, which is no crash, and so is everybody's waiting", async () => {
  const onCrash = vi.fn();
  const hanging = thread({ onCrash, keepsProcessAlive: false, exitMillisecondsMax: 100 });
  await hanging.peer.call("greet", "Hello");
  const answer = hanging.peer.call("hang", null);
  const ending = hanging.end();
  await expect(answer).rejects.toThrow("It has ended.");
  await ending;
  expect(onCrash).not.toHaveBeenCalled();
  hanging.peer.notify("greet", "to nobody");
});

/*
 * Node aborts the whole process, this one, now and then when it terminates a thread that loads the SQLite driver or creates a stream of
 * zlib. The handlers of a terminated thread's exit never run.
 */
test("a thread in native code exits by itself when it is ended", async () => {
  const exits = new Int32Array(new SharedArrayBuffer(4));
  const working = [thread(), thread()];
  const answers = working.map(({ peer }) => peer.call("workNatively", exits).catch((error: Error) => error.message));
  await Promise.all(working.map(({ peer }) => peer.call("greet", "Hello")));
  await Promise.all([...working, ...working].map((each) => each.end()));
  expect(await Promise.all(answers)).toEqual(["It has ended.", "It has ended."]);
  expect(exits[0]).toBe(2);
});

test("the threads of a thread exit by themselves before it", async () => {
  const exits = new Int32Array(new SharedArrayBuffer(4));
  const outer = thread();
  await outer.peer.call("startOther", exits);
  await outer.end();
  expect(exits[0]).toBe(1);
});

test("a thread is busy while it loads, answers or exits", async () => {
  const busy = thread();
  expect(hasBusyThreads()).toBe(true);
  await busy.peer.call("greet", "Hello");
  expect(hasBusyThreads()).toBe(false);
  const answer = busy.peer.call("greet", "Good evening");
  expect(hasBusyThreads()).toBe(true);
  await answer;
  const ending = busy.end();
  expect(hasBusyThreads()).toBe(true);
  await ending;
  expect(hasBusyThreads()).toBe(false);
});

test("only a thread can answer the one that has started it", () => {
  expect(() => answerParent({})).toThrow("This is no thread that another has started.");
});
