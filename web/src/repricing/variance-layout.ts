import { endForMost } from "../charts/axes.ts";
import { shortMonthText } from "../words/day.ts";
import type { Group } from "./use-job.ts";

/* Where the bars of the variance by code, provider, month or a column of the file stand. */

/** Months are columns from left to right; everything else is bars below each other. */
export const MONTH = "month";
export const CODE = "code";

/** A group in a few words. A code stands before its description: analysts know the code, and a long name is cut. */
export function groupName(by: string, { key, label }: Group): string {
  if (by === MONTH && MONTH_KEY.test(key)) return monthName(key);
  if (label === undefined || label === "") return key;
  return by === CODE ? `${key} ${label}` : label;
}

/** How the API writes a month. */
const MONTH_KEY = /^[0-9]{4}-[0-9]{2}$/;

/** More bars than these are a table. */
export const BARS_MAX = 12;

const ROW_HEIGHT = 30;
/** On a phone each bar is as high as a finger needs. */
const ROW_HEIGHT_NARROW = 44;
const NARROW = 480;
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
  /** The amount is more than the scale has: the bar ends with it, and has a gap. */
  readonly isUnderCut: boolean;
  readonly isOverCut: boolean;
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

function barOf(group: Group, name: string, { pixels, isCut }: BarScale): Bar {
  const { underpaid, overpaid } = group;
  return {
    group,
    name,
    under: pixels(underpaid?.amount),
    over: pixels(overpaid?.amount),
    underpaid: given(underpaid?.amount),
    overpaid: given(overpaid?.amount),
    isUnderCut: isCut(underpaid?.amount),
    isOverCut: isCut(overpaid?.amount),
  };
}

function sizesOf(groups: readonly Group[]): readonly number[] {
  return groups.flatMap(({ underpaid, overpaid }) => [sizeOf(underpaid?.amount), sizeOf(overpaid?.amount)]);
}

/** Whether a few bars are so much longer than the others that the scale leaves them out. */
export function hasCutBars(groups: readonly Group[]): boolean {
  const sizes = sizesOf(groups);
  return endForMost(sizes) < Math.max(...sizes, 0);
}

interface BarScale {
  readonly pixels: (amount: string | undefined) => number;
  readonly isCut: (amount: string | undefined) => boolean;
}

/** A cut bar is longer than all that are drawn to scale. */
const CUT_SHARE = 0.75;

/** From zero to `longest` pixels. A bar beyond the scale has that length. */
function scaleFor(groups: readonly Group[], longest: number, isWhole: boolean): BarScale {
  const sizes = sizesOf(groups);
  const largest = Math.max(...sizes, 0.01);
  const end = isWhole ? largest : Math.max(endForMost(sizes), 0.01);
  const isCut = (amount: string | undefined) => sizeOf(amount) > end;
  const ofScale = end < largest ? longest * CUT_SHARE : longest;
  return { isCut, pixels: (amount) => (isCut(amount) ? longest : (sizeOf(amount) / end) * ofScale) };
}

/** Where the gap of a cut bar is, from its beginning. */
export const GAP_AT = 0.85;
const GAP_SLANT = 4;

/** Two slanted lines across a bar that runs to the side. */
export function gapAcross(x: number, y: number, height: number): string {
  const line = (at: number) => `M${at - GAP_SLANT} ${y + height + 1}L${at + GAP_SLANT} ${y - 1}`;
  return line(x - 3) + line(x + 3);
}

/** The same across a column. */
export function gapDown(x: number, y: number, width: number): string {
  const line = (at: number) => `M${x - 1} ${at + GAP_SLANT}L${x + width + 1} ${at - GAP_SLANT}`;
  return line(y - 3) + line(y + 3);
}

/** Bars to scale, both sides with the same one, on so many pixels. */
export function divergingBars(by: string, groups: readonly Group[], width: number, isWhole = false): BarsLayout {
  const label = Math.min(Math.max(width * LABEL_SHARE, LABEL_MIN), LABEL_MAX);
  const half = (width - label) / 2;
  const rowHeight = width < NARROW ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  const scale = scaleFor(groups, Math.max(half - AMOUNT_WIDTH, 8), isWhole);
  return {
    width,
    height: TOP + groups.length * rowHeight,
    middle: label + half,
    rowHeight,
    bars: groups.map((group, place) => ({
      ...barOf(group, shortened(groupName(by, group), Math.floor(label / CHARACTER_WIDTH)), scale),
      y: TOP + place * rowHeight,
    })),
  };
}

const COLUMN_LONGEST = 120;
const COLUMN_MAX = 120;
/** Less would be too narrow for an amount. */
const COLUMN_MIN = 84;
/** Space for an amount above or below a column. */
const AMOUNT_HEIGHT = 22;
/** Space for the names of the months below the line. */
export const MONTH_NAMES = 22;

interface ColumnsLayout {
  readonly width: number;
  readonly height: number;
  /** Where the line between the two sides is. */
  readonly zero: number;
  readonly columnWidth: number;
  readonly columns: readonly (Bar & { readonly x: number })[];
}

/** As many of the latest months as the width has space for. */
export function latestMonths(groups: readonly Group[], width: number): readonly Group[] {
  return groups.slice(-Math.max(Math.floor(width / COLUMN_MIN), 1));
}

/** Columns to scale in the order of time. */
export function monthColumns(groups: readonly Group[], width: number, isWhole = false): ColumnsLayout {
  const shown = latestMonths(groups, width);
  const columnWidth = Math.min(width / Math.max(shown.length, 1), COLUMN_MAX);
  const scale = scaleFor(shown, COLUMN_LONGEST, isWhole);
  const columns = shown.map((group, place) => {
    return { ...barOf(group, monthName(group.key), scale), x: place * columnWidth };
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

export function given(amount: string | undefined): string | null {
  return amount === undefined || sizeOf(amount) === 0 ? null : amount;
}

function shortened(name: string, characters: number): string {
  return name.length <= characters ? name : `${name.slice(0, Math.max(characters - 1, 1))}\u2026`;
}
