import type { Conversion } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";

const LENGTH = 3;

/** The number of an APR-DRG with its leading zeros; null for anything else, such as a footnote. */
const drgNumber: Conversion = (cell) => (/^[0-9]{1,3}$/.test(cell) ? cell.padStart(LENGTH, "0") : null);

const severity: Conversion = (cell) => (/^[1-4]$/.test(cell) ? cell : null);

/** What tables of weights begin with; the descriptions, which are licensed, are not read. */
export const DRG_FIELDS = {
  drg: heading(["APR-DRG", "APR DRG", "DRG", "APR-DRG Code", /^(?:apr.?)?drg(?!.*desc)/], drgNumber),
  soi: heading(["Severity", "SOI", "Severity of Illness", "Severity Level", /^sev|\bsoi\b/], severity),
};

export const NO_DRG = "no APR-DRG with a severity of 1 to 4 in the row";
