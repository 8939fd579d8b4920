import type { Bar } from "./bars.ts";

/** Between two parts of one bar, in hundredths of its width. */
const GAP = 0.4;

/** The bar of a row, drawn to the scale of the receipt. The amount beside it says the same in figures. */
export function ReceiptBar({ bars }: { readonly bars: readonly Bar[] }) {
  return (
    <svg class="receipt-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2="100" y1="1" y2="1" class="bar-floor" />
      {bars.map(({ start, end, kind }) => (
        <rect
          key={`${start} ${end}`}
          class={`bar-${kind}`}
          x={start}
          y="0"
          width={Math.max(end - start - GAP, GAP)}
          height="1"
        />
      ))}
    </svg>
  );
}

/** A part of a sum below has its sign: its bar stands where the sum will have it, not at zero. */
export function signOf(bars: readonly Bar[]): "+" | "" {
  const [bar, ...others] = bars;
  return bar?.kind === "new" && bar.start > 0 && others.length === 0 ? "+" : "";
}
