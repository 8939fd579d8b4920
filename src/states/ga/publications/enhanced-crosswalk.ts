import { amount, legend, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { type Publication, publication, section } from "../../../imports/declaring/publication.ts";
import { feeSchedule } from "../tables.ts";
import { DCH, datesOf, modifier, ownDates, procedureCode } from "./columns.ts";
import { DCH_ADDRESS } from "./pages.ts";

interface Crosswalk {
  readonly name: string;
  readonly title: string;
  /** As `enhanced_enrollments` names it. */
  readonly program: string;
}

const place = legend({
  Facility: "facility",
  F: "facility",
  "Non-Facility": "non_facility",
  "Non Facility": "non_facility",
  Nonfacility: "non_facility",
  NF: "non_facility",
  Office: "non_facility",
  Both: null,
  All: null,
});

/** A crosswalk from current to enhanced rates; one program each (ga 2.3). */
export function enhancedCrosswalk({ name, title, program }: Crosswalk): Publication {
  return publication({
    folder: "ga",
    name,
    title,
    publisher: DCH,
    published: "on the department's web site after each legislative rate increase",
    page: DCH_ADDRESS,
    form: "XLSX or CSV",
    confidence: "guessed",
    sections: [
      section({
        fields: {
          code: procedureCode,
          modifier,
          place: optional(heading(["Place of Service", "POS", "Setting"], place)),
          newRate: heading(
            [
              "New Rate",
              "Enhanced Rate",
              "Increased Rate",
              "Proposed Rate",
              "Updated Rate",
              /^(?:new|enhanced|increased|proposed|updated)\b/,
            ],
            zeroAbsent(rounded(2, amount)),
          ),
          ...ownDates,
        },
        feeds: [feeSchedule],
        read: () => ({
          record(fields, intake) {
            if (fields.newRate === null) return intake.leaveOut("no new rate");
            intake.sum("enhanced dollars", fields.newRate);
            intake.take(feeSchedule, {
              serviceCategory: "enhanced_rate",
              program,
              code: fields.code,
              modifier: fields.modifier,
              placeOfService: fields.place,
              rate: fields.newRate,
              ...datesOf(fields),
            });
          },
        }),
      }),
    ],
  });
}
