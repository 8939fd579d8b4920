import type { Intake } from "../../../imports/declaring/intake.ts";

const DRG_LENGTH = 3;

interface DrgAndSeverity {
  readonly drg: string;
  readonly severity: string;
}

/** `139` with a severity beside it, or both in one cell: `139-2`, `1392`. */
export function drgAndSeverity(printed: string | null, beside: string | null, intake: Intake): DrgAndSeverity {
  const [drg = "", joined] = (printed ?? "").replace(/^([0-9]{3})([0-9])$/, "$1-$2").split("-");
  const severity = beside ?? joined;
  if (/^[0-9]{1,3}$/.test(drg) && severity !== undefined) return { drg: drg.padStart(DRG_LENGTH, "0"), severity };
  return intake.refuse(printed ?? "", "an APR-DRG such as 139 with its severity beside it, or both as 139-2");
}
