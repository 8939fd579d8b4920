import { figure, oneLine, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { fiscalYearOf, publication, section } from "../../../imports/declaring/publication.ts";
import { drgWeights } from "../tables.ts";
import { DHCS, DRG_PAGE, fiscalYearStart } from "./dhcs.ts";

const weight = zeroAbsent(figure);

/** The table of APR-DRGs in the pricing calculator (ca 8). Its licensed descriptions are not imported. */
export const drgWeightTable = publication({
  folder: "ca",
  name: "drg-weights",
  title: "Medi-Cal DRG Pricing Calculator",
  publisher: DHCS,
  published: "on the department's DRG page, each state fiscal year",
  page: DRG_PAGE,
  form: "XLSX",
  confidence: "remembered",
  period: fiscalYearOf,
  asOf: fiscalYearStart,
  sections: [
    section({
      fields: {
        drg: heading(["APR-DRG", "APR-DRG Code", "DRG", /^apr-?\s?drg(?: code)?$/], oneLine),
        casemixWeight: heading(["Casemix Relative Weight", /casemix.*weight/, /relative weight/], weight),
        nationalAverageLos: heading(
          ["National Average Length of Stay", /national (?:average|avg)/, /^average l/],
          weight,
        ),
        policyAdjustorA: heading(["Policy Adjustor A", /^(?=.*adult)(?!.*nicu)/], weight),
        policyAdjustorB: heading(["Policy Adjustor B", /^(?=.*adult)(?=.*nicu)/], weight),
        policyAdjustorC: heading(["Policy Adjustor C", /^(?=.*(?:pediatric|child))(?!.*nicu)/], weight),
        policyAdjustorD: heading(["Policy Adjustor D", /^(?=.*(?:pediatric|child))(?=.*nicu)/], weight),
      },
      feeds: [drgWeights],
      read: () => ({
        record({ drg: printed, ...row }, intake) {
          const found = /^([0-9]{1,3}) ?- ?([1-4])$/.exec(printed ?? "");
          if (found === null) return intake.leaveOut("not an APR-DRG with a severity of 1 to 4", printed ?? "");
          if (row.casemixWeight === null) return intake.leaveOut("no relative weight", printed ?? "");
          const [, drg = "", soi] = found;
          intake.take(drgWeights, { drg: drg.padStart(3, "0"), soi, ...row });
        },
      }),
    }),
  ],
});
