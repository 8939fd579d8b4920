import { type Conversion, oneLine } from "../../../imports/declaring/conversions.ts";
import { firstHeading, heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake, Opening } from "../../../imports/declaring/intake.ts";
import { certificateDigits } from "../identifiers.ts";
import { providers } from "../tables.ts";

const DIGITS = 7;
const WRITTEN = /^([0-9]{6,7})([A-Za-z]?)$/;

/**
 * An operating certificate with the zero that a spreadsheet took off it; null for anything else, because rate sheets have
 * bands of column numbers above their rows and footnotes below them.
 */
export const certificate: Conversion = (cell) => {
  const found = WRITTEN.exec(cell.replace(/\s+/g, ""));
  return found === null ? null : `${(found[1] as string).padStart(DIGITS, "0")}${(found[2] as string).toUpperCase()}`;
};

/** Rate sheets spread their captions over rows: `DISCHARGE` above `CASE PAYMENT RATE`, a band of column numbers above both. */
export const CAPTION_ROWS = 3;

/** What every sheet by operating certificate begins with. */
export const CERTIFICATE_FIELDS = {
  opcert: heading(
    ["OPCERT", "Operating Certificate Number", "Operating Certificate", /^op(?:erating)?\.? ?cert/],
    certificate,
  ),
  facility: optional(
    firstHeading([/(?:hospital|facility|provider|clinic) name/, "Hospital", "Facility", "Provider", "Name"], oneLine),
  ),
};

export const NO_CERTIFICATE = "no operating certificate in the row: a heading, a total or a footnote";

const NO_PROVIDER =
  "rates of an operating certificate that no provider has, so that no NPI finds them; import ny/facilities or ny/certificates";

/** Tells of rates that nobody can be priced with yet: they are taken, but the certificate has no provider. */
export async function strangers({
  known,
}: Opening): Promise<(opcert: string, name: string | null, to: Intake) => void> {
  const holders = await known(providers, ({ opcert }) => (opcert === null ? null : certificateDigits(opcert)));
  return (opcert, name, intake) => {
    if (holders(certificateDigits(opcert)).length > 0) return;
    intake.find({ title: NO_PROVIDER, example: `${opcert} ${name ?? ""}`.trim() });
  };
}
