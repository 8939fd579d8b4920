import { assumedValues } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../api/catalogue.ts";
import { labelOf } from "../words/name.ts";
import { FieldButton } from "./field-button.tsx";
import { parameterValue } from "./parameter-value.ts";
import "./assumed-and-available.css";

interface AssumedSectionProps {
  readonly explanation: Explanation;
  readonly setting: CatalogueSetting;
}

/** What was assumed because it was not sent, each with a way to say it. */
export function AssumedSection({ explanation, setting }: AssumedSectionProps) {
  const assumed = assumedValues(explanation);
  if (assumed.length === 0) return null;
  const isAsked = (parameter: string) => setting.parameters.some(({ name }) => name === parameter);
  return (
    <section class="answer-part" aria-labelledby="assumed-title">
      <h3 id="assumed-title">Assumed</h3>
      <ul class="assumed">
        {assumed.map(({ parameter, values, reason }) => (
          <li key={parameter + reason}>
            <span>
              {labelOf(parameter)}: <strong>{parameterValue(parameter, values, setting)}</strong>
            </span>{" "}
            <span class="hint">{reason}</span>
            {isAsked(parameter) ? (
              <FieldButton parameter={parameter}>
                Change<span class="unseen"> {labelOf(parameter)}</span>
              </FieldButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
