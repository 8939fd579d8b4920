import { keyText } from "../../../../src/answers/explanation/result-words.ts";
import type { ExplainedNoRate } from "../../../../src/answers/explanation/schema.ts";
import { NO_RATE_CODES } from "../../../../src/pricing/no-rate.ts";
import { REMEDIES } from "../../../../src/reprice/report/remedies.ts";
import type { Lookup } from "../../look-up/lookup.ts";
import { dayText } from "../../words/day.ts";
import { FieldButton } from "../field-button.tsx";
import { helpOf } from "./help.ts";
import "./no-rate.css";

interface NoRateSectionProps {
  readonly noRate: ExplainedNoRate;
  readonly lookup: Lookup;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** Why there is no price, what was looked for, and what would help. */
export function NoRateSection({ noRate, lookup, onChange }: NoRateSectionProps) {
  const { code, message, sought } = noRate;
  const help = helpOf(noRate, lookup.setting);
  return (
    <>
      <p class="no-rate-message">{message ?? NO_RATE_CODES[code]}</p>
      <dl class="said">
        {/* Without a message nothing was sought in vain: something was not sent. */}
        {message === null ? null : (
          <div>
            <dt>Looked for</dt>
            <dd>
              {keyText(sought.key) || "any row"} in <span class="code">{sought.table}</span> on {dayText(sought.date)}
            </dd>
          </div>
        )}
        <div>
          <dt>Reason</dt>
          <dd>
            {message === null ? null : `${NO_RATE_CODES[code]} `}
            <a href={`/docs/no-rate#${code}`}>
              <span class="code">{code}</span> in the documentation
            </a>
          </dd>
        </div>
      </dl>
      {help.length === 0 ? (
        <section class="help" aria-labelledby="help-title">
          <h3 id="help-title">What would help</h3>
          <p>{REMEDIES[code]}</p>
        </section>
      ) : (
        <section class="help" aria-labelledby="help-title">
          <h3 id="help-title">What would help</h3>
          <ul>
            {help.map(({ parameter, value, label, why }) => (
              <li key={label}>
                {value === null ? (
                  <FieldButton parameter={parameter} class="">
                    {label}
                  </FieldButton>
                ) : (
                  <button type="button" onClick={() => onChange({ [parameter]: value === "" ? null : value })}>
                    {label}
                  </button>
                )}{" "}
                <span>{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
