import { codeWithSeverity, outcomeText } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { withDays } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { labelOf, valuesText, valueText } from "../words/names.ts";
import { readableText } from "./receipt/bars.tsx";
import "./results.css";
import type { Result } from "../../../src/pricing/result.ts";
import { SaidList } from "./assumed-and-available.tsx";
import { saidOfRow } from "./receipt/figure-source.tsx";

interface ResultsTableProps {
  readonly lookup: Lookup;
  readonly explanations: readonly ResultExplanation[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

/** All results of a lookup with their prices, to choose the one that is explained below. */
export function ResultsTable({ lookup, explanations, chosen, onChoose }: ResultsTableProps) {
  const results = explanations.map(({ result }) => result);
  const [first = "billing_code", ...others] = distinguishing(results, lookup);
  const rows = results.map((result, place) => ({ result, place }));
  type Row = (typeof rows)[number];
  const columns: readonly TableColumn<Row>[] = [
    {
      title: labelOf(first),
      cell: ({ result, place }) => (
        <button type="button" class="choose" aria-pressed={place === chosen} onClick={() => onChoose(place)}>
          {cellText(result, first) || "Not entered"}
        </button>
      ),
      value: ({ result }) => cellText(result, first),
    },
    ...others.map((field) => ({
      title: labelOf(field),
      cell: ({ result }: Row) => cellText(result, field),
      value: ({ result }: Row) => cellText(result, field),
    })),
    {
      title: "Price",
      cell: ({ result }) => readableText(outcomeText(result)),
      value: ({ result }) => (result.payment_rate ? String(result.payment_rate) : null),
      isFigure: true,
    },
  ];
  return (
    <section class="results" aria-labelledby="results-title">
      <h2 id="results-title">{countText(results.length, "rate")} found</h2>
      <p class="hint">{matchesText(results.length, results[0]?.provider_matches_total)}</p>
      <DataTable caption="Rates found" columns={columns} rows={rows} />
    </section>
  );
}

/** More have to be scrolled to on a screen, which not every browser shows. */
const SEEN_AT_ONCE = 8;

/** How many providers match a name, where more do than are shown. */
function matchesText(shown: number, total: unknown): string {
  const choose = `Choose one to see its calculation.${shown > SEEN_AT_ONCE ? " Scroll the table for the others." : ""}`;
  if (typeof total !== "number" || total <= shown) return choose;
  return `${countText(total, "provider")} of this name can be priced; the first are shown. Enter more of the name, or the NPI, to find others. ${choose}`;
}

/** Columns beside the price that distinguish the results of a lookup; more would have to be scrolled. */
const COLUMNS_MAX = 4;

/** Fields that every result has and that name what was priced. */
const NAMING = ["provider_name", "npi", "state_provider_id", "billing_code", "billing_code_description", "city"];

/** The fields by which results differ: naming ones first, then those that can be requested. */
export function distinguishing(results: readonly Result[], { setting }: Lookup): readonly string[] {
  const names = new Set(NAMING.concat(setting.parameters.map(({ name }) => name)));
  for (const { name } of setting.parameters) names.add(`${name}_used`);
  const fields = [...NAMING, ...Object.keys(results[0] ?? {}).filter((field) => !NAMING.includes(field))];
  const differing = fields.filter((field) => new Set(results.map((result) => fieldText(result, field))).size > 1);
  const known = differing.filter((field) => names.has(field));
  // If none of these differs, any other differing field, except the price that stands beside it.
  const chosen = known.length > 0 ? known : differing.filter((field) => !field.startsWith("payment_"));
  return chosen.slice(0, COLUMNS_MAX);
}

/** A field of a result in words. */
function cellText(result: Result, field: string): string {
  return valuesText(fieldText(result, field));
}

/** A field of a result as a cell; the code with the severity that was priced, where none was sent. */
function fieldText(result: Result, field: string): string {
  if (field === "billing_code" && result.billing_code) return codeWithSeverity(result);
  const value = result[field];
  return value === null || value === undefined ? "" : Array.isArray(value) ? value.join("; ") : String(value);
}

/**
 * What to send to get only this result: an identifier of its provider that no other result has, in place of those that were sent,
 * or the code with its severity. Null when neither distinguishes it.
 */
export function narrowed(
  result: Result,
  results: readonly Result[],
  { setting, fields }: Lookup,
): Readonly<Record<string, string | null>> | null {
  const isOwn = (name: string) => {
    const value = fieldText(result, name);
    return (
      value !== "" && fields[name] !== value && results.filter((each) => fieldText(each, name) === value).length === 1
    );
  };
  const identifiers = setting.parameters.filter((each) => each.identifies_provider).map(({ name }) => name);
  const own = identifiers.find(isOwn);
  if (own === undefined) return isOwn("billing_code") ? { billing_code: fieldText(result, "billing_code") } : null;
  const others = identifiers.filter((name) => name in fields).map((name) => [name, null]);
  return { ...Object.fromEntries(others), [own]: fieldText(result, own) };
}

interface EverythingProps {
  readonly explanation: Explanation;
  readonly explained: ResultExplanation;
}

/** All fields of the result, and the rows that decided something without giving a figure. */
export function Everything({ explanation, explained }: EverythingProps) {
  const { release, engine_version: engine } = explanation;
  const { result, rows, inputs } = explained;
  const fields = Object.entries(result).filter(([, value]) => value !== null);
  const withFigures = new Set(inputs.map(({ from }) => ("row" in from ? from.row : "")));
  const others = rows.filter(({ id, used }) => used && !withFigures.has(id));
  return (
    <details class="everything">
      <summary>All fields of the answer</summary>
      <dl class="said fields">
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>{anyText(value)}</dd>
          </div>
        ))}
      </dl>
      {others.length === 0 ? null : (
        <>
          <h3>Rows that were used without a figure</h3>
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

function anyText(value: unknown): string {
  if (Array.isArray(value)) return value.map(anyText).join("; ") || "none";
  if (typeof value === "object" && value !== null) return Object.values(value).map(anyText).join(": ");
  return withDays(valueText(String(value)));
}
