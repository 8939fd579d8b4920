import { grouped, plural } from "../../core/text/plural.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import { comparedColumn, type InputColumn, type InputColumns } from "../reading/input-columns.ts";
import { looksReversed } from "../values/amounts.ts";
import type { WrittenOutput } from "../writing/output-columns.ts";

/** Payments that were read as takebacks, where most of a file are. */
interface NegativePayments {
  readonly column: string;
  readonly lines: number;
  readonly total: number;
  /** The signs of the column were changed. */
  readonly areCredits: boolean;
}

/** Null where most payments are above zero, and for a remittance, whose signs have a meaning. */
export function negativePayments({
  tally: { paymentsAbove: positive, paymentsBelow: negative },
  output: { columns, remittance },
}: {
  readonly tally: Pick<TallyRecord, "paymentsAbove" | "paymentsBelow">;
  readonly output: Pick<WrittenOutput, "columns" | "remittance">;
}): NegativePayments | null {
  const column = columns.paid ?? comparedColumn(columns);
  if (column === null || remittance !== null || !looksReversed({ positive, negative })) return null;
  return {
    column: column.name,
    lines: negative,
    total: negative + positive,
    areCredits: column.isCredit ?? false,
  };
}

/** The same in words; `asCredits`: how the reader says that they are credits, or that they are none. */
export function negativePaymentsText({ column, lines, total, areCredits }: NegativePayments, remedy: string): string {
  const are = plural(total, "payment is", "payments are");
  const counted = `${grouped(lines)} of ${grouped(total)} ${are}`;
  const read = "They count as takebacks and are not compared.";
  return areCredits
    ? `${counted} above zero in "${column}", which is read as credits. ${read} If they are no credits, ${remedy}`
    : `${counted} negative in "${column}". ${read} If your system writes payments as credits, ${remedy}`;
}

/*
 * Ledgers write payments as credits, below zero. Readers see them as they were used, above zero, and read that they were changed.
 */

/** The column whose payments had their signs changed; null where there is none. */
export function creditColumn({ paid }: Pick<InputColumns, "paid">): InputColumn | null {
  return paid?.isCredit ? paid : null;
}

/** The heading of that column where it is shown as it was used. */
export function creditHeading(name: string): string {
  return `${name} (sign changed)`;
}

/** For readers who compare the report with the file. */
export function creditsText(name: string): string {
  return `Payments in "${name}" were written as credits: their signs were changed.`;
}
