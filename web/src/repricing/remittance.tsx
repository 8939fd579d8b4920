import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { moneyText } from "../words/amount.ts";
import type { RepricingSummary } from "./use-job.ts";

type Remittance = NonNullable<RepricingSummary["remittance"]>;
type Adjustment = Remittance["adjustments"][number];

const COLUMNS: readonly TableColumn<Adjustment>[] = [
  { title: "Group", value: ({ group }) => group, cell: ({ group }) => <span class="code">{group}</span> },
  { title: "Reason", value: ({ reason }) => reason, cell: ({ reason }) => <span class="code">{reason}</span> },
  { title: "Meaning", value: ({ meaning }) => meaning, cell: ({ meaning }) => meaning },
  { title: "Times", value: ({ times }) => times, cell: ({ times }) => times.toLocaleString("en-US"), isFigure: true },
  { title: "Dollars", value: ({ amount }) => amount, cell: ({ amount }) => moneyText(amount), isFigure: true },
];

/** Of a remittance: that its payment adds up, and its adjustments by group and reason. */
export function RemittanceView({ summary: { remittance } }: { readonly summary: RepricingSummary }) {
  if (remittance === undefined) return null;
  const ofProvider = remittance.provider_adjustments.map((each) => ({ ...each, group: "Provider" }));
  const rows = [...remittance.adjustments, ...ofProvider];
  return (
    <section class="step" aria-labelledby="remittance-title">
      <h2 id="remittance-title">The remittance</h2>
      {remittance.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {rows.length === 0 ? null : (
        <details>
          <summary>Adjustments by group and reason</summary>
          <DataTable caption="Adjustments by group and reason" columns={COLUMNS} rows={rows} />
        </details>
      )}
    </section>
  );
}
