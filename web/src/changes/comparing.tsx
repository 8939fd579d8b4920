import { useEffect, useState } from "preact/hooks";
import { countText } from "../words/name.ts";
import type { UnderWay } from "./use-comparison.ts";

/** A pair that was compared before is answered at once; only then would this flicker. */
const SAID_AFTER_SECONDS = 1;

/** Says that the comparison goes on, and for how long already. */
export function Comparing({ underWay }: { readonly underWay: UnderWay }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const isSaid = seconds >= SAID_AFTER_SECONDS || underWay.problem !== null;
  return (
    <div class="comparing">
      <p role="status">
        {isSaid
          ? "Comparing the two releases. The first time this can take a minute; then every page comes at once. "
          : ""}
        {underWay.problem === null ? "" : `${underWay.problem.detail} This page asks again by itself.`}
      </p>
      {/* Not read out every second. */}
      <p class="hint">{isSaid ? `${countText(seconds, "second")} so far` : ""}</p>
    </div>
  );
}
