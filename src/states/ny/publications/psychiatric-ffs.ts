import { publication, section } from "../../../imports/declaring/publication.ts";
import { psychiatricRates } from "../tables.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./about.ts";
import { CAPTION_ROWS, NO_CERTIFICATE, strangers } from "./certificates.ts";
import { NO_BASE, PSYCHIATRIC_FIELDS } from "./psychiatric-schedule.ts";

export const psychiatricFeeForService = publication({
  ...HEALTH,
  name: "psychiatric-ffs",
  title: "Psychiatric Inpatient Rates, Fee for Service",
  published: `${RATE_PAGE}, at each change of rates`,
  page: RATE_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: PSYCHIATRIC_FIELDS,
      feeds: [psychiatricRates],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        return {
          record({ opcert, facility, basePerDiem, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (basePerDiem === null) return intake.leaveOut(NO_BASE, `${opcert} ${facility ?? ""}`);
            tellStranger(opcert, facility, intake);
            intake.take(psychiatricRates, { opcert, payerClass: "FFS", basePerDiem, ...fields });
          },
        };
      },
    }),
  ],
});
