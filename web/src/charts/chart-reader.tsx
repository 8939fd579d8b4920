import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** What a chart draws with: the point that is read, and how the pointer reads another. */
interface Reading {
  readonly active: number | null;
  readonly onPoint: (place: number | null) => void;
}

interface ChartReaderProps {
  /** What the points are: "Prices by period". */
  readonly label: string;
  /** What each point is, in words, from left to right. */
  readonly texts: readonly string[];
  /** What a click does, for the line below before a point is read. */
  readonly hint: string;
  readonly onChoose: (place: number) => void;
  readonly children: (reading: Reading) => ComponentChildren;
}

/**
 * Names the figure of a chart that the pointer is at, or that the arrow keys have reached (ARIA slider pattern); a click or Enter
 * shows it. The line below the chart says it, so that nothing covers the chart.
 */
export function ChartReader({ label, texts, hint, onChoose, children }: ChartReaderProps) {
  const [active, setActive] = useState<number | null>(null);
  const said = active === null ? hint : (texts[active] ?? hint);

  function onKeyDown(event: KeyboardEvent) {
    const last = texts.length - 1;
    const next: Readonly<Record<string, number>> = {
      ArrowRight: active === null ? 0 : Math.min(active + 1, last),
      ArrowLeft: active === null ? last : Math.max(active - 1, 0),
      Home: 0,
      End: last,
    };
    const place = next[event.key];
    if (place !== undefined) {
      event.preventDefault();
      setActive(place);
    } else if (event.key === "Enter" && active !== null) onChoose(active);
  }

  return (
    <div
      class="chart-reader"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, texts.length - 1)}
      aria-valuenow={active ?? 0}
      aria-valuetext={said}
      onKeyDown={onKeyDown}
      onBlur={() => setActive(null)}
      onPointerLeave={() => setActive(null)}
      onClick={() => {
        if (active !== null) onChoose(active);
      }}
    >
      {children({ active, onPoint: setActive })}
      <p class="chart-readout">{said}</p>
    </div>
  );
}
