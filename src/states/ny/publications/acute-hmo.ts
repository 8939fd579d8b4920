import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { acuteRates, parameters } from "../tables.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./about.ts";
import { ACUTE_FIELDS, dollars, StatewidePrice } from "./acute-schedule.ts";
import { CAPTION_ROWS, NO_CERTIFICATE, strangers } from "./certificates.ts";

/** Managed care; its DME is paid by the state apart from the claim, so it is no part of these rates. */
export const acuteManagedCare = publication({
  ...HEALTH,
  name: "acute-hmo",
  title: "Acute Inpatient Rates, Managed Care (PUB_IP_MA_HMO_Acute)",
  published: `${RATE_PAGE}, at each change of rates`,
  page: RATE_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: {
        addonAmbulance: optional(heading(/ambulance/, dollars)),
        addonTeachingElection: optional(heading(/teaching/, dollars)),
        addonSchoolNursing: optional(heading(/nursing/, dollars)),
        addonMinWage: optional(heading(/minimum wage|min\.? wage/, dollars)),
        safetyNetSdpPerDisch: optional(heading(/safety.?net|\bsdp\b|directed payment/, dollars)),
        hhAcrPerDisch: optional(heading(/\bacr\b|average commercial|public hospital/, dollars)),
        ...ACUTE_FIELDS,
      },
      feeds: [acuteRates, parameters],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        const price = new StatewidePrice("statewide_base_price_mmc");
        return {
          record({ opcert, facility, statewidePrice, dischargeRate, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (dischargeRate === null) return intake.leaveOut("no discharge rate", `${opcert} ${facility ?? ""}`);
            tellStranger(opcert, facility, intake);
            price.see(statewidePrice);
            intake.take(acuteRates, { opcert, payerClass: "MMC", dischargeRate, ...fields });
          },
          end: (intake) => price.take(intake),
        };
      },
    }),
  ],
});
