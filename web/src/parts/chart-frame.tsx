import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface ChartFrameProps {
  readonly title: string;
  /** The chart, as an SVG that says nothing to screen readers: they have the table. */
  readonly chart: ComponentChildren;
  /** The same as a table. */
  readonly table: ComponentChildren;
  /** Where the figures come from, and of which day. */
  readonly source: string;
}

/** A chart with its table twin and its source line. On paper both are there. */
export function ChartFrame({ title, chart, table, source }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <figure class="chart-frame">
      <figcaption>
        <span>{title}</span>
        <button type="button" class="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          Show as table
        </button>
      </figcaption>
      <div class="chart" hidden={isTable}>
        {chart}
      </div>
      {/* Not only out of sight: its buttons must not be reached while nobody sees them. */}
      <div class="twin" hidden={!isTable}>
        {table}
      </div>
      <p class="source-line">{source}</p>
    </figure>
  );
}
