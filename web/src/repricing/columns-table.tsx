import { withDays } from "../../../src/core/calendar/day.ts";
import { parseFactor } from "../../../src/core/money/factor.ts";
import { dollarText } from "../../../src/core/money/money.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { ALLOWED_AMOUNT, BILLED_AMOUNT, CHARGES, PAID_AMOUNT } from "../../../src/reprice/values/column-names.ts";
import { figureText } from "../words/amount.ts";
import { faultWords, labelOf, plainWords, valueText } from "../words/names.ts";
import { IDS } from "./control-ids.ts";
import { shortFault } from "./first-notice.tsx";
import type { Draft, FileReading } from "./order-state.ts";
import type { ShownTable } from "./use-job.ts";

interface ColumnsTableProps {
  readonly reading: FileReading;
  readonly draft: Draft;
  readonly isLocked: boolean;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** What each column was taken for, with a way to say otherwise. */
export function ColumnsTable({ reading, draft, isLocked, onChange }: ColumnsTableProps) {
  const { table, notes } = reading;
  if (table === null) return null;
  return (
    <>
      {notes.length === 0 ? null : (
        <div role="status">
          <ul class="notes">
            {notes.map((note) => (
              <li key={note}>{noteWords(note)}</li>
            ))}
          </ul>
        </div>
      )}
      <SheetChoice table={table} isLocked={isLocked} onChange={onChange} />
      <section class="table-scroll data-table" aria-label="What the columns are" tabIndex={0} id={IDS.columns}>
        <table class="columns">
          <caption class="unseen">What the columns are</caption>
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">Is</th>
              <th scope="col">First values, as they are in the file</th>
            </tr>
          </thead>
          <tbody>
            {table.headings.map(({ heading, meaning, is_guess, samples }, place) => {
              const said = Object.hasOwn(draft.columns, heading) ? draft.columns[heading] : undefined;
              return (
                <tr key={`${place} ${heading}`} class={meaning === null ? "passed" : undefined}>
                  <th scope="row" id={`column-${place}`}>
                    {heading === "" ? "(no heading)" : heading}
                  </th>
                  <td>
                    <select
                      aria-labelledby={`column-${place}`}
                      value={(said === undefined ? meaning : said) ?? ""}
                      disabled={isLocked || heading === ""}
                      onChange={({ currentTarget }) =>
                        onChange({ columns: { ...draft.columns, [heading]: currentTarget.value || null } })
                      }
                    >
                      <option value="">Kept, not used</option>
                      {table.meanings.map(({ name }) => (
                        <option key={name} value={name}>
                          {labelOf(name)}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td class="samples">
                    {is_guess && said === undefined ? <span class="hint">A guess, check it. </span> : null}
                    {samples.length === 0 ? (
                      <span class="hint">empty in the first lines</span>
                    ) : (
                      samples.join(" \u00b7 ")
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <Missing table={table} />
    </>
  );
}

/** Notes of the service end with how a program answers them; the reader answers in the list or in a question. */
const FOR_PROGRAMS = /(?: If (?:so|it is|that is right)[^.]*, say .*|(?: Turn that off with)?:? the field .*)$/i;

const NO_DATES = /^There is no column (.*): every lookup is priced as of (.*)\.$/;

/** A note in the page's words. */
export function noteWords(note: string): string {
  return plainWords(note.replace(FOR_PROGRAMS, ""))
    .replace(/^line [0-9]+: /, "")
    .replace(/^the file: /, "File: ")
    .replace(
      NO_DATES,
      (_, column: string, day: string) => `No column is the ${column}: every line is priced for ${withDays(day)}.`,
    )
    .replace("Passed through:", "Kept, not used:")
    .replaceAll("passed through", "kept, not used");
}

function SheetChoice({
  table,
  isLocked,
  onChange,
}: Omit<ColumnsTableProps, "reading" | "draft"> & { readonly table: ShownTable }) {
  if (table.sheets.length < 2) return null;
  return (
    <div class="field sheet">
      <label for={IDS.sheet}>Sheet of the workbook</label>
      <select
        id={IDS.sheet}
        value={table.sheet ?? ""}
        disabled={isLocked}
        onChange={({ currentTarget }) => onChange({ sheet: currentTarget.value })}
      >
        {table.sheets.map((name) => (
          <option key={name} value={name}>
            {table.hidden_sheets.includes(name) ? `${name} (hidden)` : name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What a line of the setting can also have and no column is: folded, since most files need little of it. */
function Missing({ table }: { readonly table: ShownTable }) {
  const taken = new Set(table.headings.map(({ meaning }) => meaning));
  const left = table.meanings.filter(({ name }) => !taken.has(name));
  if (left.length === 0) return null;
  return (
    <details>
      <summary>What else a column could be</summary>
      <dl class="meanings">
        {left.map(({ name, description, required }) => (
          <div key={name}>
            <dt>
              {labelOf(name)}
              {required ? " (needed)" : ""}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What has dollars; identifiers, codes and counts have none. */
const AMOUNTS: readonly string[] = [PAID_AMOUNT, ALLOWED_AMOUNT, BILLED_AMOUNT, ...CHARGES];

/** A value as it was read: days and amounts as people write them, yes and no in words. */
function readText(value: string, name: string): string {
  const amount = AMOUNTS.includes(name) ? parseFactor(value) : null;
  if (amount !== null) return figureText(dollarText(amount));
  return value === "true" || value === "false" ? valueText(value) : withDays(value);
}

/** The first lines as they would be read, with how cells were understood and what is wrong with them. */
export function FirstLines({ reading: { lines, table } }: { readonly reading: FileReading }) {
  if (lines.length === 0) return null;
  const headings = table?.headings.map(({ heading }) => heading) ?? [];
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  const title =
    lines.length === 1
      ? "The first line as it will be read"
      : `The first ${countText(lines.length, "line")} as they will be read`;
  return (
    <>
      <h3>{title}</h3>
      <section class="table-scroll data-table" aria-label={title} tabIndex={0}>
        <table>
          <caption class="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col" class="figure">
                Line
              </th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {labelOf(name)}
                </th>
              ))}
              <th scope="col">How it was read</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, values, readings, faults }) => (
              <tr key={line}>
                <td class="figure">{line}</td>
                {names.map((name) => (
                  <td key={name} class="value">
                    {readText(values[name] ?? "", name)}
                  </td>
                ))}
                <td class="readings">
                  {faults.map((fault) => (
                    <p key={fault} class="fault">
                      To correct: {faultWords(shortFault(fault), headings)}
                    </p>
                  ))}
                  {readings.join("; ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
