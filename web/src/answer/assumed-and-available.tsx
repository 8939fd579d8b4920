import type { ComponentChildren } from "preact";
import type { LabeledValue } from "../../../src/answers/explanation/record-words.ts";
import { assumedValues } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import type { CatalogueSetting } from "../api/ready.ts";
import { wantField } from "../look-up/claim-options.tsx";
import type { Lookup } from "../look-up/lookup.ts";
import { moneyText } from "../words/amount.ts";
import { labelOf, reasonText, valuesText, valueText } from "../words/names.ts";
import { type AlternativePrices, type Available, chipPrice } from "./alternatives.ts";
import "./assumed-and-available.css";

/** Whether the sentence above the calculation has it already. */
function isSaid(name: string, { parameters, day_parameter }: CatalogueSetting): boolean {
  if (name === "billing_code" || name === day_parameter) return true;
  return parameters.some((parameter) => parameter.name === name && parameter.identifies_provider);
}

export interface EnteredFact {
  readonly parameter: string;
  /** As it was understood, in words. */
  readonly value: string;
}

/** The facts of the claim besides those in the sentence: the price depends on them, on paper and in an email as well. */
export function enteredFacts({ fields, setting }: Lookup, explanation: Explanation): readonly EnteredFact[] {
  return Object.entries(fields)
    .filter(([name]) => !isSaid(name, setting))
    .map(([parameter, value]) => ({
      parameter,
      value: parameterValue(parameter, String(explanation.request[parameter] ?? value), setting),
    }));
}

export function GivenSection({ lookup, explanation }: { readonly lookup: Lookup; readonly explanation: Explanation }) {
  const given = enteredFacts(lookup, explanation);
  if (given.length === 0) return null;
  return (
    <section class="answer-part" aria-labelledby="given-title">
      <h3 id="given-title">Entered</h3>
      <ul class="assumed">
        {given.map(({ parameter, value }) => (
          <li key={parameter}>
            <span>
              {labelOf(parameter)}: <strong>{value}</strong>
            </span>{" "}
            <FieldButton parameter={parameter}>
              Change<span class="unseen"> {labelOf(parameter)}</span>
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

/** The default of each fact that was not entered, each with a way to enter it. */
export function AssumedSection({ explanation, setting }: AssumedSectionProps) {
  const assumed = assumedValues(explanation);
  if (assumed.length === 0) return null;
  const isParameter = (parameter: string) => setting.parameters.some(({ name }) => name === parameter);
  return (
    <section class="answer-part" aria-labelledby="assumed-title">
      <h3 id="assumed-title">Defaults used</h3>
      <p class="hint">Not entered, so these were taken.</p>
      <ul class="assumed">
        {assumed.map(({ parameter, values, reason }) => (
          <li key={parameter + reason}>
            <span>
              {labelOf(parameter)}: <strong>{parameterValue(parameter, values, setting)}</strong>
            </span>{" "}
            <span class="hint">{reasonText(reason)}</span>
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
  readonly available: readonly Available[];
  readonly prices: AlternativePrices;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** Other available values with their prices, each a click away. */
export function AvailableSection({ available, prices, onChange }: AvailableSectionProps) {
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
                  valueText(value)
                ) : (
                  <button type="button" class="small" onClick={() => onChange({ [parameter]: value })}>
                    {valueText(value)}{" "}
                    <ChipPrice text={chipPrice(prices.triedOf(parameter, value))} isPending={prices.isPending} />
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

/** The price on a chip. Its space is there before it is, so that no chip moves. */
function ChipPrice({ text, isPending }: { readonly text: string; readonly isPending: boolean }) {
  return text === "" && !isPending ? null : <b class="chip-price">{text}</b>;
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

/** The value of a parameter for people: days, dollars, flags and choices in words, all else as is. */
export function parameterValue(name: string, value: string, { parameters }: CatalogueSetting): string {
  const kind = parameters.find((parameter) => parameter.name === name)?.kind;
  if (kind === "dollars" && /^[0-9]+(?:\.[0-9]+)?$/.test(value)) return moneyText(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayText(value) : valuesText(value);
}
