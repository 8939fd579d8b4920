import { figure, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { drgWeights } from "../tables.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./about.ts";
import { DRG_FIELDS, NO_DRG } from "./apr-drg.ts";

export const psychiatricWeights = publication({
  ...HEALTH,
  name: "psychiatric-weights",
  title: "Psychiatric APR-DRG Weights",
  published: `${RATE_PAGE}, with each version of the grouper`,
  page: RATE_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        ...DRG_FIELDS,
        siw: heading(["SIW", "Weight", "Relative Weight", /\bsiw\b|weight|factor/], zeroAbsent(figure)),
      },
      feeds: [drgWeights],
      read: () => ({
        record({ drg, soi, siw }, intake) {
          if (drg === null || soi === null) return intake.leaveOut(NO_DRG);
          if (siw === null) return intake.leaveOut("no weight", `${drg}-${soi}`);
          intake.take(drgWeights, { serviceType: "psychiatric", drg, soi, siw });
        },
      }),
    }),
  ],
});
