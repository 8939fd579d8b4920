import type { Conversion } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";

/** The column of a rate list that says whose rate it is. */
export function medicaidIdHeading(convert: Conversion) {
  return heading(["Medicaid ID", "Medicaid Provider ID", /\bmedicaid\b.*\b(?:id|no|number)\b/], convert);
}
