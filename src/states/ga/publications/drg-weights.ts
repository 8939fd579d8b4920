import { aprDrg } from "../../../dataset/common-tables.ts";
import { amount, figure, oneLine, rounded, yesNo, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { firstHeading, heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake } from "../../../imports/declaring/intake.ts";
import { publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { drgWeights } from "../tables.ts";
import { DCH, DCH_ADDRESS } from "./publishers.ts";

/** Weights, outlier thresholds and short-stay flags; they hold until the next table (ga 2.8). */
export const drgWeightList = publication({
  folder: "ga",
  name: "drg-weights",
  title: "APR-DRG Weights and Outlier Thresholds",
  publisher: DCH,
  published: "on the department's web site with each new version of the grouper",
  page: DCH_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        drg: heading([
          "APR-DRG",
          "DRG",
          "APR-DRG Code",
          "DRG Code",
          "APR-DRG-SOI",
          "DRG-SOI",
          /^(?:apr.?)?drg(?!.*(?:desc|weight|name|type|version|class))/,
        ]),
        severity: optional(heading(["SOI", "Severity", "Severity of Illness", "SOI Level", "Severity Level"])),
        description: optional(
          firstHeading(["APR-DRG Description", "DRG Description", "Description", /\bdesc/], oneLine),
        ),
        weight: heading(["Relative Weight", "Weight", "APR-DRG Weight", "DRG Weight", /\bweight/], figure),
        averageStay: optional(
          heading(["ALOS", "Average Length of Stay", "Avg LOS", "Mean LOS", /\balos\b|length of stay/], figure),
        ),
        threshold: optional(
          heading(
            ["Cost Outlier Threshold", "Outlier Threshold", "Threshold", /threshold/],
            zeroAbsent(rounded(2, amount)),
          ),
        ),
        shortStay: optional(
          heading(
            ["SST", "SST Exempt", "SST Eligible", "SST Flag", "Short Stay Exempt", "Short Stay", /\bsst\b|short.?stay/],
            yesNo,
          ),
        ),
      },
      feeds: [drgWeights, rowsOf(aprDrg, { repeats: "first" })],
      read: () => {
        let weights = 0;
        let isAnyFlagged = false;
        return {
          record(fields, intake) {
            if (fields.weight === null) return intake.leaveOut("no weight");
            const { drg, severity } = drgAndSeverity(fields.drg, fields.severity, intake);
            if (severity === "0") return intake.leaveOut("severity 0: claims that no group was found for", drg);
            intake.sum("weights", fields.weight);
            weights += 1;
            isAnyFlagged ||= fields.shortStay !== null;
            intake.take(drgWeights, {
              drg,
              soi: severity,
              relativeWeight: fields.weight,
              alos: fields.averageStay,
              costOutlierThreshold: fields.threshold,
              // Flags of this kind are printed where they hold and left empty elsewhere.
              shortStayExempt: fields.shortStay ?? "false",
            });
            if (fields.description !== null) intake.take(aprDrg, { drg, description: fields.description });
          },
          end(intake) {
            if (!isAnyFlagged) intake.find({ title: NO_FLAGS, count: weights });
          },
        };
      },
    }),
  ],
});

/** What the report says of a list that does not tell which DRGs are exempt from short-stay pricing. */
const NO_FLAGS =
  "weights that no short-stay column or flag goes with: none of them is taken as exempt from short-stay pricing. Add a column Short Stay Exempt where some are";

const DRG_LENGTH = 3;

interface DrgAndSeverity {
  readonly drg: string;
  readonly severity: string;
}

/** `139` with a severity beside it, or both in one cell: `139-2`, `1392`. */
function drgAndSeverity(printed: string | null, beside: string | null, intake: Intake): DrgAndSeverity {
  const [drg = "", joined] = (printed ?? "").replace(/^([0-9]{3})([0-9])$/, "$1-$2").split("-");
  const severity = beside ?? joined;
  if (/^[0-9]{1,3}$/.test(drg) && severity !== undefined) return { drg: drg.padStart(DRG_LENGTH, "0"), severity };
  return intake.refuse(printed ?? "", "an APR-DRG such as 139 with its severity beside it, or both as 139-2");
}
