import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { differenceText, moneyText } from "../words/amount.ts";
import { type ComparedRow, comparedOf, comparedRows, comparedWords } from "./compared.ts";
import type { RepricingSummary } from "./job.ts";

const COLUMNS: readonly TableColumn<ComparedRow>[] = [
  { title: "What", value: ({ what }) => what, cell: ({ what }) => what },
  { title: "Lines", value: ({ lines }) => lines, cell: ({ lines }) => lines.toLocaleString("en-US"), isFigure: true },
  {
    title: "Dollars",
    value: ({ dollars }) => dollars,
    cell: ({ dollars, isDifference }) =>
      dollars === null ? "" : isDifference ? differenceText(dollars) : moneyText(dollars),
    isFigure: true,
  },
];

/** What was paid beside what should have been, all lines together: in words, and as a table to take along. */
export function ComparedTotals({ summary }: { readonly summary: RepricingSummary }) {
  const compared = comparedOf(summary);
  if (compared === null) return null;
  return (
    <section class="step" aria-labelledby="compared-title">
      <h2 id="compared-title">What was compared</h2>
      {comparedWords(compared).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <DataTable caption="What was paid and what is expected" columns={COLUMNS} rows={comparedRows(compared)} />
    </section>
  );
}
