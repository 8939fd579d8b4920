import { amount, digitsOnly, rounded } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { fill, publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { dtcCapital, providers } from "../tables.ts";
import type { PeerGroup } from "../values.ts";
import { HEALTH } from "./about.ts";
import { CapitalOfClinics } from "./capital-of-clinics.ts";
import { CERTIFICATE_FIELDS, NO_CERTIFICATE } from "./certificates.ts";

/** The capital rate codes of freestanding clinics and ambulatory surgery centers. */
const GROUP_OF_CODE: Readonly<Record<string, PeerGroup>> = { "1409": "clinic", "1410": "ambsurg" };

const dollars = rounded(2, amount);
const feeds = [rowsOf(dtcCapital), fill(providers, ["npi"])];

/** The sheet has been described, not seen: a row per rate code, or a column per rate code. */
export const freestandingCapital = publication({
  ...HEALTH,
  name: "dtc-capital",
  title: "Freestanding APG Capital Add-ons",
  published: "on the Department of Health's APG rates page, a spreadsheet per year",
  page: "https://www.health.ny.gov/health_care/medicaid/rates/apg/",
  form: "XLSX or CSV; import ny/facilities before it, since it names clinics by operating certificate only",
  confidence: "guessed",
  sections: [
    section({
      name: "rows",
      optional: true,
      fields: {
        ...CERTIFICATE_FIELDS,
        rateCode: heading(["Rate Code", /^(?:capital )?rate code/], digitsOnly),
        addon: heading(["Capital Add-on", "Amount", /capital/, /^(?:rate|add.?on)/], dollars),
      },
      feeds,
      read: async (opening) => {
        const clinics = await CapitalOfClinics.of(opening);
        return {
          record({ opcert, facility, rateCode, addon }, intake) {
            const peerGroup = GROUP_OF_CODE[rateCode ?? ""];
            if (opcert === null) intake.leaveOut(NO_CERTIFICATE);
            else if (peerGroup === undefined) intake.leaveOut("a rate code other than 1409 and 1410", rateCode ?? "");
            else clinics.take({ opcert, facility }, [{ peerGroup, addon }], intake);
          },
          end: (intake) => clinics.takePeerGroups(intake),
        };
      },
    }),
    section({
      name: "columns",
      insteadOf: "rows",
      fields: {
        ...CERTIFICATE_FIELDS,
        clinic: heading(["Clinic Capital (1409)", /1409|clinic.*capital|capital.*clinic/], dollars),
        ambsurg: optional(heading(/1410|amb.*surg.*capital|capital.*amb.*surg/, dollars)),
      },
      feeds,
      read: async (opening) => {
        const clinics = await CapitalOfClinics.of(opening);
        return {
          record({ opcert, facility, clinic, ambsurg }, intake) {
            const addons = [
              { peerGroup: "clinic", addon: clinic },
              { peerGroup: "ambsurg", addon: ambsurg },
            ] as const;
            const listed = addons.filter(({ addon }) => addon !== null);
            if (opcert === null) intake.leaveOut(NO_CERTIFICATE);
            else if (listed.length === 0) intake.leaveOut("no capital add-on in the row", opcert);
            else clinics.take({ opcert, facility }, listed, intake);
          },
          end: (intake) => clinics.takePeerGroups(intake),
        };
      },
    }),
  ],
});
