import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { countText, labelOf } from "../words/name.ts";
import type { RepricingSummary } from "./job.ts";

type Assumption = RepricingSummary["assumed"][number];

const COLUMNS: readonly TableColumn<Assumption>[] = [
  { title: "What", value: ({ parameter }) => parameter, cell: ({ parameter }) => labelOf(parameter) },
  { title: "Taken as", value: ({ value }) => value, cell: ({ value }) => value ?? "(differs by line)" },
  { title: "Why", value: ({ reason }) => reason, cell: ({ reason }) => reason },
  { title: "Lines", value: ({ lines }) => lines, cell: ({ lines }) => lines.toLocaleString("en-US"), isFigure: true },
];

/** Defaults that prices rest on: another value could be another price. */
export function Assumed({ summary: { assumed } }: { readonly summary: RepricingSummary }) {
  if (assumed.length === 0) return null;
  return (
    <section class="step" aria-labelledby="assumed-title">
      <h2 id="assumed-title">What was assumed</h2>
      <p>
        The prices rest on {countText(assumed.length, "default")}, since the lines do not say it. The largest
        differences name those of each line; a column for it in the file decides it.
      </p>
      <DataTable caption="Defaults that prices rest on" columns={COLUMNS} rows={assumed} />
    </section>
  );
}
