import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  DAYS_FROM_1900_TO_1904,
  type Day,
  dayAfter,
  dayAt,
  dayBefore,
  dayNumber,
  dayNumbered,
  LAST_DAY,
  monthsAfter,
  monthsBetween,
  parseDay,
  parseIsoDay,
  SPREADSHEET_DAYS_BEFORE_1970,
} from "../../../src/core/calendar/day.ts";
import {
  contains,
  type Dated,
  effective,
  lastChange,
  nearestPeriod,
  nextChange,
  onlyEffective,
  overlap,
  type Period,
  periodText,
  quarterOf,
  sharedPeriod,
} from "../../../src/core/calendar/period.ts";
import { runs } from "../../support/property-runs.ts";

const period = (start: string, end: string | null = null) => ({ start: start as Day, end: end as Day | null });
const dated = (start: string, end: string | null = null) => ({ period: period(start, end) });

describe("days", () => {
  it("are read in both forms of the contract", () => {
    expect(parseDay("2025-10-01")).toBe("2025-10-01");
    expect(parseDay("10/01/2025")).toBe("2025-10-01");
    expect(parseIsoDay("10/01/2025")).toBeNull();
  });

  it("are real calendar days only", () => {
    expect(parseDay("2024-02-29")).toBe("2024-02-29");
    for (const text of ["2025-02-29", "1900-02-29", "2025-13-01", "2025-00-10", "2025-04-31", "0000-01-01"]) {
      expect(parseDay(text)).toBeNull();
    }
    for (const text of ["2025-1-1", "1/1/2025", "20251001", "2025-10-01T00:00", "tomorrow", ""]) {
      expect(parseDay(text)).toBeNull();
    }
  });

  it("end with the last day of every month", () => {
    const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (const [place, last] of lastDays.entries()) {
      const month = `2025-${String(place + 1).padStart(2, "0")}`;
      expect([month, parseDay(`${month}-${last}`), parseDay(`${month}-${last + 1}`)]).toEqual([
        month,
        `${month}-${last}`,
        null,
      ]);
    }
  });

  it("agree with the built-in calendar over four centuries", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1900-01-01"), max: new Date("2299-12-31"), noInvalidDate: true }),
        (date) => {
          const text = date.toISOString().slice(0, 10);
          expect(parseDay(text)).toBe(text);
          const nextTo = (days: number) => new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10);
          expect([dayBefore(text as Day), dayAfter(text as Day)]).toEqual([nextTo(-1), nextTo(1)]);
        },
      ),
      runs(),
    );
  });

  it("are nothing else, however much it looks like one", () => {
    const almost = fc
      .tuple(fc.constant("2025-10-01"), fc.nat({ max: 9 }), fc.integer({ min: 32, max: 126 }))
      .map(([day, place, code]) => day.slice(0, place) + String.fromCharCode(code) + day.slice(place + 1));
    fc.assert(
      fc.property(almost, (text) => {
        const isReal = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(Date.parse(text));
        expect(parseIsoDay(text)).toBe(isReal ? text : null);
        expect(parseDay(text)).toBe(isReal ? text : null);
      }),
      runs(2_000),
    );
  });

  it("are those of a time zone", () => {
    const instant = new Date("2026-01-01T05:00:00Z");
    expect(dayAt(instant, "America/Los_Angeles")).toBe("2025-12-31");
    expect(dayAt(instant, "America/New_York")).toBe("2026-01-01");
  });

  it("are those of the host's clock without a time zone", () => {
    const dayOf = (year: number, month: number, day: number) => {
      const instant = new Date(2026, month - 1, day, 12);
      instant.setFullYear(year);
      return dayAt(instant);
    };
    expect([dayOf(2026, 1, 5), dayOf(2026, 12, 31), dayOf(999, 10, 1)]).toEqual([
      "2026-01-05",
      "2026-12-31",
      "0999-10-01",
    ]);
  });

  it("are numbered by spreadsheets from 1900 or from 1904", () => {
    // What a spreadsheet shows for the number 45,000, and a workbook of 1904 for the same day.
    const march15 = dayNumber("2023-03-15" as Day) + SPREADSHEET_DAYS_BEFORE_1970;
    expect(march15).toBe(45_000);
    expect(march15 - DAYS_FROM_1900_TO_1904).toBe(43_538);
  });
});

