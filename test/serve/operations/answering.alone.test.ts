import { expect, test, vi } from "vitest";
import { Observations } from "../../../src/serve/operations/answering.ts";

test("what is observed is dealt with a little later, in order and once", () => {
  vi.useFakeTimers();
  const seen: number[] = [];
  const observations = new Observations<number>((each) => seen.push(each));
  observations.add(1);
  observations.add(2);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(seen).toEqual([1, 2]);
  vi.advanceTimersByTime(1_000);
  expect(seen).toEqual([1, 2]);
  vi.useRealTimers();
});

test("whoever wants to look need not wait", () => {
  const seen: number[] = [];
  const observations = new Observations<number>((each) => seen.push(each));
  observations.add(1);
  observations.flush();
  expect(seen).toEqual([1]);
});

test("no more than a bounded number is gathered", () => {
  const seen: number[] = [];
  const observations = new Observations<number>((each) => seen.push(each));
  for (let each = 0; each < 2_500; each += 1) observations.add(each);
  expect(seen).toHaveLength(2_000);
  observations.flush();
  expect(seen).toHaveLength(2_500);
});
