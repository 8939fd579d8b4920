import { outcomeText } from "../../../../src/answers/explanation/result-words.ts";
import { differenceText, measureText, unbrokenText } from "../../words/amount.ts";
import { readableText } from "../receipt/amounts.ts";
import type { ComparedResult } from "./figures.ts";

interface ComparedProps {
  readonly compared: ComparedResult;
  /** Whether the fields say something else than the figures that were priced. */
  readonly isEarlier: boolean;
}

/** Both prices, and the steps that differ. */
export function Compared({ compared: { published, what_if, difference, steps }, isEarlier }: ComparedProps) {
  const isSame = difference !== null && /^-?0*\.?0*$/.test(difference);
  const yours = isEarlier ? "your earlier figures" : "your figures";
  return (
    <>
      {isEarlier ? <p>This is the price with your figures as they were before your change.</p> : null}
      <p class="what-if-price">
        <strong>{what_if === null ? "No rate" : readableText(outcomeText(what_if))}</strong> with {yours}
        {difference === null ? "" : isSame ? ", no variance" : `, ${unbrokenText(differenceText(difference))}`}.
        Published: {published === null ? "no rate" : readableText(outcomeText(published))}.
      </p>
      {steps.length === 0 ? null : <Steps steps={steps} yours={`With ${yours}`} />}
    </>
  );
}

type Step = ComparedResult["steps"][number];

interface StepsProps {
  readonly steps: readonly Step[];
  /** What the column of the reader's figures is called. */
  readonly yours: string;
}

function Steps({ steps, yours }: StepsProps) {
  return (
    <div class="data-table what-if-steps">
      <div class="table-scroll">
        <table>
          <caption class="unseen">Steps that differ</caption>
          <thead>
            <tr>
              <th scope="col">Step that differs</th>
              <th scope="col" class="figure">
                Published
              </th>
              <th scope="col" class="figure">
                {yours}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, place) => (
              <tr key={place}>
                <td>
                  {unbrokenText(readableText(step.what_if?.text ?? step.published?.text ?? ""))}
                  <span class="hint"> section {step.section}</span>
                </td>
                <td class="figure" data-column="Published">
                  {sideText(step.published, step.unit)}
                </td>
                <td class="figure" data-column={yours}>
                  {sideText(step.what_if, step.unit)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function sideText(step: Step["published"], unit: Step["unit"]): string {
  if (step === null) return "not computed";
  return `${step.value === null ? "" : measureText(step.value, unit)}${step.applied ? "" : " (not used)"}`;
}
