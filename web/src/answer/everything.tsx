import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { saidOfRow } from "./receipt/source-of.ts";
import { SaidList } from "./said-list.tsx";

interface EverythingProps {
  readonly explanation: Explanation;
  readonly explained: ResultExplanation;
}

/** All fields of the result by the API's names, and the rows that decided something without giving a figure. */
export function Everything({ explanation, explained }: EverythingProps) {
  const { release, engine_version: engine } = explanation;
  const { result, rows, inputs } = explained;
  const fields = Object.entries(result).filter(([, value]) => value !== null);
  const withFigures = new Set(inputs.map(({ from }) => ("row" in from ? from.row : "")));
  const others = rows.filter(({ id, used }) => used && !withFigures.has(id));
  return (
    <details class="everything">
      <summary>Everything the answer says</summary>
      <dl class="said fields">
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt class="code">{name}</dt>
            <dd>{fieldText(value)}</dd>
          </div>
        ))}
      </dl>
      {others.length === 0 ? null : (
        <>
          <h3>Rows that were used without a figure of theirs</h3>
          {others.map((row) => (
            <SaidList key={row.id} said={saidOfRow(row)} />
          ))}
        </>
      )}
      <p class="hint">
        {release.name} {release.version}, Ratebook {engine}. Content hash{" "}
        <span class="hash">{release.content_hash}</span>
      </p>
    </details>
  );
}

function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.map(fieldText).join("; ") || "none";
  if (typeof value === "object" && value !== null) return Object.values(value).map(fieldText).join(": ");
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
