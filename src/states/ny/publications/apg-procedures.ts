import { figure, number, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { apgProcedures } from "../tables.ts";
import { HEALTH } from "./about.ts";
import { apgNumber } from "./apg-weights.ts";
import { NO_CODE, procedureCode } from "./procedure-code.ts";

interface Procedure {
  readonly apg: string | null;
  readonly pxBasedWeight: string | null;
  readonly unitsLimit: string | null;
  readonly place: string;
}

/**
 * The workbook says on one sheet which APG a code groups to and on another which weight the code itself has; a code's row
 * of ours says both.
 */
export const apgProcedureList = publication({
  ...HEALTH,
  name: "apg-procedures",
  title: "HCPCS to APG Crosswalk and Procedure-Based Weights",
  published: "on the Department of Health's APG page, quarterly",
  form: "XLSX with a sheet for each list, or CSV",
  confidence: "remembered",
  sections: [
    section({
      everySheet: true,
      fields: {
        code: heading(
          ["HCPCS", "HCPCS Code", "CPT/HCPCS", "Procedure Code", "CPT Code", /^(?:hcpcs|cpt|px|proc)/],
          procedureCode,
        ),
        apg: optional(
          heading(["APG", "EAPG", "Final APG", "APG Number", /^e?apg(?!.*(?:desc|type|cat|weight))/], apgNumber),
        ),
        weight: optional(heading(["Procedure Weight", /proc.*weight|px.*weight/, "Weight"], zeroAbsent(figure))),
        unitsLimit: optional(heading(["Units Limit", "Unit Limit", "Max Units", /unit/], zeroAbsent(number))),
      },
      feeds: [apgProcedures],
      read: () => {
        const procedures = new Map<string, Procedure>();
        return {
          record({ code, apg, weight, unitsLimit }, intake) {
            if (code === null) return intake.leaveOut(NO_CODE);
            if (apg === null && weight === null) return intake.leaveOut("neither an APG nor a weight", code);
            const { place } = intake;
            const before = procedures.get(code);
            const both = (name: "apg" | "pxBasedWeight" | "unitsLimit", value: string | null) => {
              const known = before?.[name] ?? null;
              if (known === null || value === null || known === value) return known ?? value;
              return intake.refuse(value, `${known} for ${code}, as ${before?.place} has it`);
            };
            procedures.set(code, {
              apg: both("apg", apg),
              pxBasedWeight: both("pxBasedWeight", weight),
              unitsLimit: both("unitsLimit", unitsLimit),
              place: before?.place ?? place,
            });
          },
          end(intake) {
            for (const [code, { place, ...procedure }] of procedures) {
              intake.take(apgProcedures, { code, ...procedure }, place);
            }
          },
        };
      },
    }),
  ],
});
