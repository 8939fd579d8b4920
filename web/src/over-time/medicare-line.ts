import type { MedicareSpan } from "../../../src/answers/benchmark/schema.ts";
import { medicareName } from "../../../src/answers/benchmark/words.ts";
import {
  type BesideMedicare,
  medicareCell,
  medicareNames,
  medicareWords,
  ratioCell,
  ratioValue,
} from "../charts/medicare.ts";
import type { TableColumn } from "../parts/data-table.tsx";
import { moneyText } from "../words/amount.ts";
import { periodText } from "../words/day.ts";
import type { Point } from "./series.ts";
import type { StepPeriod } from "./step-chart.tsx";

/* What Medicare pays over time beside a followed result. Its prices change on other days than Medicaid's. */

/** The spans as steps, the newest first; neighbours with the same price are one. Empty where Medicare has no price at all. */
export function medicareSteps(points: readonly Point[]): readonly StepPeriod[] {
  const steps: StepPeriod[] = [];
  for (const span of points.flatMap(({ medicare }) => medicare)) {
    const { start_date: start, end_date: end, payment_rate: price } = span;
    const newer = steps.at(-1);
    if (newer !== undefined && newer.price === price) steps[steps.length - 1] = { ...newer, start };
    else steps.push({ start, end, price, text: price === null ? "" : `${medicareName(span)} ${moneyText(price)}` });
  }
  return steps.some(({ price }) => price !== null) ? steps : [];
}

/** "; Medicare $89.24 since Oct 1, 2025", for a reader who does not see the chart. */
export function medicareAside({ medicare }: Point): string {
  return medicare
    .filter(({ payment_rate }) => payment_rate !== null)
    .map((span) => `; ${medicareName(span)} ${medicareCell(span)} ${periodText(span.start_date, span.end_date)}`)
    .join("");
}

/** What Medicare pays on the day that is looked at, in a sentence; empty where it has no price. */
export function medicareOn(points: readonly Point[], day: string): string {
  const isOn = ({ start_date, end_date }: MedicareSpan) => (start_date ?? day) <= day && day <= (end_date ?? day);
  const span = points.flatMap(({ medicare }) => medicare).find(isOn) ?? null;
  return medicareWords(span, span?.medicaid_includes_facility === true ? "" : " for the same");
}

/** Columns of the table; none where Medicare has no price at all. A period may have several prices of Medicare. */
export function medicareColumns(points: readonly Point[]): readonly TableColumn<Point>[] {
  if (medicareSteps(points).length === 0) return [];
  const listed = (point: Point, words: (beside: BesideMedicare) => string) =>
    point.medicare.length < 2
      ? point.medicare.map(words).join("")
      : point.medicare
          .filter(({ payment_rate }) => payment_rate !== null)
          .map((span) => `${words(span)} (${periodText(span.start_date, span.end_date)})`)
          .join(", ");
  const name = medicareNames(points.flatMap(({ medicare }) => medicare));
  const newest = ({ medicare }: Point) => medicare.find(({ payment_rate }) => payment_rate !== null) ?? null;
  return [
    {
      title: name,
      cell: (point) => listed(point, medicareCell),
      value: (point) => newest(point)?.payment_rate ?? null,
      isFigure: true,
    },
    {
      title: "Of Medicare",
      cell: (point) => ratioCell(newest(point)),
      value: (point) => ratioValue(newest(point)),
      isFigure: true,
    },
  ];
}
