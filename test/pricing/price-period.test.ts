import { describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import type { Period } from "../../src/core/calendar/period.ts";
import { required, text } from "../../src/dataset/column.ts";
import { datedTable, type RowOf } from "../../src/dataset/table.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { settlePeriods } from "../../src/pricing/price-period.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import { atlantis } from "../new-state/tiny-state.ts";
import { period } from "../support/rules.ts";
import { dataOf, rowsOf } from "../support/sheet.ts";

/*
 * Atlantis pays one rate all year. Its results show the notices of the day, so the price ends where they differ
 * (conventions 3.5).
 */

const columns = { code: required(text()), notice: required(text()) };
const rates = datedTable({ folder: "at", name: "rates", columns: { code: columns.code }, key: ["code"] });
const notices = datedTable({ folder: "at", name: "notices", columns, key: ["code", "notice"], readBy: ["code"] });

const KEY = { code: "SWIM1" };
const RATE = rowsOf(rates, [{ ...KEY, period: period("2026-01-01", "2026-12-31"), line: 2 }]);

function notice(text: string, start: string, end: string | null = null): RowOf<typeof notices> {
  return { ...KEY, notice: text, period: period(start, end), line: 2 };
}

const outpatient = lookupOf(atlantis, "outpatient");

/** The outpatient lookup with one field: what it shows of the notices of its day. */
function showing(shown: (notices: readonly string[]) => unknown): RateLookup {
  return {
    ...outpatient,
    result: Object.assign((...[, , { found }]: Parameters<RateLookup["result"]>) => found as { shown: unknown }, {
      schema: outpatient.resultSchema,
      besidePrice: [],
    }),
    valuesOfPrice: (result) => [result.shown],
    rules: {
      ...outpatient.rules,
      workOut: (_request, _row, pricer) => [
        pricer.workOut<{ shown?: unknown }>({}, (sheet, found) => {
          sheet.row(rates, KEY, "code_not_listed", () => "No rate.");
          found.shown = shown(sheet.effective(sheet.rows(notices, KEY)).map((row) => row.notice));
          return null;
        }),
      ],
    },
  };
}

/** The period of the price of July 1. */
function periodOf(lookup: RateLookup, ...rows: readonly RowOf<typeof notices>[]): Period | null {
  const query = { npi: "1999999992", billing_code: KEY.code, date_of_service: "2026-07-01" };
  const read = lookup.reader.fromQuery(query, { today: "2026-11-15" as Day });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const data = dataOf(RATE, rowsOf(notices, rows));
  const outcomes = lookup.rules.workOut(read.request, null, lookup.pricer(read.request, data));
  settlePeriods(lookup, read.request, null, outcomes, data);
  return outcomes[0]?.period ?? null;
}

describe("a result that shows a list", () => {
  const all = showing((texts) => texts);

  it("ends on the days on which the list alone differs", () => {
    const storm = notice("storm", "2026-06-01", "2026-08-31");
    expect(periodOf(all, storm)).toEqual(period("2026-06-01", "2026-08-31"));
    expect(periodOf(all, notice("tide", "2026-01-01", "2026-05-31"), storm, notice("ice", "2026-09-01"))).toEqual(
      period("2026-06-01", "2026-08-31"),
    );
  });

  it("ends where the list only has another order", () => {
    const earlier = [notice("storm", "2026-01-01", "2026-05-31"), notice("tide", "2026-01-01")];
    expect(periodOf(all, ...earlier, notice("storm", "2026-06-01"))).toEqual(period("2026-06-01", "2026-12-31"));
  });

  it("goes on where another row makes the same list", () => {
    const twice = [notice("storm", "2026-03-01", "2026-06-30"), notice("storm", "2026-07-01", "2026-10-31")];
    expect(periodOf(all, ...twice)).toEqual(period("2026-03-01", "2026-10-31"));
    expect(periodOf(all, notice("storm", "2025-01-01", "2026-06-30"), notice("storm", "2026-07-01"))).toEqual(
      period("2026-01-01", "2026-12-31"),
    );
  });
});

describe("a result that shows a text or nothing", () => {
  const first = showing(([text = null]) => text);

  it("ends where the text begins and where it is another one", () => {
    const until = notice("tide", "2026-01-01", "2026-06-30");
    expect(periodOf(first, until)).toEqual(period("2026-07-01", "2026-12-31"));
    expect(periodOf(first, until, notice("storm", "2026-07-01", "2026-07-31"))).toEqual(
      period("2026-07-01", "2026-07-31"),
    );
  });

  it("goes on where another row has the same text", () => {
    expect(periodOf(first, notice("tide", "2026-01-01", "2026-06-30"), notice("tide", "2026-07-01"))).toEqual(
      period("2026-01-01", "2026-12-31"),
    );
  });
});
