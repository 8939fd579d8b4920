import { useState } from "preact/hooks";
import { countText, plural } from "../../../src/core/text/plural.ts";
import { endForMost, scaleOf, ticksFromZero, useWidth } from "../charts/axes.ts";
import { differenceText, moneyText } from "../words/amount.ts";
import { type ComparedWord, titled } from "./compared.ts";
import { ScaleSwitch } from "./scale-switch.tsx";
import type { RepricingSummary } from "./use-job.ts";

export type Point = NonNullable<RepricingSummary["points"]>[number];

interface ScatterChartProps {
  readonly title: string;
  readonly word: ComparedWord;
  readonly points: readonly Point[];
  readonly picked: Point | null;
  readonly onPick: (point: Point) => void;
}

/** What was paid or allowed against what is expected, a dot for each pair of amounts: on the diagonal they are equal. */
export function ScatterChart(props: ScatterChartProps) {
  const { place, width } = useWidth();
  return (
    <div ref={place} class="scatter-chart">
      {width === null ? null : <Drawing {...props} width={Math.min(width, WIDTH_MAX)} />}
    </div>
  );
}

const WIDTH_MAX = 640;
const HEIGHT_SHARE = 0.62;
const EDGE = { left: 72, right: 36, top: 30, bottom: 44 };
/** Of a dot of one line, if the largest dot has space. */
const RADIUS_OF_LINE = 3.5;
const RADIUS_MAX = 11;
/** A smaller dot could not be seen. */
const RADIUS_MIN = 2;

/** Where the dots are. */
interface Dot {
  readonly point: Point;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly kind: "owed" | "asked-back" | "equal";
  /** Beyond the scale, at its edge: the side where it is, and its figure there. */
  readonly beyond: { readonly side: "top" | "right"; readonly figure: string; readonly y: number } | null;
}

interface ScatterLayout {
  readonly height: number;
  /** Whether dots are beyond the scale. */
  readonly isCut: boolean;
  readonly dots: readonly Dot[];
  readonly ticks: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  readonly diagonal: readonly [from: readonly [number, number], to: readonly [number, number]];
}

/** How far beyond the end of the scale the dots are that it has no space for. */
const BEYOND = 14;
/** Between the figures of such dots, one below the other. */
const FIGURE_HEIGHT = 15;
const FIGURE_WIDTH = 130;
/** A figure farther from its dot would be taken for that of another. */
const FIGURES_PIXELS = 10 * FIGURE_HEIGHT;
/** From the middle of a figure to the line that it stands on. */
const FIGURE_BELOW = 4;

/**
 * One scale for both axes, from zero, so that the diagonal is where paid and expected are equal. It ends where most dots do; the
 * others are at its edge with their figures. `isWhole`: it ends with the largest amount.
 */
function scatterOf(points: readonly Point[], width: number, isWhole = false): ScatterLayout {
  const height = Math.round(width * HEIGHT_SHARE) + EDGE.bottom;
  const amounts = points.map(({ expected, paid }) => Math.max(Number(expected), Number(paid)));
  const largest = Math.max(...amounts, 0.01);
  const end = isWhole ? largest : Math.max(endForMost(amounts), 0.01);
  const ticks = ticksFromZero(end, width < 480 ? 3 : 5);
  const highest = ticks.at(-1)?.value ?? 1;
  const across = scaleOf([0, highest], [EDGE.left, width - EDGE.right]);
  const up = scaleOf([0, highest], [height - EDGE.bottom, EDGE.top]);
  const most = Math.max(...points.map(({ lines }) => lines), 1);
  // The area of a dot is in proportion to its lines.
  const ofLine = Math.min(RADIUS_OF_LINE, RADIUS_MAX / Math.sqrt(most));
  return {
    height,
    isCut: largest > highest,
    dots: withFigures(
      points.map((point) => {
        const [expected, paid] = [Number(point.expected), Number(point.paid)];
        const difference = expected - paid;
        return {
          point,
          x: expected > highest ? across(highest) + BEYOND : across(expected),
          y: paid > highest ? up(highest) - BEYOND : up(paid),
          radius: Math.max(ofLine * Math.sqrt(point.lines), RADIUS_MIN),
          kind: difference > 0 ? "owed" : difference < 0 ? "asked-back" : "equal",
          side: paid > highest ? "top" : expected > highest ? "right" : null,
        };
      }),
      ticks.map(({ value }) => up(value)),
    ),
    ticks: ticks.map(({ value, text }) => ({ text, x: across(value), y: up(value) })),
    diagonal: [
      [across(0), up(0)],
      [across(highest), up(highest)],
    ],
  };
}

type PlacedDot = Omit<Dot, "beyond"> & { readonly side: "top" | "right" | null };

