import {
  amount,
  type Conversion,
  inTurn,
  legend,
  number,
  rounded,
  upperCase,
  zeroAbsent,
} from "../../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../../imports/declaring/fields.ts";
import { compare, ONE } from "../../../../money/arithmetic.ts";
import { factor } from "../../../../money/factor.ts";
import { Refusal } from "../../../../text/refusal.ts";
import { symbol } from "../symbol.ts";

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

/** The columns of the rates file (ca 8). */
export const rateFields = {
  type: heading("Proc Type", symbol),
  code: heading("Proc Code", upperCase),
  unitValue: heading("Unit Value", figureOrNone(number)),
  basicRate: heading("Basic Rate", rate),
  childRate: optional(heading("Child Rate", rate)),
  emergencyRate: optional(heading("ER Rate", rate)),
  /** As printed, `009` or `9.0`: the spelling tells the age of the layout. */
  conversionIndicator: heading("Conv Ind"),
  cutbackInd: optional(heading("Cutback Ind", inTurn(number, legend({ 0: "0", 1: "1" })))),
  professionalFraction: optional(heading("Prof %", fraction)),
  rentalRate: optional(heading("Rental Rate", rate)),
};
