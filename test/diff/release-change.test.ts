import { describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { contains } from "../../src/core/calendar/period.ts";
import { decimal, inDollars, money, required, text } from "../../src/dataset/column.ts";
import { datedTable } from "../../src/dataset/table.ts";
import { changeOf, differingOn, differingPeriods, type HeldRow, TableColumns } from "../../src/diff/release-change.ts";
import { ChangeList } from "../../src/diff/release-comparison.ts";

describe("differing periods", () => {
  const isSame = (one: readonly (string | null)[], other: readonly (string | null)[]) => one[0] === other[0];

  /** A row of one fee with its first and its last day. */
  function fee(amount: string, start: string, end: string | null = null): HeldRow {
    return { period: { start: start as Day, end: end as Day | null }, cells: [amount] };
  }

  /** `10 -> 11 from 2026-02-15 to ...` */
  function notices(before: readonly HeldRow[], after: readonly HeldRow[]): string[] {
    return differingPeriods(before, after, isSame).map((compared) => {
      const until = compared.beforeUntil === null ? "" : ` (until ${compared.beforeUntil})`;
      return `${compared.before?.[0] ?? "none"}${until} -> ${compared.after?.[0] ?? "none"} ${compared.from}..${compared.to ?? ""}`;
    });
  }

  describe("what two releases say of a key", () => {
    it("differs from the day on which the new edition begins", () => {
      const before = [fee("10", "2025-01-01")];
      const after = [fee("10", "2025-01-01", "2026-02-14"), fee("11", "2026-02-15")];
      expect(notices(before, after)).toEqual(["10 -> 11 2026-02-15.."]);
    });

    it("has ended when the later release closes it, and is added where it opens it", () => {
      expect(notices([fee("10", "2025-01-01")], [fee("10", "2025-01-01", "2025-12-31")])).toEqual([
        "10 -> none 2026-01-01..",
      ]);
      expect(notices([], [fee("10", "2025-01-01", "2025-12-31")])).toEqual(["none -> 10 2025-01-01..2025-12-31"]);
      expect(notices([fee("10", "2025-01-01", "2025-12-31")], [])).toEqual(["10 -> none 2025-01-01..2025-12-31"]);
    });

    it("compares a year that follows with the year before", () => {
      const before = [fee("10", "2025-01-01", "2025-12-31")];
      expect(notices(before, [...before, fee("12", "2026-01-01", "2026-12-31")])).toEqual([
        "10 (until 2025-12-31) -> 12 2026-01-01..2026-12-31",
      ]);
      expect(notices(before, [fee("10", "2025-01-01")])).toEqual(["10 (until 2025-12-31) -> 10 2026-01-01.."]);
    });

    it("is new after a gap of one day", () => {
      const before = [fee("10", "2025-01-01", "2025-12-30")];
      expect(notices(before, [...before, fee("12", "2026-01-01")])).toEqual(["none -> 12 2026-01-01.."]);
    });

    it("distinguishes a corrected past from what is in force", () => {
      const before = [fee("10", "2025-01-01", "2025-06-30"), fee("11", "2025-07-01")];
      const after = [fee("9", "2025-01-01", "2025-06-30"), fee("12", "2025-07-01")];
      expect(notices(before, after)).toEqual(["10 -> 9 2025-01-01..2025-06-30", "11 -> 12 2025-07-01.."]);
    });

    it("does not differ where a period is only cut in two, and is one change where its days are", () => {
      const whole = [fee("10", "2025-01-01")];
      expect(notices(whole, [fee("10", "2025-01-01", "2025-12-31"), fee("10", "2026-01-01")])).toEqual([]);
      expect(notices(whole, [fee("11", "2025-01-01", "2025-12-31"), fee("11", "2026-01-01")])).toEqual([
        "10 -> 11 2025-01-01..",
      ]);
    });

    it("takes the last day of the calendar for one that nothing follows", () => {
      expect(notices([], [fee("10", "2025-01-01", "9999-12-31")])).toEqual(["none -> 10 2025-01-01.."]);
    });

    it("is compared once where rows hold at every date", () => {
      const held = (amount: string): HeldRow => ({ period: null, cells: [amount] });
      expect(differingPeriods([held("10")], [held("11")], isSame)).toEqual([
        { from: null, to: null, before: ["10"], after: ["11"], beforeUntil: null },
      ]);
      expect(differingPeriods([held("10")], [held("10")], isSame)).toEqual([]);
    });
  });

  it("on one day compares what is in force on that day alone", () => {
    const before = [fee("10", "2025-01-01")];
    const after = [fee("10", "2025-01-01", "2026-02-14"), fee("11", "2026-02-15")];
    expect(differingOn("2026-02-14" as Day, before, after, isSame)).toEqual([]);
    expect(differingOn("2026-02-15" as Day, before, after, isSame)).toHaveLength(1);
    expect(differingOn("2020-01-01" as Day, before, after, isSame)).toEqual([]);
  });

  it("says of each of many days what looking at that day says", () => {
    let seed = 7;
    const random = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % max;
    };
    const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10) as Day;
    const timeline = () => {
      const rows: HeldRow[] = [];
      for (let at = random(5); at < 30; at += random(4)) {
        const end = at + random(9);
        rows.push(fee(String(random(3)), day(at), random(6) === 0 ? null : day(end)));
        if (rows.at(-1)?.period?.end === null) break;
        at = end + 1;
      }
      return rows;
    };
    for (let round = 0; round < 300; round += 1) {
      const [before, after] = [timeline(), timeline()];
      const periods = differingPeriods(before, after, isSame).filter(
        // Days that the earlier release lacks are reported even where nothing is new.
        (compared) => compared.beforeUntil === null,
      );
      for (let number = 0; number < 45; number += 1) {
        const on = differingOn(day(number), before, after, isSame)[0];
        const notices = periods.find(({ from, to }) => contains({ start: from as Day, end: to }, day(number)));
        const isRenewed = on !== undefined && on.before === null && notices === undefined;
        if (!isRenewed) expect([notices?.before?.[0], notices?.after?.[0]]).toEqual([on?.before?.[0], on?.after?.[0]]);
      }
    }
  });
});

