import { oneLine } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { codes } from "../tables.ts";
import { PORTAL } from "./ahca.ts";

/** fl 8.8: the state's words for provider types and specialties, which the list repeats for each taxonomy. */
export const taxonomyMasterList = publication({
  folder: "fl",
  name: "taxonomy-master-list",
  title: "Taxonomy Master List",
  publisher: "Florida Medicaid web portal",
  published: "for managed care plans on the Florida Medicaid web portal, beside the Provider Master List",
  page: PORTAL,
  form: "ZIP, CSV or XLSX",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        typeCode: heading(["Provider Type Code", "Provider Type", /^provider type\b.*(?:code|number)/]),
        typeDescription: heading(["Provider Type Description", /^provider type\b.*(?:desc|name)/], oneLine),
        specialtyCode: optional(
          heading(["Provider Specialty Code", "Specialty Code", "Specialty", /\bspecialty\b.*(?:code|number)/]),
        ),
        specialtyDescription: optional(
          heading(["Provider Specialty Description", "Specialty Description", /\bspecialty\b.*(?:desc|name)/], oneLine),
        ),
      },
      feeds: [rowsOf(codes, { repeats: "first" })],
      read: () => ({
        record({ typeCode, typeDescription, specialtyCode, specialtyDescription }, intake) {
          if (typeCode !== null && typeDescription !== null) {
            intake.take(codes, { kind: "provider_type", code: typeCode, description: typeDescription });
          }
          if (specialtyCode !== null && specialtyDescription !== null) {
            intake.take(codes, { kind: "specialty", code: specialtyCode, description: specialtyDescription });
          }
        },
      }),
    }),
  ],
});
