import { expect, test } from "vitest";
import { Refusal } from "../../src/core/text/refusal.ts";
import { readDuration, readExpiry } from "../../src/keys/api-key.ts";

const NOW = new Date("2026-11-15T12:00:00Z");

test.each([
  ["10s", 10_000],
  ["45m", 45 * 60_000],
  ["12h", 12 * 3_600_000],
  ["30d", 30 * 86_400_000],
  ["0h", 0],
])("%s is a duration", (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds);
});

test.each(["", "30", "d", "1w", "-1d", "1.5h", " 1d", "9999999d"])("%j is no duration", (text) => {
  expect(readDuration(text)).toBeInstanceOf(Refusal);
});

test("a key expires after a duration or at the start of a day in UTC", () => {
  expect(readExpiry("36h", NOW)).toEqual(new Date("2026-11-17T00:00:00Z"));
  expect(readExpiry("2027-01-01", NOW)).toEqual(new Date("2027-01-01T00:00:00Z"));
});

test.each(["2026-11-15", "2020-01-01", "0d"])("%s is refused: it is not to come", (text) => {
  expect(readExpiry(text, NOW)).toEqual(new Refusal("a time to come"));
});

test.each(["2027-02-30", "tomorrow", "01/01/2027"])("%s is refused with the forms that are understood", (text) => {
  expect(readExpiry(text, NOW)).toEqual(new Refusal("a duration such as 30d or 12h, or a day such as 2027-01-01"));
});
