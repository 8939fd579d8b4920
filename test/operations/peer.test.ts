import { expect, test, vi } from "vitest";
import { type Channel, Peer } from "../../src/operations/peer.ts";
import { failure } from "../../src/runtime/failure.ts";

type Calls = { readonly double: (number: number) => number; readonly refuse: (nothing: null) => never };

/** Two ends of a channel that carries messages as JSON, as Node's does. */
function channel() {
  const receivers: ((message: never) => void)[] = [];
  const closers: (() => void)[] = [];
  const end = (side: number): Channel => ({
    send: (message) => {
      setImmediate(() => receivers[1 - side]?.(JSON.parse(JSON.stringify(message)) as never));
    },
    onMessage: (receive) => {
      receivers[side] = receive as (message: never) => void;
    },
    onClose: (closed) => closers.push(closed),
  });
  const close = () => {
    for (const closed of closers) closed();
  };
  return { ends: [end(0), end(1)] as const, close };
}

const NO_CALLS = { millisecondsMax: {} };
/** Generous, for a busy machine. */
const PATIENCE = { millisecondsMax: { double: 20_000, refuse: 20_000 } };

const OURS: Calls = {
  double: (number) => number * 2,
  refuse: () => {
    throw failure("not today");
  },
};

test("each call gets its own answer, in whatever order they come", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS, NO_CALLS);
  const asking = new Peer<Calls>(ends[0], {}, PATIENCE);
  const numbers = [1, 2, 3, 4, 5];
  expect(await Promise.all(numbers.map((number) => asking.call("double", number)))).toEqual([2, 4, 6, 8, 10]);
});

test("both sides may ask", async () => {
  const { ends } = channel();
  const sides = ends.map((end) => new Peer<Calls>(end, OURS, PATIENCE));
  expect(await Promise.all(sides.map((side) => side.call("double", 21)))).toEqual([42, 42]);
});

test("a refusal arrives with its reason", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS, NO_CALLS);
  await expect(new Peer<Calls>(ends[0], {}, PATIENCE).call("refuse", null)).rejects.toThrow("not today");
});

test("nobody waits for a process that has ended", async () => {
  const { ends, close } = channel();
  const asking = new Peer<Calls>(ends[0], {}, PATIENCE);
  const answer = asking.call("double", 1);
  close();
  await expect(answer).rejects.toThrow("the other process has ended");
  await expect(asking.call("double", 1)).rejects.toThrow("the other process has ended");
});

test("a process that does not answer is given up after the time that the call has, which is told", async () => {
  const { ends } = channel();
  const onOverdue = vi.fn();
  const impatient = { millisecondsMax: { double: 20, refuse: 20_000 }, onOverdue };
  await expect(new Peer<Calls>(ends[0], {}, impatient).call("double", 1)).rejects.toThrow(
    "has not answered within 0.02 s",
  );
  expect(onOverdue).toHaveBeenCalledExactlyOnceWith("double");
});

test("an answer that waits to be read when this process was stopped itself is read before anybody is given up", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS, NO_CALLS);
  const onOverdue = vi.fn();
  const answer = new Peer<Calls>(ends[0], {}, { millisecondsMax: { double: 100, refuse: 100 }, onOverdue }).call(
    "double",
    4,
  );
  // As after SIGCONT: the timer is over before anything else could happen.
  const stoppedAt = performance.now();
  while (performance.now() - stoppedAt < 600);
  expect(await answer).toBe(8);
  expect(onOverdue).not.toHaveBeenCalled();
});
