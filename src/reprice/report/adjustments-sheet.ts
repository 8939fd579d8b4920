import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import { type RunFacts, testDataWarning } from "./report.ts";
import { type TableColumn, tableSheet } from "./table-sheet.ts";

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
