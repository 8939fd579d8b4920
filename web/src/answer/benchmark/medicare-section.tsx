import { useState } from "preact/hooks";
import type { Benchmark, ComparedPrice } from "../../../../src/answers/benchmark/schema.ts";
import { medicareSentence } from "../../../../src/answers/benchmark/words.ts";
import { withDays } from "../../../../src/core/calendar/day.ts";
import type { ReleaseInService } from "../../api/ready.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { type Lookup, ratePath } from "../../look-up/lookup.ts";
import { QuietProblem, Waiting } from "../../parts/notice.tsx";
import { differenceText, moneyText } from "../../words/amount.ts";
import { messageWords } from "../../words/names.ts";

interface MedicareSectionProps {
  readonly lookup: Lookup;
  /** Which of the lookup's results is shown: a benchmark has them in the same order. */
  readonly place: number;
}

/** Whether the release has schedules of Medicare, and the lookup is about procedures. */
export function canCompareWithMedicare({ setting }: Lookup, release: ReleaseInService | null): boolean {
  if (setting.setting !== "outpatient") return false;
  return release?.sources.some(({ table }) => table?.startsWith("medicare/")) ?? false;
}

/** What Medicare pays for the same. Nothing is requested until the reader opens it: it counts as a lookup. */
export function MedicareSection({ lookup, place }: MedicareSectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="answer-part what-if" aria-labelledby="medicare-title">
      <h3 id="medicare-title">Beside Medicare</h3>
      <p class="hint">What Medicare pays for the same code on the same day at the provider's ZIP code.</p>
      {isOpen ? (
        <MedicarePrice lookup={lookup} place={place} />
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          Compare with Medicare
        </button>
      )}
    </section>
  );
}

function MedicarePrice({ lookup, place }: MedicareSectionProps) {
  const request = useAnswer<Benchmark>(ratePath(lookup, "/benchmark"));
  if (request.state !== "answered") return <Waiting of={request} what="Pricing by Medicare's schedules" />;
  if (!request.answer.ok) {
    return <QuietProblem problem={request.answer.problem} what="No comparison" onAgain={request.again} />;
  }
  const { results, meaning } = request.answer.body;
  const compared = results[place];
  return (
    <div role="status">
      <p class="medicare-price">{compared === undefined ? "There is no price to compare." : comparedText(compared)}</p>
      <p class="hint">{meaning}</p>
    </div>
  );
}

function comparedText(compared: ComparedPrice): string {
  const { medicare, difference, not_compared, medicaid_includes_facility } = compared;
  if (medicare?.payment_rate == null) return notComparedText(not_compared);
  const place = medicare.locality_name === null ? "" : ` in ${medicare.locality_name}`;
  const sentence = medicareSentence(
    { ...compared, schedule: medicare.schedule },
    moneyText(medicare.payment_rate),
    place,
  );
  if (medicaid_includes_facility) return sentence;
  return difference === null
    ? notComparedText(not_compared)
    : `${sentence} The difference is ${differenceText(difference)}.`;
}

function notComparedText(reason: string | null): string {
  return withDays(messageWords(reason ?? "", "field"));
}
