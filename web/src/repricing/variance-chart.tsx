import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { useWidth } from "../charts/axes.ts";
import { moneyText } from "../words/amount.ts";
import { shortMonthText } from "../words/day.ts";
import type { Group } from "./use-job.ts";

const GAP = 6;
const BAR_INSET = 5;

/** Months are columns from left to right; everything else is bars below each other. */
export const MONTH = "month";

interface VarianceChartProps {
  readonly title: string;
  readonly by: string;
  readonly groups: readonly Group[];
  /** The key of the group that the list below is filtered by; null: none. */
  readonly picked: string | null;
  readonly onPick: (key: string) => void;
}

/** What is owed to us on one side and what may be asked back on the other, on one scale. A click filters the list below. */
export function VarianceChart({ title, by, groups, picked, onPick }: VarianceChartProps) {
  const { place, width } = useWidth();
  const [read, setRead] = useState("");
  const marks: MarkProps = { by, picked, onPick, onRead: setRead };
  return (
    <div ref={place} class="variance-chart">
      <fieldset>
        <legend class="unseen">{title}</legend>
        {width === null ? null : by === MONTH ? (
          <Columns groups={groups} measured={width} {...marks} />
        ) : (
          <Bars groups={groups} measured={width} {...marks} />
        )}
      </fieldset>
      <p class="hint chart-reading" aria-hidden="true">
        {read === "" ? "Choose a bar to filter the list below." : read}
      </p>
    </div>
  );
}

interface MarkProps {
  readonly by: string;
  readonly picked: string | null;
  readonly onPick: (key: string) => void;
  readonly onRead: (text: string) => void;
}

interface DrawingProps extends MarkProps {
  readonly groups: readonly Group[];
  readonly measured: number;
}

/** What a mark of the chart says when it has the focus or the pointer. */
export function groupText(by: string, group: Group): string {
  const { underpaid, overpaid } = group;
  const lines = linesWithVariance(group);
  const parts = [
    ...(given(underpaid?.amount) === null ? [] : [`${moneyText(underpaid?.amount ?? "")} owed to us`]),
    ...(given(overpaid?.amount) === null ? [] : [`${moneyText(overpaid?.amount ?? "")} may be asked back`]),
  ];
  const sums = parts.length === 0 ? "as expected" : `${parts.join(", ")}, ${countText(lines, "line")} with a variance`;
  return `${groupLabel(by, group)}: ${sums}`;
}

/** The lines of a group that the list of variances can have. */
export function linesWithVariance({ underpaid, overpaid }: Pick<Group, "underpaid" | "overpaid">): number {
  return (underpaid?.lines ?? 0) + (overpaid?.lines ?? 0);
}

/** The name of a group where it is known, with its key. */
function groupLabel(by: string, group: Group): string {
  const { key, label } = group;
  return by === CODE || by === MONTH || label === undefined || label === ""
    ? groupName(by, group)
    : `${label} (${key})`;
}

const CODE = "code";

/** A group in a few words. A code stands before its description: analysts know the code, and a long name is cut. */
export function groupName(by: string, { key, label }: Group): string {
  if (by === MONTH && MONTH_KEY.test(key)) return monthName(key);
  if (label === undefined || label === "") return key;
  return by === CODE ? `${key} ${label}` : label;
}

interface MarkBoxProps extends MarkProps {
  readonly group: Group;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly children: ComponentChildren;
}

/** A mark that answers to hover, focus and click. */
function Mark({ by, group, x, y, width, height, picked, onPick, onRead, children }: MarkBoxProps) {
  const text = groupText(by, group);
  const isPicked = picked === group.key;
  return (
    <g class={isPicked ? "mark mark-picked" : "mark"}>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of an SVG takes no focus; the button below says it all. */}
      <g aria-hidden="true">{children}</g>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG has no button element. */}
      <rect
        class="mark-box"
        x={x}
        y={y}
        width={width}
        height={height}
        role="button"
        tabIndex={0}
        aria-pressed={isPicked}
        aria-label={text}
        onClick={() => onPick(group.key)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          onPick(group.key);
        }}
        onMouseEnter={() => onRead(text)}
        onMouseLeave={() => onRead("")}
        onFocus={() => onRead(text)}
        onBlur={() => onRead("")}
      />
    </g>
  );
}

