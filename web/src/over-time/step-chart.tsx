import { useWidth } from "../charts/use-width.ts";
import { type StepPeriod, stepChart } from "./steps.ts";

interface StepChartProps {
  readonly periods: readonly StepPeriod[];
  /** The day that is looked at, and how it is called. */
  readonly chosen: { readonly day: string; readonly text: string };
}

/** How far the dashes of a rate without a beginning or an end reach. */
const OPEN_PIXELS = 24;

/** Prices over time as steps. It says nothing to screen readers: the table beside it does. */
export function StepChart({ periods, chosen }: StepChartProps) {
  const { place, width } = useWidth();
  return (
    <div ref={place} class="step-chart">
      {width === null ? null : <Drawing periods={periods} chosen={chosen} width={width} />}
    </div>
  );
}

function Drawing({ periods, chosen, width }: StepChartProps & { readonly width: number }) {
  const chart = stepChart(periods, chosen, width);
  const { plot } = chart;
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
      {chart.days.map(({ x, y, text }) => (
        <text key={text} class="axis-text" x={x} y={y} text-anchor="middle">
          {text}
        </text>
      ))}
      <line class="chosen" x1={chart.chosen.x} x2={chart.chosen.x} y1={plot.top - 8} y2={plot.bottom} />
      <text class="chosen-text" x={chart.chosen.labelX} y={plot.top - 14} text-anchor="middle">
        {chart.chosen.text}
      </text>
      {chart.risers.map(({ x, from, to }) => (
        <line key={x} class="step riser" x1={x} x2={x} y1={from} y2={to} />
      ))}
      {chart.steps.map(({ left, right, y, isOpenLeft, isOpenRight, isChosen, label }) => {
        const [from, to] = [isOpenLeft ? left + OPEN_PIXELS : left, isOpenRight ? right - OPEN_PIXELS : right];
        return (
          <g key={left}>
            <line class="step" x1={from} x2={Math.max(from, to)} y1={y} y2={y} />
            {isOpenLeft ? <line class="step open" x1={from} x2={left} y1={y} y2={y} /> : null}
            {isOpenRight ? <line class="step open" x1={Math.max(from, to)} x2={right} y1={y} y2={y} /> : null}
            {label === null ? null : (
              <text class={isChosen ? "strong halo" : "halo"} x={label.x} y={label.y} text-anchor="middle">
                {label.text}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
