import { useEffect, useRef, useState } from "preact/hooks";

/** Wide enough for a first drawing; the measure follows at once. */
const FIRST_WIDTH = 640;

/** The width that an element has, so that text in a chart keeps its size on any screen. */
export function useWidth<Of extends HTMLElement>() {
  const place = useRef<Of>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    if (place.current === null) return;
    const measure = new ResizeObserver(([entry]) => {
      // While it is hidden there is nothing to measure.
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    measure.observe(place.current);
    return () => measure.disconnect();
  }, []);
  return [place, width] as const;
}
