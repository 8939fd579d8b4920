import { useRef, useState } from "preact/hooks";
import { type Lookup, ratePath } from "../../look-up/lookup.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { CsvLink } from "./csv-link.tsx";
import { snippetsOf } from "./snippets.ts";
import "./elsewhere.css";

/** The same lookup for a program, a spreadsheet or paper. */
export function ElsewhereSection({ lookup }: { readonly lookup: Lookup }) {
  const snippets = snippetsOf(lookup, location.origin);
  const [chosen, setChosen] = useState(0);
  const tabs = useRef<HTMLDivElement>(null);
  const shown = snippets[chosen] ?? snippets[0];

  /** Arrow keys go from tab to tab (ARIA tabs pattern); Tab leaves them. */
  function move(event: KeyboardEvent) {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + snippets.length) % snippets.length;
    setChosen(next);
    tabs.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <section class="elsewhere" aria-labelledby="elsewhere-title">
      <h2 id="elsewhere-title">The same lookup elsewhere</h2>
      <div ref={tabs} class="tabs" role="tablist" aria-labelledby="elsewhere-title" onKeyDown={move}>
        {snippets.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={place === chosen}
            aria-controls="snippet"
            tabIndex={place === chosen ? 0 : -1}
            onClick={() => setChosen(place)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="snippet" role="tabpanel" aria-labelledby={`tab-${shown?.name}`}>
        {/* Long lines scroll by themselves, also by keyboard. */}
        <pre class="to-copy" tabIndex={0}>
          <code>{shown?.text}</code>
        </pre>
        <CopyButton text={shown?.text ?? ""} what={`the ${shown?.name} of this lookup`} />
      </div>
      <p class="elsewhere-links">
        <a href={ratePath(lookup, "")}>As JSON</a>
        <CsvLink path={ratePath(lookup, "")} />
        <a href={ratePath(lookup, "/explain")}>All rows and sources as a page to print</a>
      </p>
    </section>
  );
}
