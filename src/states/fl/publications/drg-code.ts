import { Refusal } from "../../../text/refusal.ts";

export interface DrgSeverity {
  readonly drg: string;
  readonly soi: string;
}

const DRG_DIGITS = 3;
const EXPECTED = new Refusal("an APR-DRG with its severity, such as 139-2");

/**
 * An APR-DRG and its severity, printed together (`139-2`, `1392`) or in two columns; null for a group that has no
 * severity, such as 955 and 956, the cases that could not be grouped.
 */
export function drgSeverityOf(code: string, severity: string | null): DrgSeverity | null | Refusal {
  const [, drg = code, soi = severity] =
    /^([0-9]{1,3})\s*-\s*([0-9])$/.exec(code) ?? /^([0-9]{3})([0-9])$/.exec(code) ?? [];
  if (soi === null || !/^[0-9]{1,3}$/.test(drg)) return EXPECTED;
  if (soi === "0") return null;
  return /^[1-4]$/.test(soi) ? { drg: drg.padStart(DRG_DIGITS, "0"), soi } : EXPECTED;
}

/** Newborns that were transferred: their weight is already that of a transferred case (fl 2.7). */
const TRANSFERRED_NEWBORNS = ["580", "581"];

export function isTransferExempt(drg: string): boolean {
  return TRANSFERRED_NEWBORNS.includes(drg);
}
