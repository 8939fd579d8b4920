import {
  amount,
  type Conversion,
  digitsOnly,
  legend,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { type Publication, publication, section } from "../../../imports/declaring/publication.ts";
import { enhancedEnrollments, feeSchedule } from "../tables.ts";
import { datesOf, modifier, ownDates, procedureCode } from "./columns.ts";
import { DCH, DCH_ADDRESS } from "./publishers.ts";

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
function enhancedCrosswalk({ name, title, program }: Crosswalk): Publication {
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
              /^(?:new|enhanced|increased|proposed|updated)\b(?!.*date)/,
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

export const enhancedPrimaryCare = enhancedCrosswalk({
  name: "enhanced-primary-care",
  title: "Enhanced Rate Crosswalk for Primary Care",
  program: "primary_care",
});

export const enhancedObGyn = enhancedCrosswalk({
  name: "enhanced-ob-gyn",
  title: "Enhanced Rate Crosswalk for OB/GYN",
  program: "ob_gyn",
});

/** `Primary Care` is `primary_care`; the specialty has more spellings than one. */
const programName: Conversion = (cell) => {
  if (/^ob[^a-z]*gyn|^obstetric/i.test(cell)) return "ob_gyn";
  return cell
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
};

/** Who attested for an enhanced rate (ga 2.2). No public list is known: users bring their own. */
export const enhancedEnrollmentList = publication({
  folder: "ga",
  name: "enhanced-enrollments",
  title: "Providers Enrolled for Enhanced Rates",
  publisher: "your own list of attested providers",
  published: "nowhere: providers attest in the GAMMIS portal, and no public list is known",
  page: null,
  form: "XLSX or CSV with an NPI and a program (primary_care, ob_gyn) per row",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        npi: heading(["NPI", "Provider NPI", "National Provider Identifier", /\bnpi\b/], digitsOnly),
        program: heading(["Program", "Program Name", "Attestation", "Attestation Type"], programName),
        ...ownDates,
      },
      feeds: [enhancedEnrollments],
      read: () => ({
        record(fields, intake) {
          if (fields.npi === null) return intake.leaveOut("no NPI");
          intake.take(enhancedEnrollments, { npi: fields.npi, program: fields.program, ...datesOf(fields) });
        },
      }),
    }),
  ],
});
