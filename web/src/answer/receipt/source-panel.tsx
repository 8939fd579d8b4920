import type { ConsideredRows } from "../../../../src/answers/explanation/record-words.ts";
import { countText } from "../../words/name.ts";
import { FieldButton } from "../field-button.tsx";
import { SaidList } from "../said-list.tsx";
import type { FigureSource } from "./source-of.ts";

interface SourcePanelProps {
  readonly id: string;
  readonly source: FigureSource;
  readonly onClose: () => void;
  /** Has the reader try another value; null for a figure that cannot be changed so. */
  readonly onTry: (() => void) | null;
}

/** Where a figure comes from, opened in place below its step. */
export function SourcePanel({ id, source, onClose, onTry }: SourcePanelProps) {
  const { name, value, said, considered, leftOut, parameter } = source;
  return (
    <div id={id} class="source-panel appears">
      <p class="source-title">
        <strong>
          {name} <span class="tabular">{value}</span>
        </strong>
        <button type="button" class="quiet" onClick={onClose}>
          Close<span class="unseen"> the source of {name}</span>
        </button>
      </p>
      <SaidList said={said} />
      {parameter === null ? null : <FieldButton parameter={parameter}>Change it</FieldButton>}
      {onTry === null ? null : (
        <button type="button" onClick={onTry}>
          Try another value
        </button>
      )}
      {considered.map((rows) => (
        <Considered key={rows.title} rows={rows} />
      ))}
      {leftOut === 0 || considered.length === 0 ? null : (
        <p class="hint">{countText(leftOut, "more row")} of this lookup were read and not used; they are not listed.</p>
      )}
    </div>
  );
}

/** The rows that could have been taken, and why they were not. */
function Considered({ rows: { title, losing, publications } }: { readonly rows: ConsideredRows }) {
  return (
    <div class="considered">
      <p>
        Also considered: <span class="hint">{title}</span>
      </p>
      <ul>
        {losing.map(({ lines, whyNot, periods }) => (
          <li key={whyNot + lines}>
            {whyNot}: {lines}
            {periods.length === 0 ? "" : ` (${periods.join("; ")})`}
          </li>
        ))}
      </ul>
      {publications.map((publication) => (
        <p key={publication} class="hint">
          {publication}
        </p>
      ))}
    </div>
  );
}
