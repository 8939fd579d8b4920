import { expect, test } from "vitest";
import { ageDays, ageText } from "../../src/cli/commands/status.ts";
import type { Day } from "../../src/core/calendar/day.ts";

const aged = (edition: string, today: string) => ageText(edition as Day, today as Day);

test("an age is told in days, from two months on in months, and from three years on in years", () => {
  expect(aged("2026-11-16", "2026-11-16")).toBe("0 days old");
  expect(aged("2026-11-15", "2026-11-16")).toBe("1 day old");
  expect(aged("2026-09-15", "2026-11-16")).toBe("62 days old");
  expect(aged("2026-09-14", "2026-11-16")).toBe("2 months old");
  expect(aged("2026-01-15", "2026-11-16")).toBe("10 months old");
  expect(aged("2026-01-17", "2026-11-16")).toBe("9 months old");
  // The last day of a shorter month completes one.
  expect(aged("2025-08-31", "2026-02-28")).toBe("6 months old");
  expect(aged("2023-11-17", "2026-11-16")).toBe("35 months old");
  expect(aged("2023-11-16", "2026-11-16")).toBe("3 years old");
});

test("an edition of a day to come is not in force yet", () => {
  expect(aged("2026-11-17", "2026-11-16")).toBe("not in force yet");
  expect(ageDays("2026-11-17" as Day, "2026-11-16" as Day)).toBe(-1);
});
