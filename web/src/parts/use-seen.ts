import { useEffect, useRef, useState } from "preact/hooks";

/** So far below the edge of the window something is asked for: it is there when the reader arrives. */
const AHEAD = "200px";

/** Whether an element has come into view: what costs many lookups is asked only for readers who get there. */
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
