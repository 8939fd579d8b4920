import { expect, test } from "vitest";
import { todayIn } from "../../src/operations/today.ts";

test("the day changes at midnight of the time zone, to the second", () => {
  const clock = { now: Date.parse("2026-11-16T07:59:59Z") };
  const inLosAngeles = todayIn("America/Los_Angeles", () => clock.now);
  const inUtc = todayIn("UTC", () => clock.now);
  expect([inLosAngeles(), inUtc()]).toEqual(["2026-11-15", "2026-11-16"]);
  clock.now = Date.parse("2026-11-16T08:00:00Z");
  expect([inLosAngeles(), inUtc()]).toEqual(["2026-11-16", "2026-11-16"]);
});

test("a zone whose midnight is not on a full hour changes then, too", () => {
  const clock = { now: Date.parse("2026-11-15T18:14:59Z") };
  const inNepal = todayIn("Asia/Kathmandu", () => clock.now);
  expect(inNepal()).toBe("2026-11-15");
  clock.now = Date.parse("2026-11-15T18:15:00Z");
  expect(inNepal()).toBe("2026-11-16");
});
