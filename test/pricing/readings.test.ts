import { describe, expect, it } from "vitest";
import { Readings } from "../../src/pricing/readings.ts";
import { period } from "../support/rules.ts";
import { DAY, feeOf, fees, type Region, regions } from "./fees.ts";

const KEY = { code: "99213" };
const first = feeOf();
const second = feeOf({ line: 3, modifier: "26" });
const ended = feeOf({ line: 4, modifier: "TC", period: period("2020-01-01", "2025-09-30") });

function whyNots(readings: Readings) {
  return readings.rowsOn(DAY).map(({ used, whyNot }) => (used ? "used" : whyNot));
}

describe("rows", () => {
  it("are listed once, in the order of reading, with the key that they were first found by", () => {
    const readings = new Readings();
    readings.add(fees, KEY, [first]);
    readings.add(fees, { code: "other" }, [second, first]);
    expect(readings.rowsOn(DAY).map(({ row, key }) => [row, key])).toEqual([
      [first, KEY],
      [second, { code: "other" }],
    ]);
  });

  it("are used when one use of them is noted, whatever was chosen before", () => {
    const readings = new Readings();
    readings.add(fees, KEY, [first, second]);
    readings.choose([first, second], [second], () => "lost");
    readings.use(first);
    expect(whyNots(readings)).toEqual(["used", "not needed for this result"]);
  });

  it("of another period say so before anything else", () => {
    const readings = new Readings();
    readings.add(fees, KEY, [first, ended]);
    readings.choose([first, ended], [first], () => "lost");
    expect(whyNots(readings)).toEqual(["not needed for this result", "another period"]);
  });

  it("of a table without dates are never of another period", () => {
    const region: Region = { line: 2, county: "Kern", region: "South" };
    const readings = new Readings();
    readings.add(regions, { county: "Kern" }, [region]);
    expect(whyNots(readings)).toEqual(["not needed for this result"]);
  });

  it("lost in the first choice that they did not come through", () => {
    const third = feeOf({ line: 5, modifier: "50" });
    const readings = new Readings();
    readings.add(fees, KEY, [first, second, third]);
    readings.choose([first, second, third], [first, second], () => "in the first");
    readings.choose([first, second], [first], () => "in the second");
    readings.use(first);
    expect(whyNots(readings)).toEqual(["used", "in the second", "in the first"]);
  });
});

it("the period is what the rows share whose period decides, and none before there is one", () => {
  const readings = new Readings();
  readings.use(ended);
  expect(readings.period).toBeNull();
  readings.useWithPeriod(feeOf({ period: period("2025-01-01", "2026-06-30") }));
  readings.useWithPeriod(feeOf({ period: period("2025-07-01") }));
  expect(readings.period).toEqual(period("2025-07-01", "2026-06-30"));
});

it("what was read last is what was searched for", () => {
  const readings = new Readings();
  expect(readings.last).toBeNull();
  readings.add(fees, KEY, [first]);
  readings.add(regions, { county: "Kern" }, []);
  expect(readings.last).toMatchObject({ table: regions, key: { county: "Kern" }, rows: [] });
});

it("a row that a figure is taken from decides the period, unless it was said before that it only plays a part", () => {
  const rate = feeOf({ period: period("2025-01-01", "2026-06-30") });
  const consulted = feeOf({ period: period("2025-07-01") });
  const readings = new Readings();
  readings.use(consulted);
  readings.useFigure(consulted);
  expect(readings.period).toBeNull();
  readings.useFigure(rate);
  expect(readings.period).toEqual(rate.period);
  // What is used for the price after all decides it, whatever was said before.
  readings.useWithPeriod(consulted);
  expect(readings.period).toEqual(period("2025-07-01", "2026-06-30"));
});
