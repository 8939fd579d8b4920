/* Where figures stand on a chart. Amounts become numbers here and nowhere else: to place something, never to show or to reckon. */

type Scale = (value: number) => number;

/** Places values between two ends; where all are the same, in the middle. */
export function scaleOf([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  if (high === low) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

export interface Tick {
  readonly value: number;
  readonly text: string;
}

/** The steps that people count in. */
const ROUND_STEPS = [1, 2, 5, 10];

/** Round amounts from zero to the first that is not below `highest`, about `count` steps of them. */
export function ticksFromZero(highest: number, count: number): readonly Tick[] {
  const rough = (highest > 0 ? highest : 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (ROUND_STEPS.find((each) => each * power >= rough) ?? 10);
  // A step of 0.05 needs two decimals; whole dollars need none.
  const decimals = step >= 1 ? 0 : Math.max(2, Math.ceil(-Math.log10(step)));
  const steps = Math.max(1, Math.ceil(highest / step - 1e-9));
  const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return Array.from({ length: steps + 1 }, (_, index) => ({
    value: index * step,
    text: `$${format.format(index * step)}`,
  }));
}
