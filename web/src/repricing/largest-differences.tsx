import type { CatalogueState } from "../api/ready.ts";
import { addressOfLookup } from "../look-up/lookup.ts";
import { Link } from "../parts/buttons.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { differenceText, moneyText } from "../words/amount.ts";
import { comparedWord, titled } from "./compared.ts";
import { lookupOf } from "./order-state.ts";
import type { Job, RepricingSummary } from "./use-job.ts";

type Difference = NonNullable<RepricingSummary["largest_differences"]>[number];

interface LargestDifferencesProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly states: readonly CatalogueState[];
}

/** The lines that are furthest off either way, each with its formula and a way to look it up by itself. */
export function LargestDifferences({ job, summary, states }: LargestDifferencesProps) {
  const rows = summary.largest_differences ?? [];
  const lookup = lookupOf(job, states);
  if (rows.length === 0 || lookup === null) return null;
  const columns: readonly TableColumn<Difference>[] = [
    {
      title: "Line",
      value: (row) => row.input_line,
      cell: (row) => row.input_line.toLocaleString("en-US"),
      isFigure: true,
    },
    { title: "Code", value: (row) => row.billing_code, cell: (row) => <span class="code">{row.billing_code}</span> },
    { title: "Provider", value: (row) => row.provider, cell: (row) => <span class="code">{row.provider}</span> },
    {
      title: "Expected",
      value: (row) => row.expected_amount,
      cell: (row) => moneyText(row.expected_amount),
      isFigure: true,
    },
    {
      title: titled(comparedWord(summary)),
      value: (row) => row.paid,
      cell: (row) => moneyText(row.paid),
      isFigure: true,
    },
    {
      title: "Difference",
      value: (row) => row.difference,
      cell: (row) => (
        <span class={row.difference.startsWith("-") ? "over" : "under"}>{differenceText(row.difference)}</span>
      ),
      isFigure: true,
    },
    {
      title: "Look up",
      value: (row) => addressOfLookup({ ...lookup, fields: row.lookup }),
      cell: (row) => (
        <Link class="show-why" to={addressOfLookup({ ...lookup, fields: row.lookup })}>
          Show why<span class="unseen"> for line {row.input_line}</span>
        </Link>
      ),
    },
    {
      title: "Assumed",
      value: (row) => row.assumed.join("; "),
      cell: (row) => <span class="assumed">{row.assumed.join("; ")}</span>,
    },
    { title: "Formula", value: (row) => row.formula, cell: (row) => <span class="formula">{row.formula}</span> },
  ];
  return (
    <section class="step" aria-labelledby="largest-title">
      <h2 id="largest-title">The largest differences</h2>
      <p class="hint">Positive where too little was paid. All lines are in the workbook and the results.</p>
      <DataTable caption="Lines with the largest differences" columns={columns} rows={rows} />
    </section>
  );
}
