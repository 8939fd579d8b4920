import { amount, type Conversion, figure, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { drgWeights } from "../tables.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./publishers.ts";

const DRG_DIGITS = 3;

/** The number of an APR-DRG with its leading zeros; null for anything else, such as a footnote. */
const drgNumber: Conversion = (cell) => (/^[0-9]{1,3}$/.test(cell) ? cell.padStart(DRG_DIGITS, "0") : null);

const severity: Conversion = (cell) => (/^[1-4]$/.test(cell) ? cell : null);

/** The first columns of tables of weights; licensed descriptions are not read. */
const DRG_FIELDS = {
  drg: heading(["APR-DRG", "APR DRG", "DRG", "APR-DRG Code", /^(?:apr.?)?drg(?!.*desc)/], drgNumber),
  soi: heading(["Severity", "SOI", "Severity of Illness", "Severity Level", /^sev|\bsoi\b/], severity),
};

const NO_DRG = "no APR-DRG with a severity of 1 to 4 in the row";

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
