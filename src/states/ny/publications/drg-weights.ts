import { foldName } from "../../../core/text/folding.ts";
import {
  amount,
  type Conversion,
  figure,
  oneLine,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { drgWeights, parameters } from "../tables.ts";
import { COMORBIDITY_CATEGORIES, type ComorbidityCategory } from "../values.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./publishers.ts";

const DRG_DIGITS = 3;

/** The number of an APR-DRG with its leading zeros; null for anything else, such as a footnote. */
const drgNumber: Conversion = (cell) => (/^[0-9]{1,3}$/.test(cell) ? cell.padStart(DRG_DIGITS, "0") : null);

const severity: Conversion = (cell) => (/^[1-4]$/.test(cell) ? cell : null);

/** What tables of weights begin with; the descriptions, which are licensed, are not read. */
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

/** The factors are a publication of their own: they change on other days than the weights. */
export const psychiatricComorbidities = publication({
  ...HEALTH,
  name: "psychiatric-comorbidities",
  title: "Psychiatric Comorbidity Factors",
  published: `${RATE_PAGE}, beside the psychiatric weights`,
  page: RATE_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        category: heading(["Comorbidity Category", "Comorbidity", "Category", /comorbid/], oneLine),
        factor: heading(["Factor", "Adjustment Factor", /factor|adjust/], figure),
      },
      feeds: [parameters],
      read: () => ({
        record({ category, factor }, intake) {
          const known = categoryOf(category ?? "");
          if (known === null) return intake.leaveOut("no comorbidity category of the contract", category ?? "");
          if (factor === null) return intake.leaveOut("no factor", known);
          intake.take(parameters, { name: `psych_comorbidity_${known}`, value: factor });
        },
      }),
    }),
  ],
});

/** The category that the contract spells in snake case; the state writes the intestine out. */
function categoryOf(words: string): ComorbidityCategory | null {
  const folded = foldName(words).replace(/^GASTRO ?INTESTINAL\b/, "GI");
  return COMORBIDITY_CATEGORIES.find((category) => foldName(category) === folded) ?? null;
}
