import { oneOf } from "../../../dataset/column.ts";
import { code, oneLine } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { legendOf } from "../../../imports/declaring/legends.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { foldName } from "../../../text/folding.ts";
import { providers } from "../tables.ts";
import { PROVIDER_TYPES } from "../values.ts";
import { dayOfDownload, HEALTH } from "./about.ts";
import { Enrollments } from "./enrollments.ts";
import { PROFESSIONS } from "./professions.ts";

const MEDICAID_ID_LENGTH = 8;

/**
 * The providers of New York. The listing does not say which of the four kinds of provider it means, so its professions
 * are read by a legend; a provider whose profession is not in it waits for its taxonomy (federal/nppes).
 */
export const enrolledProviders = publication({
  ...HEALTH,
  name: "enrolled-providers",
  title: "Medicaid Enrolled Provider Listing",
  published: "on the state's open health data portal, monthly",
  page: "https://health.data.ny.gov/Health/Medicaid-Enrolled-Provider-Listing/keti-qx5t",
  form: "CSV",
  confidence: "seen",
  asOf: dayOfDownload,
  legends: { professions: PROFESSIONS },
  sections: [
    section({
      fields: {
        medicaidId: heading(["MEDICAID PROVIDER ID", "Provider ID", "MMIS ID"], code(MEDICAID_ID_LENGTH)),
        npi: heading("NPI"),
        name: heading(["PROVIDER OR FACILITY NAME", "MMIS Name", "Provider Name", "Name"], oneLine),
        profession: heading(["PROFESSION OR SERVICE", "Profession"], oneLine),
        specialty: optional(heading(["PROVIDER SPECIALTY", "Specialty"], oneLine)),
        street: optional(heading(["SERVICE ADDRESS", "Address", "Street Address"], oneLine)),
        city: optional(heading("CITY", oneLine)),
        state: optional(heading("STATE")),
        zipCode: optional(heading(["ZIP CODE", "ZIP"])),
        county: optional(heading("COUNTY", oneLine)),
      },
      feeds: [providers],
      read: ({ legends }) => {
        const types = legendOf(legends, "professions", oneOf(PROVIDER_TYPES));
        const typeByWords = new Map([...types].map(([words, type]) => [foldName(words), type]));
        const enrollments = new Enrollments((profession) => typeByWords.get(foldName(profession)) ?? null);
        return {
          record(fields, intake) {
            const { npi, medicaidId, name } = fields;
            if (npi === null || !/^[0-9]{10}$/.test(npi)) return intake.leaveOut("no NPI", medicaidId ?? "");
            if (name === null) return intake.leaveOut("no name", npi);
            enrollments.add({ ...fields, npi, name, place: intake.place });
          },
          end: (intake) => enrollments.takeAll(intake),
        };
      },
    }),
  ],
});
