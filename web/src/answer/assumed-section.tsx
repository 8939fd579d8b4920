import type { Explanation } from "../../../src/explanation/explanation.ts";
import { assumedValues } from "../../../src/explanation/words/assumed.ts";
import type { CatalogueSetting } from "../api/catalogue.ts";
import { dayText } from "../words/day.ts";
import { labelOf } from "../words/name.ts";
import { FieldButton } from "./field-button.tsx";
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
            <span class="assumed-what">
              {labelOf(parameter)}: <strong>{shown(parameter, values, setting)}</strong>
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

/** Days and flags as people say them. */
function shown(parameter: string, values: string, { parameters }: CatalogueSetting): string {
  const kind = parameters.find(({ name }) => name === parameter)?.kind;
  if (kind === "flag") return values === "true" ? "yes" : values === "false" ? "no" : values;
  return /^\d{4}-\d{2}-\d{2}$/.test(values) ? dayText(values) : values;
}
