import { capital } from "../../../src/core/text/labels.ts";
import { dayNumber, dayTicks, scaleOf, ticksFromZero, useWidth } from "../charts/axes.ts";
import { type Box, keptWithin, LINE_PIXELS, overlaps, placed, textWidth } from "../charts/boxes.ts";
import { ChartReader } from "../charts/chart-reader.tsx";
import { periodText } from "../words/day.ts";
import type { PriceUnit } from "../words/price.ts";

interface StepChartProps {
  readonly title: string;
  /** The newest first. */
  readonly periods: readonly StepPeriod[];
  /** Another price beside them, drawn as a dashed line; the newest first. */
  readonly beside?: readonly StepPeriod[];
  readonly unit: PriceUnit;
  /** The day that is looked at, and how it is called. */
  readonly chosen: { readonly day: string; readonly text: string };
  /** Shows a period, by its place among `periods`. */
  readonly onChoose: (place: number) => void;
}

/** How far the dashes of a rate without a beginning or an end reach. */
const OPEN_PIXELS = 24;

/** Prices over time as steps, which answer to the pointer and to arrow keys. The table beside it has all of them. */
export function StepChart({ title, periods, beside = [], unit, chosen, onChoose }: StepChartProps) {
  const { place, width } = useWidth();
  // Time runs from left to right.
  const placeOf = (fromLeft: number) => periods.length - 1 - fromLeft;
  const texts = periods
    .map(({ start, end, text, aside = "" }) => `${capital(periodText(start, end))}: ${text}${aside}`)
    .reverse();
  return (
    <div ref={place} class="step-chart">
      {width === null ? null : (
        <ChartReader
          label={title}
          texts={texts}
          hint="Point at a period to read its price; click it to show it."
          onChoose={(fromLeft) => onChoose(placeOf(fromLeft))}
        >
          {({ active, onPoint }) => (
            <Drawing
              periods={periods}
              beside={beside}
              unit={unit}
              chosen={chosen}
              width={width}
              active={active === null ? null : placeOf(active)}
              onPoint={(index) => onPoint(placeOf(index))}
            />
          )}
        </ChartReader>
      )}
    </div>
  );
}

interface DrawingProps extends Pick<StepChartProps, "periods" | "unit" | "chosen"> {
  readonly beside: readonly StepPeriod[];
  readonly width: number;
  readonly active: number | null;
  readonly onPoint: (index: number) => void;
}

