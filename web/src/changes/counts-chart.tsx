import { useWidth } from "../charts/use-width.ts";
import { countBars } from "./counts-layout.ts";
import type { TableDiff } from "./diff.ts";

interface CountsChartProps {
  readonly tables: readonly TableDiff[];
}

const ROW = 46;
const BAR = 16;
const NAME_BASELINE = 16;
const BAR_TOP = 22;
/** Beside a bar: "9,999 raised". */
const WORDS = 92;

/** How many figures of each table were cut and raised: to the left and to the right of one axis, to one scale. */
export function CountsChart({ tables }: CountsChartProps) {
  const { place, width } = useWidth();
  return <div ref={place}>{width === null ? null : <Drawing tables={tables} width={width} />}</div>;
}

function Drawing({ tables, width }: CountsChartProps & { readonly width: number }) {
  const axis = width / 2;
  const bars = countBars(tables, axis - WORDS);
  return (
    <svg class="counts" viewBox={`0 0 ${width} ${bars.length * ROW + 4}`} aria-hidden="true">
      {bars.map(({ table, cut, raised, cutWidth, raisedWidth }, index) => {
        const top = index * ROW + BAR_TOP;
        const words = top + BAR - 4;
        return (
          <g key={table}>
            <text class="table-name" x={axis} y={index * ROW + NAME_BASELINE} text-anchor="middle">
              {table}
            </text>
            <rect class="cut" x={axis - cutWidth} y={top} width={cutWidth} height={BAR} />
            <rect class="raised" x={axis} y={top} width={raisedWidth} height={BAR} />
            <text x={axis - cutWidth - 6} y={words} text-anchor="end">
              {cut.toLocaleString("en-US")} cut
            </text>
            <text x={axis + raisedWidth + 6} y={words}>
              {raised.toLocaleString("en-US")} raised
            </text>
            <line class="axis" x1={axis} x2={axis} y1={top - 2} y2={top + BAR + 2} />
          </g>
        );
      })}
    </svg>
  );
}
