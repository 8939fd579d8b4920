import { useEffect, useRef, useState } from "preact/hooks";

/** The width of an element, followed as it changes: a chart is drawn in real pixels, so that its text stays readable on a phone. */
export function useWidth<Element extends HTMLElement>() {
  const place = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      // Nothing is drawn anew for a chart that is hidden behind its table.
      const measured = Math.floor(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}
