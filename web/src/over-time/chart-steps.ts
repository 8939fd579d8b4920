import { shownPrice } from "../words/price.ts";
import { kindText } from "./changed-figures.tsx";
import { medicareAside } from "./medicare-line.ts";
import type { Point } from "./series.ts";
import type { StepPeriod } from "./step-chart.tsx";

/** The kinds of price that some points have, the newest first: one by the unit and one by the claim have no scale in common. */
export function kindsOf(points: readonly Point[]): readonly string[] {
  const kinds = points.map(({ result }) => (shownPrice(result) === null ? null : (result?.payment_rate_type ?? null)));
  return [...new Set(kinds.filter((kind) => kind !== null))];
}

/** A point as a step of a chart of one kind of price; one of another kind is a gap that names it. */
export function stepOf(point: Point, kind: string): StepPeriod {
  const { period, result } = point;
  const of = { start: period.start_date, end: period.end_date, aside: medicareAside(point) };
  const price = shownPrice(result);
  if (price === null) return { ...of, price: null, text: "no rate" };
  if (result?.payment_rate_type !== kind) {
    return { ...of, price: null, text: kindText(result?.payment_rate_type ?? "") };
  }
  return { ...of, price: price.digits, text: price.text };
}
