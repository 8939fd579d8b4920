import { countText } from "../words/name.ts";
import type { RepricingSummary } from "./job.ts";

/** Why lines have no price, and what to do about it, the most frequent reason first. */
export function NotPriced({ summary }: { readonly summary: RepricingSummary }) {
  const reasons = summary.not_priced_by_reason;
  if (reasons.length === 0) return null;
  return (
    <section class="step" aria-labelledby="not-priced-title">
      <h2 id="not-priced-title">Not priced</h2>
      {reasons.map(({ code, meaning, remedy, lookups, messages }) => (
        <div key={code} class="reason-group">
          <h3>
            {countText(lookups, "line")}: {meaning}
          </h3>
          <p>{remedy}</p>
          <details>
            <summary>What the lines were told</summary>
            <ul>
              {messages.map(({ message, lookups: lines }) => (
                <li key={message}>
                  {countText(lines, "line")}: {message}
                </li>
              ))}
            </ul>
          </details>
        </div>
      ))}
    </section>
  );
}
