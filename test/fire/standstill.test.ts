import { describe, expect, it } from "vitest";
import { Standstill } from "../../scripts/soak/standstill.ts";

/** Beats at these times. */
function witnessed(...beats: readonly number[]): Standstill {
  const standstill = new Standstill();
  for (const at of beats) standstill.beat(at);
  return standstill;
}

describe("a machine stood still", () => {
  it("when its witness woke up more than 250 ms late", () => {
    // Due at 1,050.
    expect(witnessed(1_000, 1_300).count).toBe(0);
    expect(witnessed(1_000, 1_301).count).toBe(1);
  });

  it("for that part of a gap that an answer waited through", () => {
    const standstill = witnessed(1_000, 2_050, 2_100);
    expect(standstill.millisecondsIn(0, 5_000)).toBe(1_000);
    expect(standstill.millisecondsIn(1_500, 5_000)).toBe(550);
    expect(standstill.millisecondsIn(0, 1_500)).toBe(450);
    expect(standstill.millisecondsIn(2_050, 5_000)).toBe(0);
  });

  it("for the sum of all gaps, of which the longest is told", () => {
    const standstill = witnessed(0, 550, 600, 1_650, 10_000 - 8_300, 1_750);
    expect(standstill.millisecondsIn(0, 10_000)).toBe(1_500);
    expect(standstill.text()).toContain("1.5 s in all of 1.8 s, 1.0 s at most");
  });
});

describe("a run tells little about slowness", () => {
  it("when the machine stood still for more than a third of it", () => {
    // 400 ms of 1,200, and of 1,199.
    const third = [0, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 950, 1_000, 1_050, 1_100, 1_150];
    expect(witnessed(...third, 1_200).text()).not.toContain("tells little");
    expect(witnessed(...third, 1_199).text()).toContain("more than a third, so this run tells little about slowness");
  });
});

it("an hour of gaps is counted, and the latest of them are kept", () => {
  const standstill = witnessed(...Array.from({ length: 12_001 }, (_, beat) => beat * 301));
  expect(standstill.count).toBe(12_000);
  expect(standstill.millisecondsIn(0, 12_000 * 301)).toBe(256 * 251);
  expect(standstill.millisecondsIn(11_999 * 301, 12_000 * 301)).toBe(251);
});
