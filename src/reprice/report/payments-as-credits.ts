import type { InputColumn, InputColumns } from "../reading/input-columns.ts";

/* Ledgers write payments as credits, below zero. Readers see them as they were used, above zero, and read that they were changed. */

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
