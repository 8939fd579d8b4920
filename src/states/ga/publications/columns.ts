import {
  procedureCode as asProcedureCode,
  type Conversion,
  date,
  inTurn,
  wholeCode,
} from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";

/*
 * The columns that Georgia's lists share. None of their layouts was seen, so the spellings are generous; a mapping file
 * says where a column is that none of them finds.
 */

export const procedureCode = heading(
  [
    "Procedure Code",
    "HCPCS",
    "CPT",
    "Code",
    /^(?:procedure|proc|hcpcs|cpt)\b(?!.*(?:desc|mod|name|type|group|categ|class|date))/,
  ],
  asProcedureCode,
);

const MODIFIER_LENGTH = 2;

/** Lists say in words that a row has no modifier, or leave the cell empty. */
const modifierText: Conversion = (cell) =>
  /^(?:-+|n\/?a|no(?:ne| modifier)?|blank)$/i.test(cell) ? null : wholeCode(MODIFIER_LENGTH)(cell);

const MODIFIER_SPELLINGS = ["Modifier", "Mod", /^(?:procedure )?mod(?:ifier)?s?\b/] as const;

export const modifier = optional(heading(MODIFIER_SPELLINGS, modifierText));

/** The same where a list without it is another list. */
export const requiredModifier = heading(MODIFIER_SPELLINGS, modifierText);

const FOREVER = "2099-01-01";

/** Systems print a far day where a row is in force without an end. */
const endDate = inTurn(date, (day) => (day >= FOREVER ? null : day));

/** Rows may say themselves from when to when they hold; the edition speaks for those that do not. */
export const ownDates = {
  effectiveFrom: optional(
    heading(
      [
        "Effective Date",
        "Eff Date",
        "Effective",
        "Begin Date",
        "Start Date",
        "From",
        /\b(?:eff\w*|begin|start)\.? date/,
      ],
      date,
    ),
  ),
  effectiveTo: optional(
    heading(["End Date", "Effective End Date", "Thru", "Through", "To", /\b(?:end|thru|term\w*) date/], endDate),
  ),
} as const;

interface OwnDates {
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

export function datesOf({ effectiveFrom, effectiveTo }: OwnDates) {
  return { effectiveStartDate: effectiveFrom, effectiveEndDate: effectiveTo };
}
