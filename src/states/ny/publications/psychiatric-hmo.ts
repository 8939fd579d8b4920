import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { psychiatricRates } from "../tables.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./about.ts";
import { CAPTION_ROWS, NO_CERTIFICATE, strangers } from "./certificates.ts";
import { dollars, NO_BASE, PSYCHIATRIC_FIELDS } from "./psychiatric-schedule.ts";

export const psychiatricManagedCare = publication({
  ...HEALTH,
  name: "psychiatric-hmo",
  title: "Psychiatric Inpatient Rates, Managed Care",
  published: `${RATE_PAGE}, at each change of rates`,
  page: RATE_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: {
        sdpPerDiem: optional(heading(/safety.?net|\bsdp\b|directed payment/, dollars)),
        hhAcrPerDiem: optional(heading(/\bacr\b|average commercial|public hospital/, dollars)),
        dmePerDiem: optional(heading(/\bdme\b|direct medical education/, dollars)),
        ...PSYCHIATRIC_FIELDS,
      },
      feeds: [psychiatricRates],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        return {
          record({ opcert, facility, basePerDiem, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (basePerDiem === null) return intake.leaveOut(NO_BASE, `${opcert} ${facility ?? ""}`);
            tellStranger(opcert, facility, intake);
            intake.take(psychiatricRates, { opcert, payerClass: "MMC", basePerDiem, ...fields });
          },
        };
      },
    }),
  ],
});
