import { useEffect, useState } from "preact/hooks";
import { addressText, goTo } from "../address.ts";
import type { CatalogueState } from "../api/catalogue.ts";

interface CoverageFormProps {
  readonly query: URLSearchParams;
  readonly states: readonly CatalogueState[];
  /** The day that the answer is about; null until it is known. */
  readonly date: string | null;
}

interface Typed {
  readonly state?: string;
  readonly date?: string;
}

/** Where a fault of the request leads to. */
export const COVERAGE_CONTROLS: Readonly<Record<string, string>> = { state: "coverage-state", date: "coverage-date" };

/** Which state, and on which day. What it says is in the address. */
export function CoverageForm({ query, states, date }: CoverageFormProps) {
  // What is being typed; nothing of it is asked before the form is sent.
  const [typed, setTyped] = useState<Typed>({});
  useEffect(() => setTyped({}), [query]);
  const state = typed.state ?? query.get("state") ?? "";
  const day = typed.date ?? query.get("date") ?? date ?? "";

  function show(event: SubmitEvent) {
    event.preventDefault();
    goTo(addressText("/coverage", { state, date: day }));
  }
  return (
    <form class="ask-bar" onSubmit={show} aria-label="What to show">
      <div class="field">
        <label for={COVERAGE_CONTROLS.state}>State</label>
        <select
          id={COVERAGE_CONTROLS.state}
          value={state}
          onChange={({ currentTarget }) => setTyped({ ...typed, state: currentTarget.value })}
        >
          <option value="">All states of the key</option>
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={COVERAGE_CONTROLS.date}>On the day</label>
        <input
          id={COVERAGE_CONTROLS.date}
          type="date"
          value={day}
          onChange={({ currentTarget }) => setTyped({ ...typed, date: currentTarget.value })}
        />
      </div>
      <button type="submit" class="primary">
        Show
      </button>
    </form>
  );
}
