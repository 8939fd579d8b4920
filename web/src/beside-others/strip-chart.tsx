import { useWidth } from "../charts/use-width.ts";
import { DOT_RADIUS, type StripFigures, type StripPrice, stripOf } from "./strip.ts";

interface StripChartProps {
  readonly prices: readonly StripPrice[];
  readonly figures: StripFigures;
}

/** The price of the provider is a diamond, so that it is found without its colour. */
const DIAMOND_RADIUS = DOT_RADIUS + 3;

/** How prices are spread. It says nothing to screen readers: the table beside it does. */
export function StripChart({ prices, figures }: StripChartProps) {
  const { place, width } = useWidth();
  return (
    <div ref={place} class="strip-chart">
      {width === null ? null : <Drawing prices={prices} figures={figures} width={width} />}
    </div>
  );
}

function Drawing({ prices, figures, width }: StripChartProps & { readonly width: number }) {
  const strip = stripOf(prices, figures, width);
  const { top, baseline, quartiles } = strip;
  const own = strip.dots.filter(({ isOwn }) => isOwn);
  return (
    <svg viewBox={`0 0 ${width} ${strip.height}`} aria-hidden="true" focusable="false">
      <rect
        class="quartiles"
        x={quartiles.left}
        width={quartiles.right - quartiles.left}
        y={top}
        height={baseline - top}
      />
      <line class="median" x1={strip.median} x2={strip.median} y1={top} y2={baseline} />
      <line class="rule" x1={0} x2={width} y1={baseline} y2={baseline} />
      {strip.figures.map(({ x, textX, y, names, text }) => (
        <g key={names}>
          <line class="rule" x1={x} x2={x} y1={baseline} y2={Math.max(baseline + 6, y - 14)} />
          <text class="axis-text halo" x={textX} y={y} text-anchor="middle">
            {names}
          </text>
          <text class="halo" x={textX} y={y + 15} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      {strip.dots.map(({ x, y, isOwn }, index) =>
        isOwn ? null : <circle key={String(index)} class="dot" cx={x} cy={y} r={DOT_RADIUS} />,
      )}
      {strip.own.map(({ x, y, text }) => (
        <line key={text} class="own-line" x1={x} x2={x} y1={y + 4} y2={baseline - DIAMOND_RADIUS} />
      ))}
      {strip.own.map(({ textX, y, text }) => (
        <text key={text} class="own-text halo" x={textX} y={y} text-anchor="middle">
          {text}
        </text>
      ))}
      {own.map(({ x, y }) => (
        <path key={`${x} ${y}`} class="own" d={diamond(x, y)} />
      ))}
    </svg>
  );
}

function diamond(x: number, y: number): string {
  const r = DIAMOND_RADIUS;
  return `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;
}