function Drawing({ periods, beside, unit, chosen, width, active, onPoint }: DrawingProps) {
  const chart = stepChart(periods, chosen, width, unit, beside);
  const { plot } = chart;
  const read = active === null ? undefined : chart.spans[active];
  return (
    <svg viewBox={`0 0 ${chart.width} ${chart.height}`} aria-hidden="true" focusable="false">
      {chart.rates.map(({ x, y, text }) => (
        <g key={text}>
          <line class="rule" x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text class="axis-text" x={x} y={y + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {chart.gaps.map(({ left, right, label }) => (
        <g key={left}>
          <rect class="gap" x={left} y={plot.top} width={right - left} height={plot.bottom - plot.top} />
          {label === null ? null : (
            <text class="axis-text" x={label.x} y={label.y} text-anchor="middle">
              {label.text}
            </text>
          )}
        </g>
      ))}
      {read === undefined ? null : (
        <rect class="read" x={read.left} y={plot.top} width={read.right - read.left} height={plot.bottom - plot.top} />
      )}
      {chart.days.map(({ x, y, text }) => (
        <text key={text} class="axis-text" x={x} y={y} text-anchor="middle">
          {text}
        </text>
      ))}
      <line class="chosen" x1={chart.chosen.x} x2={chart.chosen.x} y1={plot.top - CHOSEN_LINE_ABOVE} y2={plot.bottom} />
      <text class="chosen-text" x={chart.chosen.labelX} y={plot.top - CHOSEN_TEXT_ABOVE} text-anchor="middle">
        {chart.chosen.text}
      </text>
      {chart.risers.map(({ x, from, to }) => (
        <line key={x} class="step riser" x1={x} x2={x} y1={from} y2={to} />
      ))}
      {chart.steps.map(({ left, right, y, isOpenLeft, isOpenRight }) => {
        const [from, to] = [isOpenLeft ? left + OPEN_PIXELS : left, isOpenRight ? right - OPEN_PIXELS : right];
        return (
          <g key={left}>
            <line class="step" x1={from} x2={Math.max(from, to)} y1={y} y2={y} />
            {isOpenLeft ? <line class="step open" x1={from} x2={left} y1={y} y2={y} /> : null}
            {isOpenRight ? <line class="step open" x1={Math.max(from, to)} x2={right} y1={y} y2={y} /> : null}
          </g>
        );
      })}
      {chart.beside.map(({ left, right, y }) => (
        <line key={left} class="step beside" x1={left} x2={right} y1={y} y2={y} />
      ))}
      {/* After every line, so that none is drawn over a label. */}
      {chart.steps.map(({ left, isChosen, label }) =>
        label === null ? null : (
          <text key={left} class={isChosen ? "strong halo" : "halo"} x={label.x} y={label.y} text-anchor="middle">
            {label.text}
          </text>
        ),
      )}
      {chart.beside.map(({ left, label }) =>
        label === null ? null : (
          <text key={left} class="beside-text halo" x={label.x} y={label.y} text-anchor="middle">
            {label.text}
          </text>
        ),
      )}
      {/* Over all else, so that the pointer is at a period wherever it is. */}
      {chart.spans.map(({ left, right }, index) => (
        <rect
          key={left}
          class="pointed"
          x={left}
          y={plot.top}
          width={right - left}
          height={plot.bottom - plot.top}
          onPointerEnter={() => onPoint(index)}
        />
      ))}
    </svg>
  );
}

/* The layout of a step chart: a rate holds from its first day to its last and does not slope from one to the next. */

/** One period of the chart; `price` as the API's digits, null where there is no rate. */
export interface StepPeriod {
  readonly start: string | null;
  readonly end: string | null;
  readonly price: string | null;
  /** What is written at the step. */
  readonly text: string;
  /** What follows it where the chart is read aloud. */
  readonly aside?: string;
}

interface Text {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface Span {
  readonly left: number;
  readonly right: number;
  readonly isOpenLeft: boolean;
  readonly isOpenRight: boolean;
  readonly label: Text | null;
  /** The day that is looked at lies in it. */
  readonly isChosen: boolean;
}

interface StepChart {
  readonly width: number;
  readonly height: number;
  readonly plot: Box;
  /** Of every period, in the order given. */
  readonly spans: readonly { readonly left: number; readonly right: number }[];
  readonly steps: readonly (Span & { readonly y: number })[];
  /** Where one rate follows another without a day between them. */
  readonly risers: readonly { readonly x: number; readonly from: number; readonly to: number }[];
  readonly gaps: readonly Span[];
  /** The steps of the other price; the newest has the label. */
  readonly beside: readonly Pick<Span & { readonly y: number }, "left" | "right" | "y" | "label">[];
  readonly rates: readonly Text[];
  readonly days: readonly Text[];
  /** The day that is looked at: where its line and the middle of its label stand. */
  readonly chosen: { readonly x: number; readonly labelX: number; readonly text: string };
}

/** High enough for a change of a few percent to be seen, low enough for the list beneath to be on the same screen. */
const HEIGHT = 260;
const TOP = 30;
const BOTTOM = 28;
const AMOUNT_STEPS = 4;
const DAY_LABEL_PIXELS = 110;
const LABEL_GAP = 7;
/** How far above the plot the line of the chosen day begins, and its label stands. */
const CHOSEN_LINE_ABOVE = 8;
const CHOSEN_TEXT_ABOVE = 14;

/** Periods without a beginning or an end are drawn so much longer than what is known, as a part of the whole time. */
const OPEN_PART = 0.12;
const DAYS_AROUND_A_LONE_DAY = 365;

export function stepChart(
  periods: readonly StepPeriod[],
  chosen: { readonly day: string; readonly text: string },
  width: number,
  unit: PriceUnit = "dollars",
  beside: readonly StepPeriod[] = [],
): StepChart {
  const highest = Math.max(0, ...[...periods, ...beside].map(({ price }) => Number(price ?? 0)));
  const ticks = ticksFromZero(highest, AMOUNT_STEPS, unit);
  const left = Math.ceil(Math.max(...ticks.map(({ text }) => textWidth(text, "axis")))) + 8;
  const plot: Box = { left, right: width - 8, top: TOP, bottom: HEIGHT - BOTTOM };
  const time = timeOf(periods, dayNumber(chosen.day));
  const x = scaleOf(time, [plot.left, plot.right]);
  const y = scaleOf([0, ticks.at(-1)?.value ?? 1], [plot.bottom, plot.top]);

  const chosenDay = dayNumber(chosen.day);
  const spans = periods.map((period) => {
    const [from, to] = [firstDay(period), dayAfter(period)];
    return {
      ...period,
      left: from === null ? plot.left : x(from),
      right: to === null ? plot.right : x(to),
      isOpenLeft: from === null,
      isOpenRight: to === null,
      isChosen: (from ?? -Infinity) <= chosenDay && chosenDay < (to ?? Infinity),
      y: period.price === null ? (plot.top + plot.bottom) / 2 : y(Number(period.price)),
    };
  });
  const risers = spans.slice(1).flatMap((older, index) => {
    const newer = spans[index];
    const isJoined = newer !== undefined && newer.price !== null && older.price !== null;
    return isJoined ? [{ x: newer.left, from: older.y, to: newer.y }] : [];
  });

  const lines: Box[] = [
    ...spans.flatMap((span) =>
      span.price === null ? [] : [{ left: span.left, right: span.right, top: span.y - 2, bottom: span.y + 2 }],
    ),
    ...risers.map(({ x: at, from, to }) => ({
      left: at - 1,
      right: at + 1,
      top: Math.min(from, to),
      bottom: Math.max(from, to),
    })),
  ];
  const others = beside.flatMap((period) => {
    if (period.price === null) return [];
    const [from, to] = [firstDay(period), dayAfter(period)];
    const left = from === null ? plot.left : Math.max(plot.left, x(from));
    const right = to === null ? plot.right : Math.min(plot.right, x(to));
    return left < right ? [{ ...period, left, right, y: y(Number(period.price)) }] : [];
  });
  lines.push(...others.map(({ left: from, right, y: at }) => ({ left: from, right, top: at - 2, bottom: at + 2 })));
  const labelX = keptWithin(x(chosenDay), textWidth(chosen.text), [0, width]);
  const half = textWidth(chosen.text) / 2;
  const chosenBottom = plot.top - CHOSEN_TEXT_ABOVE + 4;
  const chosenLabel = {
    left: labelX - half,
    right: labelX + half,
    top: chosenBottom - LINE_PIXELS,
    bottom: chosenBottom,
  };
  const rules = ticks.map(({ value }) => ({
    left: plot.left,
    right: plot.right,
    top: y(value) - 1,
    bottom: y(value) + 1,
  }));
  // The step of the day that is looked at has its label before the others.
  const order = [...spans.keys()].sort((a, b) => Number(spans[b]?.isChosen) - Number(spans[a]?.isChosen) || a - b);
  const free = placed(
    [
      ...order.map((index) => {
        const span = spans[index];
        return span === undefined ? [] : labelPlaces(span, plot, x(chosenDay), rules);
      }),
      ...others.slice(0, 1).map((span) => labelPlaces(span, plot, x(chosenDay), rules)),
    ],
    [
      ...lines,
      { left: x(chosenDay) - 1, right: x(chosenDay) + 1, top: plot.top - CHOSEN_LINE_ABOVE, bottom: plot.bottom },
      chosenLabel,
    ],
  );
  const labels = new Map(order.map((index, place) => [index, free[place]?.at ?? null]));
  const drawn = spans.map((span, index) => ({ ...span, label: labels.get(index) ?? null }));
  return {
    width,
    height: HEIGHT,
    plot,
    spans: spans.map(({ left: from, right }) => ({ left: from, right })),
    steps: drawn.filter(({ price }) => price !== null),
    risers,
    gaps: drawn.filter(({ price }) => price === null),
    beside: others.map(({ left: from, right, y: at }, place) => ({
      ...{ left: from, right, y: at },
      label: place === 0 ? (free[order.length]?.at ?? null) : null,
    })),
    rates: ticks.map(({ value, text }) => ({ x: plot.left - 8, y: y(value), text })),
    days: dayTicks(time, Math.max(2, Math.floor((plot.right - plot.left) / DAY_LABEL_PIXELS)))
      .map(({ value, text }) => ({ x: x(value), y: HEIGHT - 8, text }))
      .filter((label) => label.x + textWidth(label.text, "axis") / 2 <= width),
    chosen: {
      x: x(chosenDay),
      labelX,
      text: chosen.text,
    },
  };
}

function firstDay({ start }: StepPeriod): number | null {
  return start === null ? null : dayNumber(start);
}

/** A period holds to the end of its last day. */
function dayAfter({ end }: StepPeriod): number | null {
  return end === null ? null : dayNumber(end) + 1;
}

/** All days on which something begins or ends, the chosen one, and room for what is open at the ends. */
function timeOf(periods: readonly StepPeriod[], chosen: number): readonly [number, number] {
  const days = [chosen, ...periods.flatMap((each) => [firstDay(each), dayAfter(each)])].filter((day) => day !== null);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const room = first === last ? DAYS_AROUND_A_LONE_DAY : (last - first) * OPEN_PART;
  return [first - room, last + room];
}

/**
 * Over the line or under it, off the lines of the scale where it can be, in its middle or beside the line of the chosen day; in a gap in its middle, where the word
 * fits into it.
 */
function labelPlaces(
  span: { left: number; right: number; y: number; text: string; price: string | null },
  plot: Box,
  chosenX: number,
  rules: readonly Box[],
): readonly { readonly box: Box; readonly at: Text }[] {
  const width = textWidth(span.text, span.price === null ? "axis" : "label");
  const middle = (span.left + span.right) / 2;
  const at = (x: number, bottom: number) => {
    const kept = keptWithin(x, width, [plot.left, plot.right]);
    return {
      box: { left: kept - width / 2, right: kept + width / 2, top: bottom - LINE_PIXELS, bottom },
      at: { x: kept, y: bottom - 4, text: span.text },
    };
  };
  if (span.price === null) return width <= span.right - span.left ? [at(middle, span.y + LINE_PIXELS / 2)] : [];
  const aside = width / 2 + 2;
  const all = [span.y - LABEL_GAP + 3, span.y + LABEL_GAP + LINE_PIXELS - 3]
    .flatMap((bottom) =>
      [middle, chosenX - aside, chosenX + aside, span.left + width / 2, span.right - width / 2].map((x) =>
        at(x, bottom),
      ),
    )
    .filter(({ box }) => box.bottom <= plot.bottom)
    // A label that does not touch its step would be taken for that of another.
    .filter(({ box }) => box.left < span.right && span.left < box.right);
  const isOnRule = ({ box }: { readonly box: Box }) => rules.some((rule) => overlaps(box, rule));
  return [...all.filter((each) => !isOnRule(each)), ...all.filter(isOnRule)];
}
