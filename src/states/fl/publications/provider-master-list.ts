import { oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { providerTypeOf } from "../provider-type.ts";
import { providers } from "../tables.ts";
import { isPricedByEapg } from "../values.ts";
import { Enrollments } from "./enrollments.ts";
import { PORTAL } from "./pages.ts";
import { entityType, zipCode } from "./provider-cells.ts";

const PAID_BY_THE_STATE = /^(?:limited )?enrollment$/i;

/**
 * fl 8.8. Hospitals and surgical centers stay after their enrollment has ended: their own rates have dates, and an old
 * claim is priced with them. Everyone else is paid by statewide schedules, and would look enrolled forever.
 */
export const providerMasterList = publication({
  folder: "fl",
  name: "provider-master-list",
  title: "Provider Master List",
  publisher: "Florida Medicaid web portal",
  published: "for managed care plans on the Florida Medicaid web portal, as prw19000, about weekly",
  page: PORTAL,
  form: "ZIP with prw19000.csv, or the CSV itself",
  confidence: "seen",
  sections: [
    section({
      fields: {
        providerId: heading("Florida Medicaid Provider ID"),
        name: heading("Provider Name", oneLine),
        doingBusinessAs: optional(heading("DBA Name", oneLine)),
        typeCode: heading("Provider Type Code"),
        specialtyCode: optional(heading("Provider Specialty Code")),
        taxonomy: optional(heading("Taxonomy Code", upperCase)),
        address1: optional(heading("Service Location Address 1", oneLine)),
        address2: optional(heading("Service Location Address 2", oneLine)),
        city: optional(heading("Service Location Address City", oneLine)),
        state: optional(heading("Service Location Address State", upperCase)),
        zipCode: optional(heading("Service Location Address zip+4", zipCode)),
        enrollmentType: heading("Enrollment Type", oneLine),
        npiType: optional(heading(/^npi type\b/, entityType)),
        npi: heading("NPI"),
        npiStatus: optional(heading(/^npi status\b/, upperCase)),
        individualOrOrganization: optional(heading(/^individual or organization/, entityType)),
        status: heading(["Current Medicaid Enrollment Status", /^current medicaid enrollment status\b/], upperCase),
      },
      feeds: [rowsOf(providers, { repeats: "first" })],
      read: () => {
        const enrollments = new Enrollments();
        return {
          record(fields, intake) {
            const { status, typeCode } = fields;
            if (status === null) return intake.leaveOut("further service locations of a provider");
            if (!PAID_BY_THE_STATE.test(fields.enrollmentType ?? "")) {
              const reason = "enrollment type is neither Enrollment nor Limited Enrollment";
              return intake.leaveOut(reason, fields.enrollmentType ?? "none");
            }
            const providerType = providerTypeOf(typeCode, fields.taxonomy);
            if (providerType === null) {
              return intake.leaveOut("provider types that have no rates here", typeCode ?? undefined);
            }
            if (status !== "A") {
              if (!isPricedByEapg(providerType)) return intake.leaveOut("enrollment has ended");
              intake.find({ title: "hospitals and surgical centers kept although their enrollment has ended" });
            }
            enrollments.add({ ...fields, providerType }, intake);
          },
          end: (intake) => enrollments.end(intake),
        };
      },
    }),
  ],
});
