import { expect, test } from "vitest";
import { type Activity, LongestIdle } from "../../../src/serve/http/connections.ts";

class Line implements Activity {
  readonly name: string;
  turn: number;
  isBusy = false;
  searched = 0;

  constructor(name: string, turn: number) {
    this.name = name;
    this.turn = turn;
  }

  isIdle(): boolean {
    this.searched += 1;
    return !this.isBusy;
  }
}

/** Lines a, b, c, d that asked in the order d, c, b, a. */
function lines() {
  const all = [new Line("a", 4), new Line("b", 3), new Line("c", 2), new Line("d", 1)] as const;
  const open = new Set<Line>(all);
  return { all, open, longestIdle: new LongestIdle(open, 2) };
}

test("the longest idle comes first, whenever it was opened", () => {
  const { open, longestIdle } = lines();
  const order: (string | undefined)[] = [];
  for (let turn = 5; turn < 10; turn += 1) {
    const next = longestIdle.next(turn);
    if (next !== null) open.delete(next);
    order.push(next?.name);
  }
  expect(order).toEqual(["d", "c", "b", "a", undefined]);
});

test("one search finds several", () => {
  const { all, open, longestIdle } = lines();
  for (const turn of [5, 6]) open.delete(longestIdle.next(turn) as Line);
  expect(all[0].searched).toBe(1);
  longestIdle.next(7);
  expect(all[0].searched).toBe(2);
});

test("who was found and then asked, or left, is passed over", () => {
  const { all, open, longestIdle } = lines();
  const [, b, c, d] = all;
  expect(longestIdle.next(5)).toBe(d);
  open.delete(d);
  c.turn = 6;
  expect(longestIdle.next(7)).toBe(b);
  open.delete(b);
  open.delete(all[0]);
  expect(longestIdle.next(8)).toBe(c);
});

test("who is at work is not idle, and afterwards has been for less long than those that were idle meanwhile", () => {
  const { all, open, longestIdle } = lines();
  const [a, b, c, d] = all;
  d.isBusy = true;
  const order: (Line | null)[] = [];
  for (let turn = 5; turn < 9; turn += 1) {
    const next = longestIdle.next(turn);
    if (next !== null) open.delete(next);
    order.push(next);
    d.isBusy = false;
  }
  expect(order).toEqual([c, b, a, d]);
});

test("there is none when all are at work", () => {
  const { all, longestIdle } = lines();
  for (const line of all) line.isBusy = true;
  expect(longestIdle.next(5)).toBeNull();
});
