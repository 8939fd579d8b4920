import type { TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { periodText } from "../words/day.ts";
import { countText } from "../words/name.ts";
import { keyText } from "./words.ts";

/** Days on which nothing is published for a key, between two of its periods: counted in full, the first ones named. */
export function Gaps({ tables }: { readonly tables: readonly TableCoverage[] }) {
  const found = tables.flatMap(({ table, gaps }) => (gaps === null || gaps.keys === 0 ? [] : [{ table, ...gaps }]));
  if (found.length === 0) return <p>No key has days between two of its periods on which nothing is published.</p>;
  return (
    <>
      {found.map(({ table, keys, examples }) => (
        <details key={table}>
          <summary>
            <span class="code">{table}</span>: {countText(keys, "key has", "keys have")} days between two periods
            without a row
          </summary>
          <ul>
            {examples.map(({ key, from, to }) => (
              <li key={`${keyText(key)} ${from}`}>
                {keyText(key)}: {periodText(from, to)}
              </li>
            ))}
          </ul>
          {examples.length < keys ? <p class="hint">The first {examples.length}.</p> : null}
        </details>
      ))}
    </>
  );
}
