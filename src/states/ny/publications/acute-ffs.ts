import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { acuteRates, parameters } from "../tables.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./about.ts";
import { ACUTE_FIELDS, dollars, StatewidePrice } from "./acute-schedule.ts";
import { CAPTION_ROWS, NO_CERTIFICATE, strangers } from "./certificates.ts";

/** Fee for service: capital per discharge includes what the managed care schedule lists as add-ons. */
export const acuteFeeForService = publication({
  ...HEALTH,
  name: "acute-ffs",
  title: "Acute Inpatient Rates, Fee for Service (PUB_IP_MA_FFS_Acute)",
  published: `${RATE_PAGE}, at each change of rates`,
  page: RATE_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: {
        dme: optional(heading(/\bdme\b|direct medical education|2589/, dollars)),
        ...ACUTE_FIELDS,
      },
      feeds: [acuteRates, parameters],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        const price = new StatewidePrice("statewide_base_price_ffs");
        return {
          record({ opcert, facility, statewidePrice, dischargeRate, dme, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (dischargeRate === null) return intake.leaveOut("no discharge rate", `${opcert} ${facility ?? ""}`);
            tellStranger(opcert, facility, intake);
            price.see(statewidePrice);
            intake.take(acuteRates, { opcert, payerClass: "FFS", dischargeRate, dme, ...fields });
          },
          end: (intake) => price.take(intake),
        };
      },
    }),
  ],
});
