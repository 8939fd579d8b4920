import { code, oneLine, upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { fill, publication, section } from "../../../imports/declaring/publication.ts";
import { providers } from "../tables.ts";
import { STATE } from "../values.ts";
import { withoutCounty } from "./county-name.ts";
import { hospitalMatches } from "./hospital-matching.ts";

/** Which hospitals of federal/nppes have critical access status, and their counties (ga 2.1). */
export const criticalAccess = publication({
  folder: "ga",
  name: "critical-access",
  title: "Hospital General Information",
  publisher: "Centers for Medicare & Medicaid Services",
  published: "in the Provider Data Catalog, topic Hospitals, quarterly",
  page: "https://data.cms.gov/provider-data/topics/hospitals",
  form: "CSV (Hospital_General_Information.csv)",
  confidence: "remembered",
  sections: [
    section({
      fields: {
        state: heading(["State", "State Code"], upperCase),
        type: heading("Hospital Type", oneLine),
        name: heading(["Facility Name", "Hospital Name"], oneLine),
        address: optional(heading(["Address", "Address 1", "Street Address"], oneLine)),
        zip: heading(["ZIP Code", "ZIP"], (cell) => code(5)(cell.slice(0, 5))),
        county: optional(heading(["County/Parish", "County Name", "County"], oneLine)),
      },
      feeds: [fill(providers, ["npi"])],
      read: async (opening) => {
        const matchesOf = await hospitalMatches(opening);
        return {
          record(fields, intake) {
            if (fields.state !== STATE) return intake.leaveOut("a hospital of another state");
            const name = fields.name ?? "";
            const [found, ...others] = matchesOf(fields);
            if (found === undefined)
              return intake.leaveOut("no hospital of ga/providers has its name or address", name);
            if (others.length > 0) {
              const npis = [found, ...others].map(({ npi }) => npi).join(", ");
              return intake.leaveOut("several hospitals of ga/providers have its name or address", `${name}: ${npis}`);
            }
            const isCriticalAccess = /^critical access/i.test(fields.type ?? "");
            if (!isCriticalAccess && found.criticalAccessHospital) {
              const title = "hospitals that ga/providers calls critical access and this list does not";
              intake.find({ title, example: `${name}: ${found.npi}` });
            }
            intake.take(providers, {
              npi: found.npi,
              criticalAccessHospital: isCriticalAccess,
              county: fields.county === null ? null : withoutCounty(fields.county),
            });
          },
        };
      },
    }),
  ],
});
