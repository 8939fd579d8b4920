import { upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { fee, modifier, priorAuthorization } from "./fee-cells.ts";

/** The columns of fee schedules whose layout was not seen: by heading, so that another layout is refused, not misread. */
export const codeHeading = heading(["Code", "Procedure Code", "HCPCS", "HCPCS Code", /^(?:cpt|proc)/], upperCase);

export const modifierHeading = optional(heading(["Mod", "Modifier", /^mod/], modifier));

export const feeHeading = heading(["FSI", "Fee", "Maximum Fee", "Max Fee", "Rate", "Amount", /\bfee\b/], fee);

export const professionalHeading = optional(heading(["PCI", "Professional", /^professional/], fee));

export const technicalHeading = optional(heading(["TCI", "Technical", /^technical/], fee));

export const priorAuthorizationHeading = optional(heading(["PA", /^prior auth/], priorAuthorization));
