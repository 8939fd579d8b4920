import {
  amount,
  procedureCode as asProcedureCode,
  type Conversion,
  upperCase,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { conversionFactors, outpatientRates } from "../tables.ts";
import { DHCS } from "./dhcs.ts";

const FIXED_PRICE_INDICATOR = "9";

/** Dollars, or nothing where the list says in words that there are none. */
const rate: Conversion = (cell) =>
  /^(?:br|by report|manual.*|not covered)$/i.test(cell) ? null : zeroAbsent(amount)(cell);

/** Targeted rate increases: dollar rates that hospitals get no add-on to (ca 8). */
export const targetedRateIncrease = publication({
  folder: "ca",
  name: "targeted-rate-increase",
  title: "Targeted Rate Increase Fee Schedule",
  publisher: DHCS,
  published: "on the department's page of targeted provider rate increases, for each calendar year from 2024 on",
  page: "https://www.dhcs.ca.gov/Pages/Medi-Cal-Targeted-Provider-Rate-Increases.aspx",
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        code: heading(
          ["Procedure Code", "CPT/HCPCS Code", "Code", /^(?!.*(?:desc|type)).*(?:cpt|hcpcs|proc(?:edure)?).*code/],
          asProcedureCode,
        ),
        modifier: optional(heading(["Modifier", /^mod/], upperCase)),
        rate: heading(["TRI Rate", "Rate", /targeted.*(?:rate|fee)/, /^tri\b.*(?:rate|fee)/, /(?:rate|fee)$/], rate),
      },
      feeds: [outpatientRates, conversionFactors],
      read: () => ({
        record({ code: procedureCode, modifier, rate: unitValue }, intake) {
          if (procedureCode === null) return intake.leaveOut("no procedure code");
          if (modifier !== null)
            return intake.leaveOut("a rate of a modifier, which has no place in the tables", procedureCode);
          if (unitValue === null) return intake.leaveOut("no dollar rate", procedureCode);
          intake.sum("rates in dollars", unitValue);
          intake.take(outpatientRates, {
            procedureCode,
            procedureType: "Targeted Rate Increase",
            unitValue,
            conversionIndicator: FIXED_PRICE_INDICATOR,
            hopdAddonEligible: false,
          });
        },
        end(intake) {
          intake.take(conversionFactors, {
            procedureType: "Targeted Rate Increase",
            conversionIndicator: FIXED_PRICE_INDICATOR,
            serviceType: "FIXED PRICE",
            emergency: false,
            ageGroup: "any",
            conversionFactor: "1.00",
            selectionRank: 1,
          });
        },
      }),
    }),
  ],
});
