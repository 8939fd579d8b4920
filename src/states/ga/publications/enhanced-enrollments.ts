import { type Conversion, digitsOnly } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { enhancedEnrollments } from "../tables.ts";
import { datesOf, ownDates } from "./columns.ts";

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