/** The figures of dots beyond the scale, off each other and off the lines of the scale. */
function withFigures(dots: readonly PlacedDot[], rules: readonly number[]): readonly Dot[] {
  const taken: { readonly x: number; readonly y: number }[] = [];
  return dots.map(({ side, ...dot }) => {
    if (side === null) return { ...dot, beyond: null };
    // Beside a dot above the scale, whose highest line is below it; above a dot at its side.
    const [first, step] = side === "top" ? [dot.y + FIGURE_BELOW, 1] : [dot.y - BEYOND, -1];
    const isFree = (y: number) =>
      !taken.some((each) => Math.abs(each.x - dot.x) < FIGURE_WIDTH && Math.abs(each.y - y) < FIGURE_HEIGHT) &&
      !rules.some((rule) => rule > y - FIGURE_HEIGHT && rule < y + FIGURE_BELOW);
    let y = first;
    while (!isFree(y) && y > FIGURE_HEIGHT && y < first + FIGURES_PIXELS) y += step;
    taken.push({ x: dot.x, y });
    return { ...dot, beyond: { side, y, figure: moneyText(side === "top" ? dot.point.paid : dot.point.expected) } };
  });
}

/** What a dot says when it has the focus or the pointer. */
function pointText({ expected, paid, lines }: Point, word: ComparedWord): string {
  const difference = Number(expected) - Number(paid);
  const verdict = difference > 0 ? "owed to us" : difference < 0 ? "may be asked back" : "as expected";
  return `${countText(lines, "line")}: ${moneyText(paid)} ${word}, ${moneyText(expected)} expected, ${verdict}`;
}

/** In the order of the arrow keys: the largest variance first. */
export function byVariance(points: readonly Point[]): readonly Point[] {
  const size = ({ expected, paid }: Point) => Math.abs(Number(expected) - Number(paid));
  return [...points].sort((one, other) => size(other) - size(one));
}

function Drawing({ title, word, points, picked, onPick, width }: ScatterChartProps & { readonly width: number }) {
  const [read, setRead] = useState<Point | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const { height, isCut, dots, ticks, diagonal } = scatterOf(points, width, isWhole);
  const beyond = dots.filter((dot) => dot.beyond !== null);
  const [[x1, y1], [x2, y2]] = diagonal;
  const bottom = height - EDGE.bottom;

  function move(event: KeyboardEvent) {
    const ordered = byVariance(points);
    const at = read === null ? -1 : ordered.indexOf(read);
    const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      setRead(ordered[Math.min(Math.max(at + step, 0), ordered.length - 1)] ?? null);
    } else if ((event.key === "Enter" || event.key === " ") && read !== null) {
      event.preventDefault();
      onPick(read);
    }
  }

  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        tabIndex={0}
        aria-label={`${title}. Arrow keys move between the dots, Enter filters the list below.`}
        onKeyDown={move}
        onBlur={() => setRead(null)}
      >
        {ticks.map(({ text, x, y }) => (
          <g key={text}>
            <line class="rule" x1={EDGE.left} x2={width - EDGE.right} y1={y} y2={y} />
            <text class="axis-text" x={EDGE.left - 8} y={y + 4} text-anchor="end">
              {text}
            </text>
            <text class="axis-text" x={x} y={bottom + 18} text-anchor="middle">
              {text}
            </text>
          </g>
        ))}
        <text class="axis-text" x={width - EDGE.right} y={height - 6} text-anchor="end">
          Expected
        </text>
        <text class="axis-text" x={EDGE.left} y={14}>
          {titled(word)}
        </text>
        <line class="diagonal" x1={x1} y1={y1} x2={x2} y2={y2} />
        {beyond.map(({ point, x, beyond: at }) => (
          <text
            key={`${point.expected} ${point.paid}`}
            class="beyond"
            x={at?.side === "right" ? x + BEYOND : x + (x > width / 2 ? -BEYOND : BEYOND)}
            y={at?.y}
            text-anchor={at?.side === "right" || x > width / 2 ? "end" : "start"}
          >
            {at?.figure}
          </text>
        ))}
        {dots.map(({ point, x, y, radius, kind, beyond: at }) => {
          const isMarked = point === read || (picked !== null && isSame(point, picked));
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the chart do the same; a thousand stops would not.
            <circle
              key={`${point.expected} ${point.paid}`}
              class={`dot dot-${kind}${isMarked ? " dot-marked" : ""}${at === null ? "" : " dot-beyond"}`}
              cx={x}
              cy={y}
              r={radius}
              onMouseEnter={() => setRead(point)}
              onMouseLeave={() => setRead(null)}
              onClick={() => onPick(point)}
            />
          );
        })}
      </svg>
      <p class="hint chart-reading" role="status">
        {read === null
          ? `Below the line is ${word} below the rate, owed to us; above it ${word} above the rate, may be asked back.${beyondWords(beyond.length)}`
          : `${pointText(read, word)}${varianceOf(read)}`}
      </p>
      {isCut || isWhole ? <ScaleSwitch isWhole={isWhole} onChange={setIsWhole} /> : null}
    </>
  );
}

function beyondWords(dots: number): string {
  if (dots === 0) return "";
  return ` ${countText(dots, "ringed dot")} at the edge ${plural(dots, "is", "are")} beyond the scale, with ${plural(dots, "its figure", "their figures")}.`;
}

/** The variance of one line, only where the API's own digits say it: nothing that is shown is computed here. */
function varianceOf({ expected, paid }: Point): string {
  if (/^0*\.?0*$/.test(paid)) return `, a variance of ${differenceText(expected)} each`;
  return "";
}

export function isSame(one: Point, other: Point): boolean {
  return one.expected === other.expected && one.paid === other.paid;
}
