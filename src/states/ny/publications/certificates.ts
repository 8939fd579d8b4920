import { listed } from "../../../dataset/published.ts";
import { upperCase } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { fill, publication, section } from "../../../imports/declaring/publication.ts";
import { providers } from "../tables.ts";

/**
 * The operator's own list: certificates that ny/facilities does not find, and clinics' peer groups and regions. It
 * takes precedence over ny/facilities. Unlike an edited cell of providers.csv, it leaves the rest of the row to newer
 * listings.
 */
export const ownCertificates = publication({
  ...listed("ny/certificates"),
  sections: [
    section({
      fields: {
        npi: heading("NPI"),
        opcert: heading(["Operating Certificate", "Operating Certificate Number", "OPCERT"], upperCase),
        peerGroups: optional(heading("Peer Groups")),
        serviceRegions: optional(heading("Service Regions")),
      },
      feeds: [fill(providers, ["npi"])],
      read: () => {
        const certificates = new Map<string, string>();
        return {
          record({ npi, opcert, peerGroups, serviceRegions }, intake) {
            if (npi === null || (opcert ?? peerGroups ?? serviceRegions) === null) {
              return intake.leaveOut("a line without an NPI or a certificate");
            }
            const before = certificates.get(npi) ?? opcert;
            if (before !== opcert) intake.refuse(opcert ?? "", `${before} for ${npi}, as a line above has it`);
            if (opcert !== null) certificates.set(npi, opcert);
            intake.take(providers, { npi, opcert, peerGroups, serviceRegions });
          },
        };
      },
    }),
  ],
});
