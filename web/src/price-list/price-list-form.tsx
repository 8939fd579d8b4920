import { useLayoutEffect, useState } from "preact/hooks";
import { capital } from "../../../src/core/text/labels.ts";
import { goTo } from "../address.ts";
import type { CatalogueState } from "../api/ready.ts";
import { DayBox } from "../parts/day-input.tsx";
import { type ListQuestion, viewAddress } from "./list-address.ts";

interface PriceListFormProps {
  readonly question: ListQuestion;
  readonly states: readonly CatalogueState[];
  /** The day that the answer is about; null until it is known. */
  readonly date: string | null;
}

const ON_CONTROL = "price-list-on";

/** The controls of the fields that the API may refuse. */
const CONTROLS: Readonly<Record<string, string>> = {
  npi: "price-list-provider",
  on: ON_CONTROL,
  setting: "price-list-setting",
  text: "price-list-text",
  factors: "price-list-factors",
};

export function controlOf(field: string): string | null {
  return CONTROLS[field] ?? null;
}

/** Whose list, on which day, and which codes of it. What it says is in the address. */
export function PriceListForm({ question, states, date }: PriceListFormProps) {
  const [typed, setTyped] = useState<Partial<ListQuestion>>({});
  const address = viewAddress(question);
  useLayoutEffect(() => setTyped({}), [address]);
  const fields = { ...question, on: question.on || (date ?? ""), ...typed };
  const settings = states.find(({ code }) => code === fields.state)?.settings ?? [];
  const change = (name: keyof ListQuestion, value: string) => setTyped({ ...typed, [name]: value });
  return (
    <form
      class="ask-bar"
      aria-label="Which price list"
      onSubmit={(event) => {
        event.preventDefault();
        // Another question begins with the first page.
        goTo(viewAddress({ ...fields, offset: "" }));
      }}
    >
      <div class="field">
        <label for="price-list-state">State</label>
        <select
          id="price-list-state"
          value={fields.state}
          onChange={({ currentTarget }) => setTyped({ ...typed, state: currentTarget.value, setting: "" })}
        >
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={CONTROLS.npi}>Hospital</label>
        <input
          id={CONTROLS.npi}
          type="text"
          maxLength={200}
          placeholder="Name or NPI"
          value={fields.provider}
          onInput={({ currentTarget }) => change("provider", currentTarget.value)}
        />
      </div>
      <DayBox id={ON_CONTROL} label="On the day" day={fields.on} of={address} onDay={(day) => change("on", day)} />
      <div class="field">
        <label for={CONTROLS.setting}>Setting</label>
        <select
          id={CONTROLS.setting}
          value={fields.setting}
          onChange={({ currentTarget }) => change("setting", currentTarget.value)}
        >
          <option value="">All</option>
          {settings.map(({ setting }) => (
            <option key={setting} value={setting}>
              {capital(setting)}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={CONTROLS.text}>Codes</label>
        <input
          id={CONTROLS.text}
          type="text"
          maxLength={200}
          placeholder="Code, or words"
          value={fields.text}
          onInput={({ currentTarget }) => change("text", currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for={CONTROLS.factors}>Plans and their factors</label>
        <input
          id={CONTROLS.factors}
          type="text"
          maxLength={2000}
          placeholder="Plan A=1.05, Plan B=0.9"
          value={fields.factors}
          onInput={({ currentTarget }) => change("factors", currentTarget.value)}
        />
      </div>
      <button type="submit" class="primary">
        Show
      </button>
    </form>
  );
}
