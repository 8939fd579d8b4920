import { moneyText } from "../words/amount.ts";
import { kindText } from "./change-words.ts";
import type { Point } from "./series.ts";
import type { StepPeriod } from "./steps.ts";

/** The kinds of price that some points have, the newest first: one by the unit and one by the claim have no scale in common. */
export function kindsOf(points: readonly Point[]): readonly string[] {
  const kinds = points.map(({ result }) => (result?.payment_rate == null ? null : result.payment_rate_type));
  return [...new Set(kinds.filter((kind) => kind !== null))];
}

/** A point as a step of a chart of one kind of price; one of another kind is a gap that names it. */
export function stepOf({ period: { start_date: start, end_date: end }, result }: Point, kind: string): StepPeriod {
  const price = result?.payment_rate ?? null;
  if (price === null) return { start, end, price, text: "no rate" };
  if (result?.payment_rate_type !== kind)
    return { start, end, price: null, text: kindText(result?.payment_rate_type ?? "") };
  return { start, end, price, text: moneyText(price) };
}