describe("periods", () => {
  it("contain their first and their last day", () => {
    const year = period("2025-07-01", "2026-06-30");
    expect(contains(year, "2025-07-01" as Day)).toBe(true);
    expect(contains(year, "2026-06-30" as Day)).toBe(true);
    expect(contains(year, "2025-06-30" as Day)).toBe(false);
    expect(contains(year, "2026-07-01" as Day)).toBe(false);
    expect(contains(period("2025-07-01"), "2999-01-01" as Day)).toBe(true);
  });

  it("hold together from the latest start to the earliest end", () => {
    expect(sharedPeriod(period("2024-01-01"), period("2025-07-01", "2026-06-30"))).toEqual(
      period("2025-07-01", "2026-06-30"),
    );
    expect(sharedPeriod(period("2024-01-01", "2025-12-31"), period("2023-01-01", "2026-06-30"))).toEqual(
      period("2024-01-01", "2025-12-31"),
    );
    expect(sharedPeriod(period("2024-01-01", "2024-12-31"), period("2023-01-01"))).toEqual(
      period("2024-01-01", "2024-12-31"),
    );
  });

  it("are nearest by the fewest days, then the later start, then the later end", () => {
    const rows = [dated("2020-01-01", "2020-12-31"), dated("2022-01-01", "2022-12-31")];
    expect(nearestPeriod(rows, "2021-03-01" as Day).start).toBe("2020-01-01");
    expect(nearestPeriod(rows, "2021-11-01" as Day).start).toBe("2022-01-01");
    // 2021-01-10 and 2021-01-20 are both five days from the 15th.
    const tie = [dated("2020-01-01", "2021-01-10"), dated("2021-01-20")];
    expect(nearestPeriod(tie, "2021-01-15" as Day).start).toBe("2021-01-20");
    const sameStart = [dated("2022-01-01", "2022-12-31"), dated("2022-01-01"), dated("2022-01-01", "2023-12-31")];
    for (const rowsOfOneStart of [sameStart, sameStart.toReversed()]) {
      expect(nearestPeriod(rowsOfOneStart, "2021-01-15" as Day).end).toBeNull();
    }
    const ended = [
      dated("2022-01-01", "2022-12-31"),
      dated("2022-01-01", "2023-12-31"),
      dated("2022-01-01", "2022-06-30"),
    ];
    expect(nearestPeriod(ended, "2021-01-15" as Day).end).toBe("2023-12-31");
    expect(nearestPeriod([...rows, dated("2021-01-01", "2021-06-30")], "2021-03-01" as Day).start).toBe("2021-01-01");
    expect(() => nearestPeriod([], "2021-01-15" as Day)).toThrow("at least one period");
  });

  it("overlap when some day is in both", () => {
    const year = period("2025-01-01", "2025-12-31");
    const others = [
      period("2024-01-01", "2024-12-31"),
      period("2024-01-01", "2025-01-01"),
      period("2025-12-31", "2026-12-31"),
      period("2026-01-01"),
      period("2024-01-01"),
      period("2025-06-01", "2025-06-30"),
    ];
    expect(others.map((other) => overlap(year, other))).toEqual([false, true, true, false, true, true]);
    expect(others.map((other) => overlap(other, year))).toEqual([false, true, true, false, true, true]);
    expect(overlap(period("2025-01-01"), period("2026-01-01"))).toBe(true);
  });

  it("find the rows in force, and the only one of a key", () => {
    const rows = [dated("2024-01-01", "2024-12-31"), dated("2025-01-01")];
    expect(effective(rows, "2025-01-01" as Day)).toEqual([rows[1]]);
    expect(onlyEffective(rows, "2024-12-31" as Day)).toBe(rows[0]);
    expect(onlyEffective(rows, "2023-12-31" as Day)).toBeUndefined();
  });

  describe("changes within a period", () => {
    const year = period("2025-01-01", "2025-12-31");
    /** From change to change, in both directions. */
    const changes = (within: Period, rows: readonly Dated[]) => {
      const forwards: Day[] = [];
      for (let day = nextChange(within.start, within, [rows]); day !== null; day = nextChange(day, within, [rows])) {
        forwards.push(day);
      }
      const backwards: Day[] = [];
      for (let day = lastChange(LAST_DAY, within, [rows]); day !== null; ) {
        backwards.unshift(day);
        day = lastChange(dayBefore(day), within, [rows]);
      }
      expect(backwards).toEqual(forwards);
      return forwards;
    };

    it("are the days after its first on which a row starts, or after which one ends", () => {
      expect(
        changes(year, [dated("2025-01-01"), dated("2025-01-02"), dated("2025-12-31"), dated("2026-01-01")]),
      ).toEqual(["2025-01-02", "2025-12-31"]);
      expect(
        changes(year, [
          dated("2024-01-01", "2024-12-31"),
          dated("2024-01-01", "2025-01-01"),
          dated("2024-01-01", "2025-12-30"),
          dated("2024-01-01", "2025-12-31"),
        ]),
      ).toEqual(["2025-01-02", "2025-12-31"]);
    });

    it("are in all groups of rows, and there are none without rows", () => {
      const groups = [[], [dated("2025-03-01")], [dated("2024-01-01", "2025-02-28"), dated("2025-06-15")]];
      expect(nextChange("2025-01-15" as Day, year, groups)).toBe("2025-03-01");
      expect(nextChange("2025-03-01" as Day, year, groups)).toBe("2025-06-15");
      expect(nextChange("2025-06-15" as Day, year, groups)).toBeNull();
      expect(lastChange("2025-06-15" as Day, year, groups)).toBe("2025-06-15");
      expect(lastChange("2025-06-14" as Day, year, groups)).toBe("2025-03-01");
      expect(lastChange("2025-02-28" as Day, year, groups)).toBeNull();
      expect([nextChange("2025-01-15" as Day, year, []), lastChange("2025-01-15" as Day, year, [])]).toEqual([
        null,
        null,
      ]);
    });

    it("are the days on which other rows are in force than on the day before", () => {
      const dayIn = fc.integer({ min: 0, max: 40 }).map((days) => dayNumbered(dayNumber("2025-02-10" as Day) + days));
      const row = fc
        .tuple(dayIn, fc.option(dayIn))
        .filter(([start, end]) => end === null || start <= end)
        .map(([start, end]) => ({ period: { start, end } }));
      fc.assert(
        fc.property(row, fc.array(row, { maxLength: 6 }), ({ period: within }, rows) => {
          const last = dayNumber(within.end ?? ("2025-04-01" as Day));
          const expected: Day[] = [];
          for (let number = dayNumber(within.start) + 1; number <= last; number += 1) {
            const [before, day] = [dayNumbered(number - 1), dayNumbered(number)];
            const [then, now] = [effective(rows, before), effective(rows, day)];
            if (then.length !== now.length || then.some((each) => !now.includes(each))) expected.push(day);
          }
          expect(changes(within, rows)).toEqual(expected);
        }),
        runs(),
      );
    });
  });

  it("read as a person would say them", () => {
    expect(periodText(period("2025-07-01", "2026-06-30"))).toBe("2025-07-01 to 2026-06-30");
    expect(periodText(period("2025-07-01"))).toBe("2025-07-01 onward");
  });
});

