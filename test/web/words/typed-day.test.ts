import { describe, expect, test } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { shownDay, typedDay } from "../../../web/src/words/typed-day.ts";

const TODAY = "2026-11-19" as Day;

function read(typed: string): string {
  const day = typedDay(typed, TODAY);
  return day instanceof Refusal ? `refused: ${day.expected}` : day;
}

describe("a typed day", () => {
  test.each([
    ["", ""],
    ["  ", ""],
    ["2025-06-03", "2025-06-03"],
    [" 2025-6-3 ", "2025-06-03"],
    ["2025/06/03", "2025-06-03"],
    ["2025-06-03 00:00:00", "2025-06-03"],
    ["2025-06-03T00:00:00.000Z", "2025-06-03"],
    ["6/3/2025 0:00", "2025-06-03"],
    ["6/3/2025 2:30 PM", "2025-06-03"],
    ["10/1/2026 14:30", "2026-10-01"],
    ["1-Oct-26 12:00:00 AM", "2026-10-01"],
    ["20250603", "2025-06-03"],
    ["6/3/2025", "2025-06-03"],
    ["06-03-2025", "2025-06-03"],
    ["6.13.2025", "2025-06-13"],
    ["2025.06.03", "2025-06-03"],
    ["6/3/25", "2025-06-03"],
    ["06/03/25", "2025-06-03"],
    ["11/19/27", "2027-11-19"],
    ["Jun 3, 2025", "2025-06-03"],
    ["June 3 2025", "2025-06-03"],
    ["3-Jun-25", "2025-06-03"],
    ["2/29/2024", "2024-02-29"],
  ])("%j is %j", (typed, day) => {
    expect(read(typed)).toBe(day);
  });

  test.each([
    ["6/3", "has no year."],
    ["6.3.2025", "can be read in several ways."],
    ["10/1/0026", "is before 1900."],
    ["0026-10-01", "is before 1900."],
    ["2025-06", "is not a day."],
    ["45811", "is not a day."],
    ["060325", "is not a day."],
    ["tomorrow", "is not a day."],
    ["Jun 31, 2025", "is not a day."],
    ["6/31/2025", "is not a day of the calendar."],
    ["2/29/2025", "is not a day of the calendar."],
    ["2025-13-01", "is not a day of the calendar."],
    ["13/13/2025", "is not a day of the calendar."],
    ["6/3/5", "has no year."],
    ["6/3/202", "has no year."],
    ["13/10/2026", "has no month 13. Enter the month first, such as 10/13/2026."],
    ["25-06-03", "can be read in several ways."],
    ["06-03-25", "can be read in several ways."],
    ["10/1/70", "can be of two centuries."],
    ["11/20/27", "can be of two centuries."],
    ["1-Oct-70", "can be of two centuries."],
  ])("%j is refused, since it %s", (typed, why) => {
    expect(read(typed)).toContain(`refused: \u201c${typed}\u201d ${why}`);
    expect(read(typed)).toMatch(/ Enter (?:it|the) .*such as 1/);
  });

  test.each(["10/1/70 2:30 PM", "1-Oct-70 12:00:00 AM"])(
    "%j is refused for its century, whatever its time",
    (typed) => {
      expect(read(typed)).toContain("can be of two centuries.");
    },
  );

  test("with an impossible time is none", () => {
    expect(read("6/3/2025 25:99")).toContain("is not a day.");
  });

  test("of any length is quoted in short", () => {
    expect(read("9".repeat(4000)).length).toBeLessThan(160);
  });

  test("is shown in words, which have one reading and are read again as the same day", () => {
    expect(shownDay("2025-06-03")).toBe("Jun 3, 2025");
    expect(read(shownDay("2025-06-03"))).toBe("2025-06-03");
    expect(shownDay("2026-99-01")).toBe("2026-99-01");
  });
});
