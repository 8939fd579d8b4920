import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../api/catalogue.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { labelOf } from "../words/name.ts";
import "./assumed-and-available.css";
import { FieldButton } from "./field-button.tsx";
import { parameterValue } from "./parameter-value.ts";

/** What the sentence above the calculation says already. */
function isSaid(name: string, { parameters, day_parameter }: CatalogueSetting): boolean {
  if (name === "billing_code" || name === day_parameter) return true;
  return parameters.some((parameter) => parameter.name === name && parameter.identifies_provider);
}

/** The facts of the claim that were given, beside those of the sentence: a price is the price of these, on paper as well. */
export function GivenSection({ lookup, explanation }: { readonly lookup: Lookup; readonly explanation: Explanation }) {
  const { fields, setting } = lookup;
  const given = Object.entries(fields).filter(([name]) => !isSaid(name, setting));
  if (given.length === 0) return null;
  return (
    <section class="answer-part" aria-labelledby="given-title">
      <h3 id="given-title">Given</h3>
      <ul class="assumed">
        {given.map(([name, value]) => (
          <li key={name}>
            <span>
              {labelOf(name)}:{" "}
              <strong>{parameterValue(name, String(explanation.request[name] ?? value), setting)}</strong>
            </span>{" "}
            <FieldButton parameter={name}>
              Change<span class="unseen"> {labelOf(name)}</span>
            </FieldButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
