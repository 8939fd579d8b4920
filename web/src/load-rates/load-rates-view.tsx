import { useState } from "preact/hooks";
import { addressText, goTo, type ViewProps } from "../address.ts";
import { CopyButton, Link } from "../parts/buttons.tsx";
import { LOAD_RATES_PATH } from "../test-data.tsx";
import { earlierRates, STARTED_WITH, type Step, stepsFor } from "./steps.ts";
import "./load-rates.css";

/** How real rates take the place of the sample on this machine, in five steps. */
export function LoadRatesView({ query, states }: ViewProps) {
  const chosen = query.get("state") ?? "";
  const codes = states.map(({ code }) => code).filter((code) => chosen === "" || code === chosen);
  const [startedWith, setStartedWith] = useState<string>(() => usualStart(navigator.userAgent));
  const { command } = STARTED_WITH.find(({ id }) => id === startedWith) ?? STARTED_WITH[0];
  return (
    <div class="load-rates">
      <h1>Load real rates</h1>
      <p>
        Ratebook prices with the publications that you load into it. Nothing is sent to another host: you download the
        files from your state's pages, and they stay on your machine. An hour is enough for a first fee schedule.
      </p>
      <form class="ask-bar" aria-label="Your machine" onSubmit={(event) => event.preventDefault()}>
        <div class="field">
          <label for="load-state">State</label>
          <select
            id="load-state"
            value={chosen}
            onChange={({ currentTarget }) => goTo(addressText(LOAD_RATES_PATH, { state: currentTarget.value }), true)}
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
          <label for="load-start">You started Ratebook with</label>
          <select
            id="load-start"
            value={startedWith}
            onChange={({ currentTarget }) => setStartedWith(currentTarget.value)}
          >
            {STARTED_WITH.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </div>
      </form>
      <ol class="steps">
        {stepsFor(codes, command).map((step) => (
          <li key={step.title}>
            <StepText step={step} />
          </li>
        ))}
      </ol>
      <section aria-label="Earlier rates">
        <StepText step={earlierRates(command)} />
      </section>
      <p class="hint">
        <Link to="/coverage">Coverage</Link> shows what is loaded now, what of it is made up and what is missing. The
        sample stays as it is: start it again with the command that you used.
      </p>
    </div>
  );
}

/** A clone is the usual way; a browser knows whether it is on Windows. */
function usualStart(userAgent: string): (typeof STARTED_WITH)[number]["id"] {
  return /\bWindows\b/.test(userAgent) ? "clone-on-windows" : "clone";
}

function StepText({ step: { title, about, commands, next } }: { readonly step: Step }) {
  return (
    <>
      <h2>{title}</h2>
      <p>{about}</p>
      {commands.map((command) => (
        <div key={command} class="command">
          <code>{command}</code> <CopyButton text={command} what={`the command ${command}`} />
        </div>
      ))}
      <p class="hint">{next}</p>
    </>
  );
}
