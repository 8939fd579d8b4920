import { outcomeText } from "../../../src/answers/explanation/result-words.ts";
import type { ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { countText, labelOf } from "../words/name.ts";
import { readableText } from "./receipt/amounts.ts";
import { distinguishing, fieldText } from "./tell-apart.ts";
import "./results.css";

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
          {fieldText(result, first) || "Not given"}
        </button>
      ),
      value: ({ result }) => fieldText(result, first),
    },
    ...others.map((field) => ({
      title: labelOf(field),
      cell: ({ result }: Row) => fieldText(result, field),
      value: ({ result }: Row) => fieldText(result, field),
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
      <h2 id="results-title">{countText(results.length, "result")}</h2>
      <p class="hint">{matchesText(results.length, results[0]?.provider_matches_total)}</p>
      <DataTable caption="Results of this lookup" columns={columns} rows={rows} />
    </section>
  );
}

/** How many providers match a name, where more do than are shown. */
function matchesText(shown: number, total: unknown): string {
  const choose = "Choose one to see how its price is made.";
  if (typeof total !== "number" || total <= shown) return choose;
  return `${countText(total, "provider")} of this name can be priced; the first are shown. Give more of the name, or the NPI, to find others. ${choose}`;
}
