import { useWidth } from "../charts/axes.ts";
import { moneyText } from "../words/amount.ts";
import type { Group } from "./use-job.ts";

const GAP = 6;
const BAR_INSET = 5;

/** What is missing to the right, what is too much to the left, on one scale. */
export function DifferenceChart({ groups }: { readonly groups: readonly Group[] }) {
  const { place, width } = useWidth();
  return (
    <div ref={place} class="difference-chart">
      {width === null ? null : <Drawing groups={groups} measured={width} />}
    </div>
  );
}

function Drawing({ groups, measured }: { readonly groups: readonly Group[]; readonly measured: number }) {
  const { width, height, middle, rowHeight, bars } = divergingBars(groups, measured);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <text class="side" x={middle - GAP} y={14} text-anchor="end">
        {"\u2212 overpaid"}
      </text>
      <text class="side" x={middle + GAP} y={14}>
        + underpaid
      </text>
      {bars.map(({ y, name, under, over, underpaid, overpaid }) => {
        const text = y + rowHeight / 2 + 4;
        return (
          <g key={y}>
            <text x={0} y={text}>
              {name}
            </text>
            {underpaid === null ? null : (
              <>
                <rect class="bar-under" x={middle} y={y + BAR_INSET} width={under} height={rowHeight - 2 * BAR_INSET} />
                <text x={middle + under + GAP} y={text}>
                  {moneyText(underpaid)}
                </text>
              </>
            )}
            {overpaid === null ? null : (
              <>
                <rect
                  class="bar-over"
                  x={middle - over}
                  y={y + BAR_INSET}
                  width={over}
                  height={rowHeight - 2 * BAR_INSET}
                />
                <text x={middle - over - GAP} y={text} text-anchor="end">
                  {moneyText(overpaid)}
                </text>
              </>
            )}
          </g>
        );
      })}
      <line class="zero" x1={middle} x2={middle} y1={20} y2={height} />
    </svg>
  );
}

/** More bars than these are a table. */
export const BARS_MAX = 12;

const ROW_HEIGHT = 30;
const TOP = 26;
/** Room for an amount beside the longest bar: "$1,234,567.89" in the chart's type. */
const AMOUNT_WIDTH = 108;
const LABEL_SHARE = 0.24;
const LABEL_MIN = 74;
const LABEL_MAX = 200;
const CHARACTER_WIDTH = 7.2;

interface Bar {
  readonly y: number;
  readonly name: string;
  /** From the line in the middle to the right: what is missing; to the left: what is too much. In pixels. */
  readonly under: number;
  readonly over: number;
  /** As the API has them; null where there is nothing. */
  readonly underpaid: string | null;
  readonly overpaid: string | null;
}

interface BarsLayout {
  readonly width: number;
  readonly height: number;
  readonly middle: number;
  readonly rowHeight: number;
  readonly bars: readonly Bar[];
}

/** The groups that a chart shows: those that are off, months in their order, others where most is missing first. */
export function chartedGroups(by: string, groups: readonly Group[]): readonly Group[] {
  const off = groups.filter((group) => sizeOf(group.underpaid?.amount) > 0 || sizeOf(group.overpaid?.amount) > 0);
  if (by !== "month") return off.slice(0, BARS_MAX);
  return [...off].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(-BARS_MAX);
}

/** Bars to scale, both sides with the same one, on so many pixels. */
export function divergingBars(groups: readonly Group[], width: number): BarsLayout {
  const label = Math.min(Math.max(width * LABEL_SHARE, LABEL_MIN), LABEL_MAX);
  const half = (width - label) / 2;
  const longest = Math.max(half - AMOUNT_WIDTH, 8);
  const largest = Math.max(
    ...groups.flatMap(({ underpaid, overpaid }) => [sizeOf(underpaid?.amount), sizeOf(overpaid?.amount)]),
    0.01,
  );
  const pixels = (amount: string | undefined) => (sizeOf(amount) / largest) * longest;
  return {
    width,
    height: TOP + groups.length * ROW_HEIGHT,
    middle: label + half,
    rowHeight: ROW_HEIGHT,
    bars: groups.map(({ key, underpaid, overpaid }, place) => ({
      y: TOP + place * ROW_HEIGHT,
      name: shortened(key, Math.floor(label / CHARACTER_WIDTH)),
      under: pixels(underpaid?.amount),
      over: pixels(overpaid?.amount),
      underpaid: given(underpaid?.amount),
      overpaid: given(overpaid?.amount),
    })),
  };
}

/** Only to place a bar: no figure that is shown is made of it. */
function sizeOf(amount: string | undefined): number {
  return amount === undefined ? 0 : Math.abs(Number(amount));
}

function given(amount: string | undefined): string | null {
  return amount === undefined || sizeOf(amount) === 0 ? null : amount;
}

function shortened(name: string, characters: number): string {
  return name.length <= characters ? name : `${name.slice(0, Math.max(characters - 1, 1))}\u2026`;
}
