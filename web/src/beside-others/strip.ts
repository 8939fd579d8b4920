import { scaleOf } from "../charts/axes.ts";
import { keptWithin, LINE_PIXELS, rowsOf, textWidth } from "../charts/boxes.ts";

/* The layout of a strip of dots: every price at its place, those that would lie on each other stacked. */

/** One price; `amount` as the API's digits. */
export interface StripPrice {
  readonly amount: string;
  /** What is written at it; null for the many that are not looked at. */
  readonly label: string | null;
}

/** A figure of the distribution. */
export interface StripFigure {
  readonly name: string;
  readonly amount: string;
  /** As it is written. */
  readonly text: string;
}

interface Strip {
  readonly width: number;
  readonly height: number;
  /** Where the dots stand. */
  readonly baseline: number;
  readonly top: number;
  readonly dots: readonly { readonly x: number; readonly y: number; readonly isOwn: boolean }[];
  /** The labels of the provider's own prices, over all dots. */
  readonly own: readonly { readonly x: number; readonly textX: number; readonly y: number; readonly text: string }[];
  readonly figures: readonly {
    readonly x: number;
    readonly textX: number;
    readonly y: number;
    readonly names: string;
    readonly text: string;
  }[];
  /** The quartiles and the median; null where they are not known. */
  readonly middle: { readonly left: number; readonly median: number; readonly right: number } | null;
  /** Where another price stands beside them, which has its label among the figures; null without one. */
  readonly mark: number | null;
}

export const DOT_RADIUS = 5;
const DOT_PIXELS = 2 * DOT_RADIUS + 1;
/** Stacks that would be higher are pressed together: then their height says how many there are, as a bar would. */
const STACK_PIXELS = 120;
/** A strip that is less high looks like a mistake. */
const STACK_PIXELS_MIN = 44;
/** More labels over each other would hide what they name; the sentences above the chart have them all. */
const OWN_ROWS_MAX = 3;
const FIGURE_PIXELS = 2 * LINE_PIXELS + 6;
const LABEL_GAP = 10;
const SIDE = 12;

/** Lowest, lower quartile, median, upper quartile, highest; of percentages the API has the first and the last alone. */
export type StripFigures =
  | readonly [StripFigure, StripFigure, StripFigure, StripFigure, StripFigure]
  | readonly [StripFigure, StripFigure];

export function stripOf(
  prices: readonly StripPrice[],
  figures: StripFigures,
  width: number,
  mark: StripFigure | null = null,
): Strip {
  const labelled = (mark === null ? [...figures] : [...figures, mark]).sort(
    (one, other) => Number(one.amount) - Number(other.amount),
  );
  const ends = [figures[0], figures[figures.length - 1] as StripFigure, ...(mark === null ? [] : [mark])];
  const amounts = ends.map(({ amount }) => Number(amount));
  const scale = scaleOf([Math.min(...amounts), Math.max(...amounts)], [SIDE, width - SIDE]);
  const x = ({ amount }: { readonly amount: string }) => scale(Number(amount));
  const places = prices.map(x);
  // Those with a label stand at the bottom of their stack, where they are found.
  const levels = levelsOf(places, prices.map(isLabelled));
  const tallest = Math.max(0, ...levels);
  const rise = tallest === 0 ? 0 : Math.min(DOT_PIXELS, STACK_PIXELS / tallest);
  const own = ownLabels(prices.filter(isLabelled), x, width);
  const top = Math.max(0, ...own.map(({ y }) => y)) + LABEL_GAP;
  const baseline = top + Math.max(STACK_PIXELS_MIN, tallest * rise + 2 * DOT_RADIUS + 4);

  const shown = joined(labelled).map((figure) => {
    const wide = Math.max(textWidth(figure.names, "axis"), textWidth(figure.text));
    return { ...figure, at: x(figure), x: keptWithin(x(figure), wide, [0, width]), width: wide };
  });
  const rows = rowsOf(shown, LABEL_GAP);
  const figureTop = baseline + 14;
  return {
    width,
    height: figureTop + (Math.max(0, ...rows) + 1) * FIGURE_PIXELS,
    baseline,
    top,
    dots: prices.map((price, index) => ({
      x: places[index] ?? 0,
      y: baseline - DOT_RADIUS - 2 - (levels[index] ?? 0) * rise,
      isOwn: isLabelled(price),
    })),
    own,
    figures: shown.map(({ at, x: textX, names, text }, index) => ({
      x: at,
      textX,
      y: figureTop + (rows[index] ?? 0) * FIGURE_PIXELS + LINE_PIXELS - 4,
      names,
      text,
    })),
    middle: figures.length === 5 ? { left: x(figures[1]), median: x(figures[2]), right: x(figures[3]) } : null,
    mark: mark === null ? null : x(mark),
  };
}

function isLabelled({ label }: StripPrice): boolean {
  return label !== null;
}

/** For each dot the lowest level on which it touches no other. */
function levelsOf(places: readonly number[], isFirst: readonly boolean[]): readonly number[] {
  const order = [...places.keys()].sort(
    (a, b) => Number(isFirst[b]) - Number(isFirst[a]) || (places[a] ?? 0) - (places[b] ?? 0),
  );
  const onLevel: number[][] = [];
  const levels: number[] = [];
  for (const index of order) {
    const at = places[index] ?? 0;
    const found = onLevel.findIndex((others) => others.every((other) => Math.abs(other - at) >= DOT_PIXELS));
    const level = found === -1 ? onLevel.length : found;
    onLevel[level] = [...(onLevel[level] ?? []), at];
    levels[index] = level;
  }
  return levels;
}

/** Figures of the same amount are one label: "lowest, lower quartile". */
function joined(figures: readonly StripFigure[]) {
  const byAmount = Map.groupBy(figures, ({ text }) => text);
  return [...byAmount.values()].map((same) => ({
    names: same.map(({ name }) => name).join(", "),
    text: same[0]?.text ?? "",
    amount: same[0]?.amount ?? "0",
  }));
}

/** Over all dots, each as near to its own as there is room, in rows where they would touch; from left to right. */
function ownLabels(prices: readonly StripPrice[], x: (price: StripPrice) => number, width: number): Strip["own"] {
  const labels = prices
    .map((price) => {
      const wide = textWidth(price.label ?? "");
      return { at: x(price), x: keptWithin(x(price), wide, [0, width]), width: wide, text: price.label ?? "" };
    })
    .sort((one, other) => one.x - other.x);
  const rows = rowsOf(labels, LABEL_GAP);
  return labels.flatMap(({ at, x: textX, text }, index) => {
    const row = rows[index] ?? 0;
    return row < OWN_ROWS_MAX ? [{ x: at, textX, y: (row + 1) * LINE_PIXELS, text }] : [];
  });
}
