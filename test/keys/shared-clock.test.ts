import { expect, test } from "vitest";
import { SharedClock } from "../../src/keys/leased-limits.ts";

function clockAt(now: number) {
  const own = { now };
  return { own, clock: new SharedClock(() => own.now) };
}

test("is the process's own until another is heard", () => {
  const { own, clock } = clockAt(1_000);
  expect(clock.now).toBe(1_000);
  own.now = 2_000;
  expect(clock.now).toBe(2_000);
});

test("is the one that was heard from then on, which showed its time halfway between question and answer", () => {
  const { own, clock } = clockAt(10_000);
  own.now = 10_040;
  // At 10,020 of ours it was 95,020 there: 85,000 ahead.
  clock.hear(95_020, 10_000);
  expect(clock.now).toBe(95_040);
  own.now = 20_000;
  expect(clock.now).toBe(105_000);
});

test("does not move for a difference that the way of the answer explains, and does for one more", () => {
  const { own, clock } = clockAt(10_040);
  // Forty milliseconds of way: twenty more or less, and one for whole milliseconds.
  clock.hear(10_041, 10_000);
  expect(clock.now).toBe(own.now);
  clock.hear(10_042, 10_000);
  expect(clock.now).toBe(own.now + 22);
});

test("follows when our own is set, forwards or backwards", () => {
  const { own, clock } = clockAt(1_000_000);
  own.now -= 900_000;
  clock.hear(1_000_000, own.now);
  expect(clock.now).toBe(1_000_000);
});
