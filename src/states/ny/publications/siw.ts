import { amount, figure, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { drgWeights } from "../tables.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./about.ts";
import { DRG_FIELDS, NO_DRG } from "./apr-drg.ts";

export const acuteWeights = publication({
  ...HEALTH,
  name: "siw",
  title: "APR-DRG Weights and ALOS for Acute Services",
  published: `${RATE_PAGE}, with each version of the grouper`,
  page: RATE_ADDRESS,
  form: "XLSX or CSV",
  confidence: "remembered",
  sections: [
    section({
      fields: {
        ...DRG_FIELDS,
        siw: heading(["SIW", "Service Intensity Weight", /\bsiw\b|intensity weight/], zeroAbsent(figure)),
        alos: optional(heading(["ALOS", "Average Length of Stay", /\balos\b|length of stay/], zeroAbsent(figure))),
        threshold: optional(heading([/outlier.*threshold/, /threshold/], zeroAbsent(rounded(2, amount)))),
      },
      feeds: [drgWeights],
      read: () => ({
        record({ drg, soi, siw, alos, threshold }, intake) {
          if (drg === null || soi === null) return intake.leaveOut(NO_DRG);
          if (siw === null) return intake.leaveOut("no weight", `${drg}-${soi}`);
          intake.take(drgWeights, { serviceType: "acute", drg, soi, siw, alos, costOutlierThreshold: threshold });
        },
      }),
    }),
  ],
});
