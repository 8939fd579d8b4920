import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { shortMonthText } from "../words/day.ts";
import type { PriceUnit } from "../words/price.ts";

/* Where figures stand on a chart. Amounts become numbers here and nowhere else: to place something, never to show or to reckon. */

type Scale = (value: number) => number;

/** Places values between two ends; where all are the same, in the middle. */
export function scaleOf([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  if (high === low) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

interface Tick {
  readonly value: number;
  readonly text: string;
}

/** The steps that people count in. */
const ROUND_STEPS = [1, 2, 5, 10];

/** Round amounts from zero to the first that is not below `highest`, about `count` steps of them. */
export function ticksFromZero(highest: number, count: number, unit: PriceUnit = "dollars"): readonly Tick[] {
  const rough = (highest > 0 ? highest : 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (ROUND_STEPS.find((each) => each * power >= rough) ?? 10);
  // A step of 0.05 needs two decimals; whole dollars need none.
  const decimals = step >= 1 ? 0 : Math.max(2, Math.ceil(-Math.log10(step)));
  const steps = Math.max(1, Math.ceil(highest / step - 1e-9));
  const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return Array.from({ length: steps + 1 }, (_, index) => ({
    value: index * step,
    text: unit === "percent" ? `${format.format(index * step)} %` : `$${format.format(index * step)}`,
  }));
}

/** So many times the next smaller value, and a value is an outlier. */
const OUTLIER_TIMES = 4;
const OUTLIERS_SHARE = 0.05;
const OUTLIERS_LEAST = 2;

/**
 * The end of a scale that most values need. A few that are several times as large as all others are beyond it: otherwise one of them
 * would make every other mark too small to see. The largest value where there are none.
 */
export function endForMost(values: readonly number[]): number {
  const sorted = values.filter((value) => value > 0).sort((a, b) => b - a);
  const most = Math.min(
    Math.floor((sorted.length - 1) / 2),
    Math.max(OUTLIERS_LEAST, Math.ceil(sorted.length * OUTLIERS_SHARE)),
  );
  // The widest gap: values beyond it are drawn alike, so they must be like each other rather than like the rest.
  const timesNext = (place: number) => (sorted[place - 1] ?? 0) / (sorted[place] ?? 1);
  const [widest = 0] = Array.from({ length: Math.max(most, 0) }, (_, place) => place + 1).sort(
    (a, b) => timesNext(b) - timesNext(a),
  );
  return (widest > 0 && timesNext(widest) >= OUTLIER_TIMES ? sorted[widest] : sorted[0]) ?? 0;
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** A day of the API as a number of days, to place it. In UTC, so that no clock change makes a day shorter. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / MILLISECONDS_PER_DAY;
}

/** Months between two ticks, from which the first is taken that leaves room for the labels. */
const TICK_MONTHS = [1, 3, 6, 12, 24, 60, 120, 240, 600];

const DAYS_PER_MONTH = 365.25 / 12;
const MONTHS_PER_YEAR = 12;

/**
 * The beginnings of years, or of months where there is room for them, between two days: at most `most` of them or so. None where an
 * end is no number: the loop would never reach it.
 */
export function dayTicks([first, last]: readonly [number, number], most: number): readonly Tick[] {
  if (!Number.isFinite(first) || !Number.isFinite(last)) return [];
  const months = (last - first) / DAYS_PER_MONTH;
  const step = TICK_MONTHS.find((each) => months / each <= most) ?? 1200;
  const begin = new Date(first * MILLISECONDS_PER_DAY);
  const beginMonth = begin.getUTCFullYear() * MONTHS_PER_YEAR + begin.getUTCMonth();
  const ticks: Tick[] = [];
  for (let month = Math.ceil(beginMonth / step) * step; ; month += step) {
    const year = Math.floor(month / MONTHS_PER_YEAR);
    const value = Date.UTC(year, month % MONTHS_PER_YEAR) / MILLISECONDS_PER_DAY;
    if (value > last) return ticks;
    const name = step >= MONTHS_PER_YEAR ? String(year) : shortMonthText(year, month % MONTHS_PER_YEAR);
    if (value >= first) ticks.push({ value, text: name });
  }
}

/**
 * The width of an element in pixels, and again whenever it changes: a chart is drawn in the pixels that it has, so that its
 * texts keep their size on a phone. Null until it is known. What is hidden keeps the width that it had.
 */
export function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}
