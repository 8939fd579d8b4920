import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { moneyText } from "../words/amount.ts";
import { countText } from "../words/names.ts";
import type { RepricingSummary } from "./use-job.ts";

type Remittance = NonNullable<RepricingSummary["remittance"]>;
type Adjustment = Remittance["adjustments"][number];

/** Whether payment, claims and adjustments add up, and what the claims and the remittance lack of each other. */
export function remittanceWords(remittance: Remittance): readonly string[] {
  const { claims, lines, not_joined, repeated_payments } = remittance;
  const paid = moneyText(remittance.payment);
  const [ofClaims, ofLines] = [moneyText(remittance.claims_paid), moneyText(remittance.lines_paid)];
  const adjusted = moneyText(remittance.provider_adjusted);
  const counted = `${countText(claims, "claim")} with ${countText(lines, "line")}`;
  return [
    remittance.adds_up
      ? `Payment of the remittance ${paid} = claims ${ofClaims} \u2212 provider adjustments ${adjusted}: adds up. It has ${counted}.`
      : `The remittance does not add up: payment ${paid}, claims ${ofClaims}, provider adjustments ${adjusted}, lines ${ofLines}. It has ${counted}. Ask the payer for what is missing.`,
    linesWords(remittance),
    ...repeated_payments.map(({ trace, times }) => {
      const often = times === 2 ? "twice" : `${times} times`;
      return `Payment ${trace} is in this file ${often}: its lines count ${often}. Send the remittance once.`;
    }),
    ...not_joined
      .filter((each) => each.lines > 0)
      .map(({ side, lines: count, claims: whole, first: [first] }) => {
        const there = side === "remittance" ? "claims" : "remittance";
        const named = first === undefined ? "" : `, first ${first}`;
        return `${countText(count, "line")} of the ${side} ${count === 1 ? "has" : "have"} no counterpart in the ${there} (${countText(whole, "whole claim")}${named}).`;
      }),
  ];
}

function linesWords({ lines_add_up, paid_in_summary, paid_on_rejected }: Remittance): string {
  const [here, rejected] = [moneyText(paid_in_summary), moneyText(paid_on_rejected)];
  if (!lines_add_up) {
    return `The lines of this summary have ${here} of it and the rejected lines ${rejected}: does not add up.`;
  }
  return paid_on_rejected === "0.00"
    ? `The lines of this summary have all of it: ${here}.`
    : `The lines of this summary have ${here} of it and the rejected lines ${rejected}: adds up.`;
}

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
      {remittanceWords(remittance).map((sentence) => (
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
