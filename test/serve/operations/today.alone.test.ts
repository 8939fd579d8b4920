import { expect, onTestFinished, test, vi } from "vitest";
import { dayAt } from "../../../src/core/calendar/day.ts";
import { todayIn } from "../../../src/serve/operations/today.ts";

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

test.each(["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])(
  "without a zone it is the day of the host: %s",
  (zone) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    // Hours over the turn of a year, and over the nights when clocks are changed.
    for (const from of ["2025-12-31", "2026-03-07", "2026-10-31"]) {
      for (let hour = 0; hour < 60; hour++) {
        const instant = Date.parse(`${from}T00:30:00Z`) + hour * 3_600_000;
        expect(todayIn(null, () => instant)()).toBe(dayAt(new Date(instant), zone));
      }
    }
  },
);
