import {
  amount,
  type Conversion,
  code,
  inTurn,
  legend,
  number,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { asMoney, compare, ONE } from "../../../money/arithmetic.ts";
import { factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { Refusal } from "../../../reading/refusal.ts";
import { conversionFactors, outpatientRates } from "../tables.ts";
import legends from "./legends/medi-cal-rates.json" with { type: "json" };
import { rateLegends } from "./medi-cal-rates/legends.ts";
import type { PublishedRate } from "./medi-cal-rates/published-rate.ts";
import { takeRates } from "./medi-cal-rates/take-rates.ts";
import { DHCS } from "./publisher.ts";
import { symbol } from "./symbol.ts";

const NOT_NEGATIVE = new Refusal("0 or more");

/** Zero is how the file says that there is no unit value, rate or percentage. */
function figureOrNone(convert: Conversion): Conversion {
  return (cell) => {
    const value = zeroAbsent(convert)(cell);
    return typeof value === "string" && value.startsWith("-") ? NOT_NEGATIVE : value;
  };
}

const rate = figureOrNone(rounded(2, amount));

const A_FRACTION = new Refusal("a fraction such as 0.45");

/** The column is headed a percentage, but its figures are fractions already. */
const fraction: Conversion = (cell) => {
  const value = figureOrNone(number)(cell);
  return typeof value === "string" && compare(factor(value), ONE) > 0 ? A_FRACTION : value;
};

/** Medi-Cal Rates: unit values, and the dollar rates that tell the conversion factors (ca 8). */
export const mediCalRates = publication({
  folder: "ca",
  name: "medi-cal-rates",
  title: "Medi-Cal Rates",
  publisher: DHCS,
  published: "on the Medi-Cal Rates page of the Medi-Cal provider site, monthly, as of the 15th",
  form: "ZIP with rates_data.xlsx, the workbook itself, or CSV",
  confidence: "seen",
  legends,
  sections: [
    section({
      name: "rates",
      member: /rates.*\.(?:xlsx|csv)$/i,
      fields: {
        type: heading("Proc Type", symbol),
        code: heading("Proc Code", code(5)),
        unitValue: heading("Unit Value", figureOrNone(number)),
        basicRate: heading("Basic Rate", rate),
        childRate: optional(heading("Child Rate", rate)),
        emergencyRate: optional(heading("ER Rate", rate)),
        conversionIndicator: heading("Conv Ind", symbol),
        cutbackInd: optional(heading("Cutback Ind", inTurn(number, legend({ 0: "0", 1: "1" })))),
        professionalFraction: optional(heading("Prof %", fraction)),
        rentalRate: optional(heading("Rental Rate", rate)),
      },
      lastRow: "End of Table",
      feeds: [outpatientRates, conversionFactors],
      read: ({ legends: declared, period }) => {
        const known = rateLegends(declared);
        const rates: PublishedRate[] = [];
        return {
          record(fields, intake) {
            const { type, code: procedureCode } = fields;
            const procedureType = known.procedureTypes.get(type ?? "");
            if (procedureType === undefined) {
              const reason = known.leftOut.get(type ?? "") ?? "not in the legend procedure_types of the mapping file";
              return intake.leaveOut(`Proc Type ${type}: ${reason}`, procedureCode ?? "");
            }
            if (procedureCode === null) return intake.leaveOut("no procedure code");
            if (fields.unitValue !== null && fields.conversionIndicator === null) {
              return intake.leaveOut("a unit value without a conversion indicator", procedureCode);
            }
            if (fields.rentalRate !== null) {
              intake.find({ title: "Rental Rates, which have no place in the tables", example: procedureCode });
            }
            rates.push({
              place: intake.place,
              code: procedureCode,
              procedureType,
              unitValue: fields.unitValue === null ? null : factor(fields.unitValue),
              conversionIndicator: fields.conversionIndicator,
              cutbackInd: Number(fields.cutbackInd ?? "0"),
              professionalFraction: fields.professionalFraction === null ? null : factor(fields.professionalFraction),
              printed: {
                basic: dollarsOf(fields.basicRate),
                child: dollarsOf(fields.childRate),
                emergency: dollarsOf(fields.emergencyRate),
              },
            });
          },
          end: (intake) => takeRates(rates, known, period, intake),
        };
      },
    }),
  ],
});

function dollarsOf(text: string | null): Money | null {
  return text === null ? null : asMoney(factor(text));
}