describe("judging", () => {
  const fees = datedTable({
    folder: "zz",
    name: "fees",
    columns: { code: required(text()), fee: decimal(), units: decimal(), note: text() },
    key: ["code"],
  });

  type Values = readonly [fee: string | null, units?: string | null, note?: string | null];

  function judged(code: string, before: Values, after: Values) {
    const cells = ([fee, units = null, note = null]: Values) => [code, fee, units, note, "2026-01-01", null];
    return changeOf(fees, new TableColumns(fees), {
      before: cells(before),
      after: cells(after),
      from: "2026-01-01" as Day,
      to: null,
      beforeUntil: null,
    });
  }

  it.each([
    ["lost", ["760"], [null]],
    ["gained", [null], ["760"]],
    // The first figure leads, whatever another one does.
    ["lost", ["760", "1"], [null, "2"]],
    ["raised", ["760"], ["761", "2"]],
    ["changed", ["760", null, "a"], ["760.00", null, "b"]],
  ] as const)("a key that both have is %s from %j to %j", (kind, before, after) => {
    expect(judged("A1", before, after).kind).toBe(kind);
  });

  it("says whether its figure is in dollars", () => {
    const rates = datedTable({
      folder: "zz",
      name: "rates",
      columns: { code: required(text()), rate: money(), weight: decimal(), factor: inDollars(decimal()) },
      key: ["code"],
    });
    const isDollars = (before: readonly string[], after: readonly string[]) =>
      changeOf(rates, new TableColumns(rates), {
        before: ["A1", ...before, "2026-01-01", null],
        after: ["A1", ...after, "2026-01-01", null],
        from: "2026-01-01" as Day,
        to: null,
        beforeUntil: null,
      }).isDollars;
    expect(isDollars(["1.00", "1", "1"], ["2.00", "2", "2"])).toBe(true);
    expect(isDollars(["1.00", "1", "1"], ["1.00", "2", "2"])).toBe(false);
    expect(isDollars(["1.00", "1", "1"], ["1.00", "1", "2"])).toBe(true);
  });

  it("lists prices that are lost after those that moved and before what else differs, the largest first", () => {
    const list = new ChangeList();
    list.add(judged("A1", ["1", null, "a"], ["1", null, "b"]));
    list.add(judged("A2", ["9"], [null]));
    list.add(judged("A3", [null], ["5"]));
    list.add(judged("A4", ["760"], [null]));
    list.add(judged("A5", ["100"], ["101"]));
    expect([...list.inOrder()].map(({ kind, key }) => `${kind} ${key.code}`)).toEqual([
      "raised A5",
      "lost A4",
      "lost A2",
      "gained A3",
      "changed A1",
    ]);
  });
});
