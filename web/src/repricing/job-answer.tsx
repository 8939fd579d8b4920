import { useEffect, useRef } from "preact/hooks";
import type { CatalogueState } from "../api/catalogue.ts";
import { Link } from "../parts/link.tsx";
import { countText } from "../words/name.ts";
import { Assumed } from "./assumed.tsx";
import { ComparedTotals } from "./compared-totals.tsx";
import { Downloads } from "./downloads.tsx";
import { FaultyLines } from "./faulty-lines.tsx";
import type { Job, RepricingSummary } from "./job.ts";
import { LargestDifferences } from "./largest-differences.tsx";
import { LimitsOfAmounts } from "./limits-of-amounts.tsx";
import { NotPriced } from "./not-priced.tsx";
import { Totals } from "./totals.tsx";
import { VerdictFigures } from "./verdict-figures.tsx";

interface JobAnswerProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly states: readonly CatalogueState[];
  readonly onDelete: () => void;
}

/** What the file came to, the most important first. */
export function JobAnswer({ job, summary, states, onDelete }: JobAnswerProps) {
  const top = useRef<HTMLParagraphElement>(null);
  // Whoever waited with a screen reader is told that it is there.
  useEffect(() => top.current?.focus(), []);
  const { release } = summary;
  const source = `Priced with ${release.name} ${release.version}`;
  return (
    <div class="appears answer">
      <p ref={top} tabIndex={-1} class="hint">
        {countText(summary.lookups, "line")}. {source}.
      </p>
      <VerdictFigures summary={summary} />
      <Downloads job={job} onDelete={onDelete} />
      <ComparedTotals summary={summary} />
      <LimitsOfAmounts summary={summary} />
      <Totals summary={summary} source={source} />
      <LargestDifferences job={job} summary={summary} states={states} />
      <Assumed summary={summary} />
      <NotPriced summary={summary} />
      <FaultyLines job={job} summary={summary} />
      <Readings job={job} summary={summary} />
      <p>
        <Link to="/reprice">Reprice another file</Link>
      </p>
    </div>
  );
}

/** How cells were read and what the columns were taken for: where it surprises, the rest stands on it. */
function Readings({ job, summary }: { readonly job: Job; readonly summary: RepricingSummary }) {
  const leftOut = (summary.left_out ?? []).map((text) => `Not in this summary, which would be too large: ${text}`);
  return (
    <section class="step" aria-labelledby="readings-title">
      <h2 id="readings-title">How the file was read</h2>
      <ul class="notes">
        {[...summary.noted_in_words, ...job.notes, ...leftOut].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
