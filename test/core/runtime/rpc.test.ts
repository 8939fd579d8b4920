import { expect, test, vi } from "vitest";
import { failure } from "../../../src/core/runtime/failure.ts";
import { type Channel, type Message, Peer } from "../../../src/core/runtime/rpc.ts";

type Offered = {
  readonly double: (number: number) => number;
  readonly refuse: (nothing: null) => never;
  readonly err: (nothing: null) => never;
  readonly wait: (nothing: null, cancelled: AbortSignal) => Promise<string>;
};

/** Two ends of a channel that carries messages as JSON, as between processes. */
function channel() {
  const receivers: ((message: Message) => void)[] = [];
  const closers: ((why: Error) => void)[] = [];
  const end = (side: number): Channel => ({
    otherSide: "the other process",
    carriesErrors: false,
    send: (message) => {
      setImmediate(() => receivers[1 - side]?.(JSON.parse(JSON.stringify(message))));
    },
    onMessage: (receive) => {
      receivers[side] = receive;
    },
    onClose: (closed) => closers.push(closed),
  });
  const close = () => {
    for (const closed of closers) closed(failure("the other process has ended"));
  };
  return { ends: [end(0), end(1)] as const, close };
}

/** Generous, for a busy machine. */
const PATIENCE = { millisecondsMax: { double: 20_000, refuse: 20_000, err: 20_000, wait: 20_000 } };

const OURS: Offered = {
  double: (number) => number * 2,
  refuse: () => {
    throw failure("not today");
  },
  err: () => {
    throw new TypeError("not a function");
  },
  wait: (_, cancelled) =>
    new Promise((resolve) => cancelled.addEventListener("abort", () => resolve("as far as it came"))),
};

test("each call gets its own answer, in whatever order they come", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS);
  const asking = new Peer<Offered>(ends[0], {}, PATIENCE);
  const numbers = [1, 2, 3, 4, 5];
  expect(await Promise.all(numbers.map((number) => asking.call("double", number)))).toEqual([2, 4, 6, 8, 10]);
});

test("both sides may ask", async () => {
  const { ends } = channel();
  const sides = ends.map((end) => new Peer<Offered>(end, OURS, PATIENCE));
  expect(await Promise.all(sides.map((side) => side.call("double", 21)))).toEqual([42, 42]);
});

test("a refusal arrives with its reason", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS);
  await expect(new Peer<Offered>(ends[0], {}, PATIENCE).call("refuse", null)).rejects.toThrow("not today");
});

test("a mistake arrives as a sentence that names its kind, where errors cannot be sent", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS);
  const mistaken = new Peer<Offered>(ends[0], {}, PATIENCE).call("err", null);
  await expect(mistaken).rejects.toEqual(failure("TypeError: not a function"));
});

test("a call that is cancelled is asked for an early answer, others are not", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS);
  const asking = new Peer<Offered>(ends[0], {});
  const nobodyWaits = new AbortController();
  const [early, other] = [nobodyWaits.signal, new AbortController().signal].map((signal) =>
    asking.call("wait", null, signal),
  );
  nobodyWaits.abort();
  expect(await early).toBe("as far as it came");
  expect(asking.waiting).toBe(1);
  asking.end(failure("enough"));
  await expect(other).rejects.toThrow("enough");
});

test("a call that was cancelled before it was made is asked for an early answer too", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS);
  expect(await new Peer<Offered>(ends[0], {}).call("wait", null, AbortSignal.abort())).toBe("as far as it came");
});

test("notices arrive in order, before the answer to a later call, and nobody waits for them", async () => {
  const { ends } = channel();
  const heard: number[] = [];
  new Peer(ends[1], { ...OURS, note: (number: number) => heard.push(number) });
  const asking = new Peer<Offered & { readonly note: (number: number) => void }>(ends[0], {});
  for (const number of [1, 2, 3]) asking.notify("note", number);
  expect(asking.waiting).toBe(0);
  await asking.call("double", 1);
  expect(heard).toEqual([1, 2, 3]);
});

test("nobody waits for a process that has ended", async () => {
  const { ends, close } = channel();
  const asking = new Peer<Offered>(ends[0], {}, PATIENCE);
  const answer = asking.call("double", 1);
  close();
  await expect(answer).rejects.toThrow("the other process has ended");
  await expect(asking.call("double", 1)).rejects.toThrow("the other process has ended");
  expect(asking.ended?.message).toBe("the other process has ended");
});

test("a process that does not answer is given up after the time that the call has, which is told", async () => {
  const { ends } = channel();
  const onOverdue = vi.fn();
  const impatient = { millisecondsMax: { ...PATIENCE.millisecondsMax, double: 20 }, onOverdue };
  await expect(new Peer<Offered>(ends[0], {}, impatient).call("double", 1)).rejects.toThrow(
    "has not answered within 0.02 s",
  );
  expect(onOverdue).toHaveBeenCalledExactlyOnceWith("double");
});

test("an answer that waits to be read when this process was stopped itself is read before anybody is given up", async () => {
  const { ends } = channel();
  new Peer(ends[1], OURS);
  const onOverdue = vi.fn();
  const answer = new Peer<Offered>(
    ends[0],
    {},
    { millisecondsMax: { ...PATIENCE.millisecondsMax, double: 100 }, onOverdue },
  ).call("double", 4);
  // As after SIGCONT: the timer is over before anything else could happen.
  const stoppedAt = performance.now();
  while (performance.now() - stoppedAt < 600);
  expect(await answer).toBe(8);
  expect(onOverdue).not.toHaveBeenCalled();
});
