import { useLayoutEffect, useRef, useState } from "preact/hooks";

/**
 * The width of an element in pixels, and again whenever it changes: a chart is drawn in the pixels that it has, so that its
 * texts keep their size on a phone. Null until it is known. What is hidden keeps the width that it had.
 */
export function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}