function Bars({ groups, measured, ...marks }: DrawingProps) {
  const { width, height, middle, rowHeight, bars } = divergingBars(marks.by, groups, measured);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the fieldset around it names the chart, and each mark has its name.
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <text class="side" x={middle - GAP} y={14} text-anchor="end">
        {"\u2212 may be asked back"}
      </text>
      <text class="side" x={middle + GAP} y={14}>
        + owed to us
      </text>
      {bars.map(({ group, y, name, under, over, underpaid, overpaid }) => {
        const text = y + rowHeight / 2 + 4;
        const inner = rowHeight - 2 * BAR_INSET;
        return (
          <Mark key={group.key} group={group} x={0} y={y} width={width} height={rowHeight} {...marks}>
            <text x={0} y={text}>
              {name}
            </text>
            {underpaid === null ? null : (
              <>
                <rect class="bar-owed" x={middle} y={y + BAR_INSET} width={under} height={inner} />
                <text x={middle + under + GAP} y={text}>
                  {moneyText(underpaid)}
                </text>
              </>
            )}
            {overpaid === null ? null : (
              <>
                <rect class="bar-asked-back" x={middle - over} y={y + BAR_INSET} width={over} height={inner} />
                <text x={middle - over - GAP} y={text} text-anchor="end">
                  {moneyText(overpaid)}
                </text>
              </>
            )}
          </Mark>
        );
      })}
      <line class="zero" x1={middle} x2={middle} y1={20} y2={height} />
    </svg>
  );
}

function Columns({ groups, measured, ...marks }: DrawingProps) {
  const { width, height, zero, columnWidth, columns } = monthColumns(groups, measured);
  const inset = Math.min(columnWidth * 0.2, 16);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the fieldset around it names the chart, and each mark has its name.
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <text class="side" x={0} y={14}>
        + owed to us
      </text>
      <text class="side" x={0} y={height - 4}>
        {"\u2212 may be asked back"}
      </text>
      {columns.map(({ group, x, name, under, over, underpaid, overpaid }) => (
        <Mark key={group.key} group={group} x={x} y={20} width={columnWidth} height={height - 40} {...marks}>
          {underpaid === null ? null : (
            <>
              <rect class="bar-owed" x={x + inset} y={zero - under} width={columnWidth - 2 * inset} height={under} />
              <text x={x + columnWidth / 2} y={zero - under - GAP} text-anchor="middle">
                {moneyText(underpaid)}
              </text>
            </>
          )}
          {overpaid === null ? null : (
            <>
              <rect
                class="bar-asked-back"
                x={x + inset}
                y={zero + MONTH_NAMES}
                width={columnWidth - 2 * inset}
                height={over}
              />
              <text x={x + columnWidth / 2} y={zero + MONTH_NAMES + over + 16} text-anchor="middle">
                {moneyText(overpaid)}
              </text>
            </>
          )}
          <text class="axis-text" x={x + columnWidth / 2} y={zero + 15} text-anchor="middle">
            {name}
          </text>
        </Mark>
      ))}
      <line class="zero" x1={0} x2={width} y1={zero} y2={zero} />
    </svg>
  );
}

/** How the API writes a month. */
const MONTH_KEY = /^[0-9]{4}-[0-9]{2}$/;

/** More bars than these are a table. */
export const BARS_MAX = 12;

const ROW_HEIGHT = 30;
const TOP = 26;
/** Space for an amount beside the longest bar: "$1,234,567.89" in the chart's type. */
const AMOUNT_WIDTH = 108;
const LABEL_SHARE = 0.3;
const LABEL_MIN = 74;
const LABEL_MAX = 260;
const CHARACTER_WIDTH = 7.2;

