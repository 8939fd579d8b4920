import { NO_RATE_WORDS } from "../../../../src/answers/explanation/no-rate-words.ts";
import type { ExplainedNoRate } from "../../../../src/answers/explanation/schema.ts";
import { dayText, withDays } from "../../../../src/core/calendar/day.ts";
import type { CatalogueSetting } from "../../api/ready.ts";
import type { Lookup } from "../../look-up/lookup.ts";
import { periodText } from "../../words/day.ts";
import { keyWords, tableTitle } from "../../words/tables.ts";
import { FieldButton } from "../assumed-and-available.tsx";
import "./no-rate.css";
import { inWords, labelOf, messageWords, reasonText } from "../../words/names.ts";

interface NoRateSectionProps {
  readonly noRate: ExplainedNoRate;
  /** The rate is a percentage of charges: only what an amount needs is missing. */
  readonly isShare: boolean;
  readonly lookup: Lookup;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** Why there is no price, what would help, and where it was searched. */
export function NoRateSection({ noRate, isShare, lookup, onChange }: NoRateSectionProps) {
  const help = helpOf(noRate, lookup.setting);
  if (isShare) {
    const fields = help.map((each) => ({ ...each, why: "" }));
    return <Remedies title="For an amount in dollars" help={fields} onChange={onChange} />;
  }
  const { code, message, sought } = noRate;
  const { meaning, remedy: whatHelps } = NO_RATE_WORDS[code];
  return (
    <>
      <p class="no-rate-message">{message === null ? meaning : withDays(messageWords(message, "field"))}</p>
      {message === null ? null : <p>{meaning}</p>}
      {help.length === 0 ? (
        <section class="help" aria-labelledby="help-title">
          <h3 id="help-title">What would help</h3>
          <p>{whatHelps}</p>
        </section>
      ) : (
        <Remedies title="What would help" help={help} onChange={onChange} />
      )}
      <details class="searched">
        <summary>Where it was searched</summary>
        {/* Without a message no search failed: something was not entered. */}
        {message === null ? null : (
          <p>
            {tableTitle(sought.table)}, {keyWords(sought.key, sought.table) || "any row"}, on {dayText(sought.date)}
          </p>
        )}
        <p>
          <a href={`/docs/no-rate#${code}`}>This reason in the documentation</a>
        </p>
      </details>
    </>
  );
}

interface RemediesProps {
  readonly title: string;
  readonly help: readonly Help[];
  readonly onChange: NoRateSectionProps["onChange"];
}

/** What can be done, each as a button: a value to take, or a field to fill in. */
function Remedies({ title, help, onChange }: RemediesProps) {
  if (help.length === 0) return null;
  return (
    <section class="help" aria-labelledby="help-title">
      <h3 id="help-title">{title}</h3>
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
  );
}

/** Something to do about a lookup without a price. */
interface Help {
  readonly parameter: string;
  /** What to send; empty: nothing; null: only the reader knows. */
  readonly value: string | null;
  readonly label: string;
  readonly why: string;
}

/** The remedies of the explanation, and the nearest published period where none of them is a day. */
export function helpOf({ remedy, nearest, sought }: ExplainedNoRate, setting: CatalogueSetting): readonly Help[] {
  const day = setting.day_parameter;
  const remedies = remedy.map(({ parameter, value, why }) => ({
    parameter,
    value,
    label: labelFor(parameter, value, parameter === day),
    why: reasonText(withDays(inWords(why, new Set(), setting))),
  }));
  if (nearest === null || remedy.some(({ parameter }) => parameter === day)) return remedies;
  // Of a period that is over, its last day is the nearest; of one that is to come, its first.
  const value = nearest.end !== null && nearest.end < sought.date ? nearest.end : nearest.start;
  const why = `the nearest published period: ${periodText(nearest.start, nearest.end)}`;
  return [...remedies, { parameter: day, value, label: labelFor(day, value, true), why }];
}

function labelFor(parameter: string, value: string | null, isDay: boolean): string {
  const name = labelOf(parameter);
  // Not what is capitals throughout, such as NPI.
  const within = /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
  if (value === null) return `Enter ${within}`;
  if (value === "") return `Leave out ${within}`;
  return isDay ? `Look at ${dayText(value)}` : `${name}: ${value}`;
}
