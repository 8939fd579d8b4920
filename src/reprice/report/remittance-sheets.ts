import { grouped } from "../../core/text/plural.ts";
import { cell, type Row } from "../../core/workbook/cell.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import { repeatedText } from "../x12/remittance-facts.ts";
import { notJoinedTexts, paidLinesText, providerAdjusted, reconciliationText } from "./remittance.ts";
import { type RunFacts, testDataWarning } from "./report.ts";
import type { SummaryPage } from "./summary-page.ts";
import { type TableColumn, tableSheet } from "./table-sheet.ts";

/** Payments that the block lists by themselves. */
const PAYMENTS_LISTED_MAX = 20;

/** Payment, claims, lines and the provider's adjustments of a remittance, and whether they add up. */
export function reconciliationRows({ tally, output: { remittance } }: RunFacts, page: SummaryPage): readonly Row[] {
  if (remittance === null) return [];
  const { payments, paymentsLeft, providerAdjustments } = remittance;
  const listed = payments.slice(0, PAYMENTS_LISTED_MAX);
  const left = payments.length - listed.length + paymentsLeft;
  const times = providerAdjustments.reduce((all, each) => all + each.times, 0);
  const money = (amount: string) => `$${amount}`;
  const words = reconciliationText(remittance, money);
  const adjusted = "In no claim; above zero they make the payment smaller. The sheet Adjustments has the reasons.";
  return [
    page.headings("Reconciliation", "Count", "Dollars", ""),
    page.counted("Payment of the remittance", payments.length + paymentsLeft, remittance.payment, words),
    page.counted("Claims", remittance.claims, remittance.claimsPaid, ""),
    page.counted("Lines", remittance.lines, remittance.linesPaid, paidLinesText(remittance, tally, money)),
    page.counted("Provider adjustments", times, providerAdjusted(remittance), adjusted),
    ...[...remittance.repeated.map(repeatedText), ...notJoinedTexts(remittance)].map(
      (text): Row => [null, null, null, page.wide("wrapped", text, 3)],
    ),
    ...listed.map(
      ({ trace, date, amount }): Row => [cell("text", `Payment ${trace}`), cell("day", date), cell("money", amount)],
    ),
    ...(left > 0 ? [[cell("text", `and ${grouped(left)} more payments`)]] : []),
    [],
  ];
}

interface Adjustment {
  readonly group: string;
  readonly reason: string;
  readonly meaning: string;
  readonly times: number;
  readonly amount: string;
}

/** The group of adjustments that are the provider's and in no claim (PLB). */
const OF_THE_PROVIDER = "Provider";

const COLUMNS: readonly TableColumn<Adjustment>[] = [
  { heading: "Group", style: "text", of: ({ group }) => group },
  { heading: "Reason", style: "text", of: ({ reason }) => reason },
  { heading: "Meaning", style: "wrapped", width: 60, of: ({ meaning }) => meaning },
  { heading: "Times", style: "count", of: ({ times }) => String(times), isTotaled: true },
  { heading: "Dollars", style: "money", of: ({ amount }) => amount, isTotaled: true, endsPrint: true },
];

/** The adjustments of a remittance by group and reason; no sheet for any other file. */
export function adjustmentsSheets(facts: RunFacts): readonly OutputSheet[] {
  const { remittance } = facts.output;
  if (remittance === null) return [];
  const ofProvider = remittance.providerAdjustments.map((each) => ({ ...each, group: OF_THE_PROVIDER }));
  const note = `What the payer took off, by group and reason; ${OF_THE_PROVIDER}: adjustments that are in no claim.`;
  const rows = [...remittance.adjustments, ...ofProvider];
  return [tableSheet({ name: "Adjustments", note, columns: COLUMNS, rows, warning: testDataWarning(facts) })];
}
