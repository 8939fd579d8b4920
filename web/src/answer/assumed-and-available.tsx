import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../api/ready.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { labelOf } from "../words/names.ts";
import "./assumed-and-available.css";
import { assumedValues } from "../../../src/answers/explanation/result-words.ts";
import "./assumed-and-available.css";
import type { Result } from "../../../src/pricing/result.ts";
import "./assumed-and-available.css";
import type { ComponentChildren } from "preact";
import type { LabeledValue } from "../../../src/answers/explanation/record-words.ts";
import { wantField } from "../look-up/claim-options.tsx";
import { moneyText } from "../words/amount.ts";
import { dayText } from "../words/day.ts";

/** Whether the sentence above the calculation has it already. */
function isSaid(name: string, { parameters, day_parameter }: CatalogueSetting): boolean {
  if (name === "billing_code" || name === day_parameter) return true;
  return parameters.some((parameter) => parameter.name === name && parameter.identifies_provider);
}

/** The facts of the claim besides those in the sentence: the price depends on them, on paper as well. */
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

interface AssumedSectionProps {
  readonly explanation: Explanation;
  readonly setting: CatalogueSetting;
}

/** What was assumed because it was not sent, each with a way to enter it. */
export function AssumedSection({ explanation, setting }: AssumedSectionProps) {
  const assumed = assumedValues(explanation);
  if (assumed.length === 0) return null;
  const isParameter = (parameter: string) => setting.parameters.some(({ name }) => name === parameter);
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
            {isParameter(parameter) ? (
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

interface AvailableSectionProps {
  readonly result: Result;
  readonly setting: CatalogueSetting;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** Other available values, each a lookup away. */
export function AvailableSection({ result, setting, onChange }: AvailableSectionProps) {
  const available = availableIn(result, setting);
  if (available.length === 0) return null;
  return (
    <section class="answer-part" aria-labelledby="available-title">
      <h3 id="available-title">Also available</h3>
      {available.map(({ name, parameter, values }) => (
        <div key={name} class="available">
          <p>{labelOf(name)}</p>
          <ul>
            {values.map((value) => (
              <li key={value}>
                {parameter === null ? (
                  value
                ) : (
                  <button type="button" class="small" onClick={() => onChange({ [parameter]: value })}>
                    {value}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

const PREFIX = "available_";

/** Other values of one parameter. */
interface Available {
  /** `procedure_types` */
  readonly name: string;
  /** The parameter for these values; null when the setting has none. */
  readonly parameter: string | null;
  readonly values: readonly string[];
}

/** The lists of available values in a result, with the parameter of their name in the singular. */
export function availableIn(result: Result, { parameters }: CatalogueSetting): readonly Available[] {
  return Object.entries(result).flatMap(([field, values]) => {
    if (!field.startsWith(PREFIX) || !Array.isArray(values) || values.length === 0) return [];
    const name = field.slice(PREFIX.length);
    const singulars = [name.replace(/ies$/, "y"), name.replace(/s$/, ""), name];
    const parameter = parameters.find((each) => singulars.includes(each.name))?.name ?? null;
    return [{ name, parameter, values: values.map(String) }];
  });
}

interface FieldButtonProps {
  readonly parameter: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** Leads to the field in which a fact can be changed. */
export function FieldButton({ parameter, children, class: className = "quiet" }: FieldButtonProps) {
  return (
    <button type="button" class={className} onClick={() => wantField(parameter)}>
      {children}
    </button>
  );
}

/** Terms with their descriptions. */
export function SaidList({ said }: { readonly said: readonly LabeledValue[] }) {
  return (
    <dl class="said">
      {said.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={label === "SHA-256" ? "hash" : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The value of a parameter for people: days, dollars and flags in words, all else as is. */
export function parameterValue(name: string, value: string, { parameters }: CatalogueSetting): string {
  const kind = parameters.find((parameter) => parameter.name === name)?.kind;
  if (kind === "flag") return value === "true" ? "yes" : value === "false" ? "no" : value;
  if (kind === "dollars" && /^[0-9]+(?:\.[0-9]+)?$/.test(value)) return moneyText(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayText(value) : value;
}
