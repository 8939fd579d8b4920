import { useWidth } from "../charts/use-width.ts";
import { moneyText } from "../words/amount.ts";
import { divergingBars } from "./diverging-bars.ts";
import type { Group } from "./job.ts";

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
