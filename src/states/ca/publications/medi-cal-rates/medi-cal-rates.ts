import { asMoney, compare, ONE } from "../../../../core/money/arithmetic.ts";
import { factor } from "../../../../core/money/factor.ts";
import type { Money } from "../../../../core/money/money.ts";
import { failure } from "../../../../core/runtime/failure.ts";
import { Refusal } from "../../../../core/text/refusal.ts";
import { listed } from "../../../../dataset/published.ts";
import {
  amount,
  type Conversion,
  hasRestoredZeros,
  inTurn,
  legend,
  number,
  procedureCode as procedureCodeOf,
  RESTORED_ZEROS,
  rounded,
  upperCase,
  zeroAbsent,
} from "../../../../imports/declaring/conversions.ts";
import { heading, optional, type RecordOf } from "../../../../imports/declaring/fields.ts";
import type { Intake, Opening } from "../../../../imports/declaring/intake.ts";
import { publication, type RecordReader, section } from "../../../../imports/declaring/publication.ts";
import { conversionFactors, outpatientRates } from "../../tables.ts";
import { symbol } from "../cells.ts";
import { plainIndicator } from "./derived-factors.ts";
import legends from "./legends.json" with { type: "json" };
import { rateLegends } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";
import { takeRates } from "./take-rates.ts";

const NOT_NEGATIVE = new Refusal("0 or more");

/** The file writes zero for no unit value, rate or percentage. */
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
const rateFields = {
  type: heading("Proc Type", symbol),
  code: heading("Proc Code", upperCase),
  unitValue: heading("Unit Value", figureOrNone(number)),
  basicRate: heading("Basic Rate", rate),
  childRate: optional(heading("Child Rate", rate)),
  emergencyRate: optional(heading("ER Rate", rate)),
  /** As printed, `009` or `9.0`: the spelling identifies the layout. */
  conversionIndicator: heading("Conv Ind"),
  cutbackInd: optional(heading("Cutback Ind", inTurn(number, legend({ 0: "0", 1: "1" })))),
  professionalFraction: optional(heading("Prof %", fraction)),
  rentalRate: optional(heading("Rental Rate", rate)),
};

/** The end of the first row since 2026, in place of a date in the file name: `Medi-Cal Rates as of 01/15/2026`. */
const AS_OF = /Medi-?Cal Rates as of:?\s*([0-9]{1,4}[/-][0-9]{1,2}[/-][0-9]{1,4}|[a-z]{3,9}\.? [0-9]{1,2},? [0-9]{4})/i;

/** Medi-Cal Rates: unit values, and the dollar rates that imply the conversion factors (ca 8). */
export const mediCalRates = publication({
  ...listed("ca/medi-cal-rates"),
  asOfText: AS_OF,
  legends,
  sections: [
    section({
      name: "rates",
      member: /rates.*\.(?:xlsx?|csv)$/i,
      fields: rateFields,
      lastRow: "End of Table",
      feeds: [outpatientRates, conversionFactors],
      read: readRates,
    }),
  ],
});

type RateFields = RecordOf<typeof rateFields>;

/** Reads all rates before taking them: together they imply the conversion factors. */
function readRates({ legends, period }: Opening): RecordReader<typeof rateFields> {
  const known = rateLegends(legends);
  const rates: PublishedRate[] = [];
  let isOlderLayout = false;
  return {
    record(fields, intake) {
      const type = fields.type ?? "";
      const procedureType = known.procedureTypes.get(type);
      if (procedureType === undefined) {
        const reason = known.leftOut.get(type) ?? "not in the legend procedure_types of the mapping file";
        return intake.leaveOut(`Proc Type ${type}: ${reason}`, fields.code ?? "");
      }
      isOlderLayout ||= /^[0-9]+\.0+$/.test(fields.conversionIndicator ?? "");
      const procedureCode = codeOf(fields.code, intake);
      if (procedureCode === null) return;
      const conversionIndicator =
        fields.conversionIndicator === null ? null : plainIndicator(fields.conversionIndicator);
      if (fields.unitValue !== null && conversionIndicator === null) {
        return intake.leaveOut("a unit value without a conversion indicator", procedureCode);
      }
      if (fields.rentalRate !== null) {
        reportRental(fields, procedureCode, intake);
      }
      rates.push({
        place: intake.place,
        code: procedureCode,
        procedureType,
        unitValue: fields.unitValue === null ? null : factor(fields.unitValue),
        conversionIndicator,
        cutbackInd: Number(fields.cutbackInd ?? "0"),
        professionalFraction: fields.professionalFraction === null ? null : factor(fields.professionalFraction),
        hopdAddonEligible: known.hopdAddonEligible.get(type) ?? null,
        printed: printedOf(fields),
      });
    },
    end(intake) {
      if (isOlderLayout && intake.lacksLastRow) throw cutOff();
      takeRates(rates, known, period, intake);
    },
  };
}

/** The code of a row that has one, where it is a procedure's; otherwise the row is left out. */
function codeOf(printed: string | null, intake: Intake): string | null {
  if (printed === null) {
    intake.leaveOut("no procedure code");
    return null;
  }
  // A number that starts with a zero has lost none: it is no procedure code.
  if (/^0[0-9]{0,3}$/.test(printed)) {
    intake.leaveOut("a Proc Code of less than five digits, as revenue codes are", printed);
    return null;
  }
  const converted = procedureCodeOf(printed);
  if (converted instanceof Refusal) return intake.refuse(printed, `${converted.expected} as Proc Code`);
  if (converted !== null && hasRestoredZeros(printed, converted)) {
    intake.find({ title: RESTORED_ZEROS, example: `${intake.place}: ${printed} -> ${converted}` });
  }
  return converted;
}

/** Lookups are for purchases and services, so the price of a month's rental is left out (ca 8). */
function reportRental(fields: RateFields, example: string, intake: Intake): void {
  intake.find({ title: "Rental Rates, which are not carried", example });
  if ([fields.unitValue, fields.basicRate, fields.childRate, fields.emergencyRate].some((each) => each !== null))
    return;
  intake.find({
    title: "codes with a Rental Rate alone: lookups call them by report, with no rate published",
    example,
  });
}

/** Only editions that print `9.0` for 009 end with that row; newer ones have no end mark. */
function cutOff(): Error {
  return failure(
    'the row "End of Table" is missing, with which editions end that print their Conv Ind as 9.0: the file is cut off; download it again',
  );
}

function printedOf({ basicRate, childRate, emergencyRate }: RateFields): PublishedRate["printed"] {
  return { basic: dollarsOf(basicRate), child: dollarsOf(childRate), emergency: dollarsOf(emergencyRate) };
}

function dollarsOf(text: string | null): Money | null {
  return text === null ? null : asMoney(factor(text));
}