interface Bar {
  readonly group: Group;
  readonly name: string;
  /** In pixels: what is owed to us, and what may be asked back. */
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
  readonly bars: readonly (Bar & { readonly y: number })[];
}

/** The groups that a chart shows: months in their order, of others those with a variance, where most is owed first. */
export function chartedGroups(by: string, groups: readonly Group[]): readonly Group[] {
  const off = groups.filter((group) => sizeOf(group.underpaid?.amount) > 0 || sizeOf(group.overpaid?.amount) > 0);
  if (by !== MONTH) return off.slice(0, BARS_MAX);
  if (off.length === 0) return [];
  const months = groups.filter(({ key }) => MONTH_KEY.test(key));
  return [...months].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(-BARS_MAX);
}

function barOf(group: Group, name: string, pixels: (amount: string | undefined) => number): Bar {
  const { underpaid, overpaid } = group;
  return {
    group,
    name,
    under: pixels(underpaid?.amount),
    over: pixels(overpaid?.amount),
    underpaid: given(underpaid?.amount),
    overpaid: given(overpaid?.amount),
  };
}

function scaleFor(groups: readonly Group[], longest: number): (amount: string | undefined) => number {
  const sizes = groups.flatMap(({ underpaid, overpaid }) => [sizeOf(underpaid?.amount), sizeOf(overpaid?.amount)]);
  const largest = Math.max(...sizes, 0.01);
  return (amount) => (sizeOf(amount) / largest) * longest;
}

/** Bars to scale, both sides with the same one, on so many pixels. */
export function divergingBars(by: string, groups: readonly Group[], width: number): BarsLayout {
  const label = Math.min(Math.max(width * LABEL_SHARE, LABEL_MIN), LABEL_MAX);
  const half = (width - label) / 2;
  const pixels = scaleFor(groups, Math.max(half - AMOUNT_WIDTH, 8));
  return {
    width,
    height: TOP + groups.length * ROW_HEIGHT,
    middle: label + half,
    rowHeight: ROW_HEIGHT,
    bars: groups.map((group, place) => ({
      ...barOf(group, shortened(groupName(by, group), Math.floor(label / CHARACTER_WIDTH)), pixels),
      y: TOP + place * ROW_HEIGHT,
    })),
  };
}

const COLUMN_LONGEST = 120;
const COLUMN_MAX = 120;
/** Space for an amount above or below a column. */
const AMOUNT_HEIGHT = 22;
/** Space for the names of the months below the line. */
const MONTH_NAMES = 22;

interface ColumnsLayout {
  readonly width: number;
  readonly height: number;
  /** Where the line between the two sides is. */
  readonly zero: number;
  readonly columnWidth: number;
  readonly columns: readonly (Bar & { readonly x: number })[];
}

/** Columns to scale in the order of time. As many of the latest months as the width has space for. */
export function monthColumns(groups: readonly Group[], width: number): ColumnsLayout {
  const shown = groups.slice(-Math.max(Math.floor(width / 84), 1));
  const columnWidth = Math.min(width / Math.max(shown.length, 1), COLUMN_MAX);
  const pixels = scaleFor(shown, COLUMN_LONGEST);
  const columns = shown.map((group, place) => {
    return { ...barOf(group, monthName(group.key), pixels), x: place * columnWidth };
  });
  const above = Math.max(...columns.map(({ under }) => under), 0);
  const below = Math.max(...columns.map(({ over }) => over), 0);
  const zero = TOP + AMOUNT_HEIGHT + above;
  return { width, height: zero + MONTH_NAMES + below + AMOUNT_HEIGHT + TOP, zero, columnWidth, columns };
}

/** "Sep 2026", of the API's `2026-09`. */
export function monthName(key: string): string {
  const [year = 0, month = 1] = key.split("-").map(Number);
  return shortMonthText(year, month - 1);
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
