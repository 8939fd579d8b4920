import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface ChartFrameProps {
  readonly title: string;
  /** The chart, as an SVG that says nothing to screen readers: they have the table. */
  readonly chart: ComponentChildren;
  /** The chart's data as a table. */
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
      {/* Hidden, not only out of sight: its buttons must not be reachable. */}
      <div class="twin" hidden={!isTable}>
        {table}
      </div>
      <p class="source-line">{source}</p>
    </figure>
  );
}

interface WithOutsideProps {
  readonly text: string;
  /** Words of others in it, such as the name of a provider. */
  readonly outside: string | null;
}

/** A sentence with words from outside: whichever way those are written, they do not turn the figures beside them around. */
export function WithOutside({ text, outside }: WithOutsideProps) {
  const at = outside === null || outside === "" ? -1 : text.indexOf(outside);
  if (outside === null || at < 0) return <bdi>{text}</bdi>;
  return (
    <>
      {text.slice(0, at)}
      <bdi>{outside}</bdi>
      {text.slice(at + outside.length)}
    </>
  );
}

/** A section this far below the window is requested: it is there when the reader arrives. */
const AHEAD = "200px";

/** Whether an element has come into view: a section that costs many lookups is requested only then. */
export function useSeen<Element extends HTMLElement>() {
  const place = useRef<Element>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setIsSeen(true);
        observer.disconnect();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, isSeen };
}
