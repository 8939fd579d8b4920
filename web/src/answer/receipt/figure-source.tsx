import { withDays } from "../../../../src/core/calendar/day.ts";
import { capital } from "../../../../src/core/text/labels.ts";
import { countText } from "../../../../src/core/text/plural.ts";
import "./figure-source.css";
import {
  type ConsideredRows,
  consideredRows,
  type LabeledValue,
  ShownPublications,
} from "../../../../src/answers/explanation/record-words.ts";
import type { ExplainedInput, ExplainedRow, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../../api/ready.ts";
import { measureText } from "../../words/amount.ts";
import { periodText } from "../../words/day.ts";
import { figureName, labelOf, nameWords } from "../../words/names.ts";
import { columnWords, keyWords, tableTitle } from "../../words/tables.ts";
import { FieldButton, SaidList } from "../assumed-and-available.tsx";

interface FigureChipProps {
  /** The figure as it is shown. */
  readonly text: string;
  /** Its name, for readers who do not see its position. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly panel: string;
  /** Its number in the list of sources, on paper. */
  readonly number: number | null;
  readonly onToggle: () => void;
}

/** A figure in a formula that opens its source. */
export function FigureChip({ text, name, isOpen, panel, number, onToggle }: FigureChipProps) {
  return (
    <span class="figure-chip">
      <button
        type="button"
        class="chip"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        title={`Where ${name} comes from`}
        onClick={onToggle}
      >
        {text}
      </button>
      {number === null ? null : <sup class="on-paper">{number}</sup>}
    </span>
  );
}

interface SourcePanelProps {
  readonly id: string;
  readonly source: FigureSource;
  readonly onClose: () => void;
  /** Lets the reader try another value; null for a figure that cannot be changed. */
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
        <p class="hint">{countText(leftOut, "more row")} were read for this rate and not used; they are not listed.</p>
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

/** Where one figure comes from. */
interface FigureSource {
  readonly name: string;
  readonly value: string;
  readonly said: readonly LabeledValue[];
  /** The rows of the same table that were read and lost, with the reason. */
  readonly considered: readonly ConsideredRows[];
  /** Rows of any table that were read, not used and not listed. */
  readonly leftOut: number;
  /** The parameter that it was sent in; null for what comes from elsewhere. */
  readonly parameter: string | null;
}

export function sourceOf(
  explained: ResultExplanation,
  id: string,
  setting: Pick<CatalogueSetting, "figures">,
): FigureSource | null {
  const input = explained.inputs.find((each) => each.id === id);
  if (input === undefined) return null;
  const { from } = input;
  const row = "row" in from ? explained.rows.find((each) => each.id === from.row) : undefined;
  const common = {
    name: input.name === input.value ? "constant" : figureName(input.name, setting),
    value: measureText(input.value, input.unit),
    parameter: "parameter" in from ? from.parameter : null,
  };
  if (row === undefined) return { ...common, said: [["Where", elsewhere(from)]], considered: [], leftOut: 0 };
  return {
    ...common,
    said: [["Column", "column" in from ? columnWords(from.column, row.table) : ""], ...saidOfRow(row)],
    considered: consideredRows(explained.rows.filter(({ table, used }) => table === row.table && !used).concat(row)),
    leftOut: explained.rows_left_out,
  };
}

/** A row of the data and where it was published. */
export function saidOfRow(row: ExplainedRow): readonly LabeledValue[] {
  const period = periodText(row.effective_start_date, row.effective_end_date);
  return [
    ["Table", `${tableTitle(row.table)} (${row.table}, line ${row.line})`],
    ["Found by", keyWords(row.key, row.table)],
    ["Effective", period],
    ...new ShownPublications().said(row).map(([label, value]): LabeledValue => [labelFor(label), withDays(value)]),
  ];
}

function elsewhere(from: ExplainedInput["from"]): string {
  if ("parameter" in from) return `entered as ${labelOf(from.parameter).toLowerCase()}`;
  if ("default" in from) {
    return `default of the methodology, section ${from.section}, because the data has no value for ${nameWords(from.default)}`;
  }
  return "rule" in from ? `a constant of the rule, section ${from.rule}` : "";
}

/** Labels of the printable explanation in the words of the page. */
function labelFor(label: string): string {
  return label === "edition" ? "Publication of" : capital(label);
}

interface PrintedSourcesProps {
  readonly explained: ResultExplanation;
  readonly setting: CatalogueSetting;
  /** In the order of their numbers. */
  readonly figures: readonly string[];
}

/** On paper nothing opens: the sources of all figures stand below the receipt, by the numbers that the figures have there. */
export function PrintedSources({ explained, setting, figures }: PrintedSourcesProps) {
  if (figures.length === 0) return null;
  return (
    <div class="on-paper printed-sources">
      <h3>Sources</h3>
      <ol>
        {figures.map((id) => {
          const source = sourceOf(explained, id, setting);
          return source === null ? null : (
            <li key={id}>
              <strong>
                {source.name} {source.value}
              </strong>
              {source.said.map(([label, value]) => ` · ${label}: ${value}`).join("")}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
