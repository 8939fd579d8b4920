import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { useWidth } from "../charts/axes.ts";
import { moneyText } from "../words/amount.ts";
import { ScaleSwitch } from "./scale-switch.tsx";
import type { Group } from "./use-job.ts";
import {
  CODE,
  divergingBars,
  GAP_AT,
  gapAcross,
  gapDown,
  given,
  groupName,
  hasCutBars,
  latestMonths,
  MONTH,
  MONTH_NAMES,
  monthColumns,
} from "./variance-layout.ts";

const GAP = 6;
const BAR_INSET = 5;

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
  const [isWhole, setIsWhole] = useState(false);
  const marks: MarkProps = { by, picked, onPick, onRead: setRead };
  const drawing = width === null ? null : { groups, measured: width, isWhole, ...marks };
  const isCut = hasCutBars(by === MONTH ? latestMonths(groups, width ?? 0) : groups);
  return (
    <div ref={place} class="variance-chart">
      <fieldset>
        <legend class="unseen">{title}</legend>
        {drawing === null ? null : by === MONTH ? <Columns {...drawing} /> : <Bars {...drawing} />}
      </fieldset>
      <p class="hint chart-reading" aria-hidden="true">
        {read === "" ? `Choose a bar to filter the list below.${isCut && !isWhole ? CUT_WORDS : ""}` : read}
      </p>
      {isCut ? <ScaleSwitch isWhole={isWhole} onChange={setIsWhole} /> : null}
    </div>
  );
}

const CUT_WORDS = " A bar with a gap is longer than the scale: its figure says how much.";

interface MarkProps {
  readonly by: string;
  readonly picked: string | null;
  readonly onPick: (key: string) => void;
  readonly onRead: (text: string) => void;
}

interface DrawingProps extends MarkProps {
  readonly groups: readonly Group[];
  readonly measured: number;
  /** The scale ends with the largest amount; otherwise where most do. */
  readonly isWhole: boolean;
}

/** What a mark of the chart says when it has the focus or the pointer. */
function groupText(by: string, group: Group): string {
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

function Bars({ groups, measured, isWhole, ...marks }: DrawingProps) {
  const { width, height, middle, rowHeight, bars } = divergingBars(marks.by, groups, measured, isWhole);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the fieldset around it names the chart, and each mark has its name.
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <text class="side" x={middle - GAP} y={14} text-anchor="end">
        {"\u2212 may be asked back"}
      </text>
      <text class="side" x={middle + GAP} y={14}>
        + owed to us
      </text>
      {bars.map(({ group, y, name, under, over, underpaid, overpaid, isUnderCut, isOverCut }) => {
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
                {isUnderCut ? (
                  <path class="bar-gap" d={gapAcross(middle + under * GAP_AT, y + BAR_INSET, inner)} />
                ) : null}
                <text x={middle + under + GAP} y={text}>
                  {moneyText(underpaid)}
                </text>
              </>
            )}
            {overpaid === null ? null : (
              <>
                <rect class="bar-asked-back" x={middle - over} y={y + BAR_INSET} width={over} height={inner} />
                {isOverCut ? (
                  <path class="bar-gap" d={gapAcross(middle - over * GAP_AT, y + BAR_INSET, inner)} />
                ) : null}
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

function Columns({ groups, measured, isWhole, ...marks }: DrawingProps) {
  const { width, height, zero, columnWidth, columns } = monthColumns(groups, measured, isWhole);
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
      {columns.map(({ group, x, name, under, over, underpaid, overpaid, isUnderCut, isOverCut }) => (
        <Mark key={group.key} group={group} x={x} y={20} width={columnWidth} height={height - 40} {...marks}>
          {underpaid === null ? null : (
            <>
              <rect class="bar-owed" x={x + inset} y={zero - under} width={columnWidth - 2 * inset} height={under} />
              {isUnderCut ? (
                <path class="bar-gap" d={gapDown(x + inset, zero - under * GAP_AT, columnWidth - 2 * inset)} />
              ) : null}
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
              {isOverCut ? (
                <path
                  class="bar-gap"
                  d={gapDown(x + inset, zero + MONTH_NAMES + over * GAP_AT, columnWidth - 2 * inset)}
                />
              ) : null}
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