describe("months", () => {
  test.each([
    ["2023-03-15", 18, "2024-09-15"],
    ["2023-03-15", 0, "2023-03-15"],
    ["2024-08-31", 6, "2025-02-28"],
    ["2023-08-31", 6, "2024-02-29"],
    ["2023-12-31", 1, "2024-01-31"],
    ["0001-01-31", 1, "0001-02-28"],
    ["9999-06-30", 12, "9999-12-31"],
  ])("%s and %d months is %s", (day, months, later) => {
    expect(monthsAfter(day as Day, months)).toBe(later);
  });

  test.each([
    ["2023-03-15", "2024-09-14", 17],
    ["2023-03-15", "2024-09-15", 18],
    ["2023-03-15", "2024-09-16", 18],
    ["2024-08-31", "2025-02-27", 5],
    ["2024-08-31", "2025-02-28", 6],
    ["2023-03-15", "2023-03-15", 0],
  ])("from %s to %s it is %d whole months", (from, to, months) => {
    expect(monthsBetween(from as Day, to as Day)).toBe(months);
  });
});

test.each([
  ["2025-01-01", "2025-01-01", "2025-03-31"],
  ["2024-03-31", "2024-01-01", "2024-03-31"],
  ["2025-04-01", "2025-04-01", "2025-06-30"],
  ["2025-09-30", "2025-07-01", "2025-09-30"],
  ["2025-10-01", "2025-10-01", "2025-12-31"],
  ["2025-12-31", "2025-10-01", "2025-12-31"],
])("%s is in the quarter from %s to %s", (day, start, end) => {
  expect(quarterOf(day as Day)).toEqual({ start, end });
});
