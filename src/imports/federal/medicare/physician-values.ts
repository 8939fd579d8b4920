import { sum, withDecimals, ZERO } from "../../../core/money/arithmetic.ts";
import { parseFactor } from "../../../core/money/factor.ts";
import { Refusal } from "../../../core/text/refusal.ts";
import { physicianValues } from "../../../dataset/medicare-tables.ts";
import { listed } from "../../../dataset/published.ts";
import { type Conversion, figure, procedureCode, upperCase } from "../../declaring/conversions.ts";
import { heading } from "../../declaring/fields.ts";
import type { Intake } from "../../declaring/intake.ts";
import { publication, section } from "../../declaring/publication.ts";
import { quarterDayOf, toYearEnd } from "./editions.ts";

/** `PPRRVU2025_Oct.csv`; a revised or split file says more behind the month. */
const NAME = /pprrvu_?(20[0-9]{2}|[0-9]{2})_?(jan|apr|jul|oct)/i;

/** The file of clinicians in advanced payment models, which has another conversion factor; `nonQPP` has the general one. */
const OF_QUALIFYING_CLINICIANS = /(?<!non[-_ ]?)qpp/i;

function asOf(fileName: string): string | null {
  const [, year, month] = OF_QUALIFYING_CLINICIANS.test(fileName) ? [] : (NAME.exec(fileName) ?? []);
  return year === undefined || month === undefined ? null : quarterDayOf(year, month);
}

const NOT_APPLICABLE = new Refusal("NA or an empty cell");

/** `NA`: the service is rarely or never performed in the setting. */
const isNotApplicable: Conversion = (cell) => (cell.toUpperCase() === "NA" ? "true" : NOT_APPLICABLE);

/** The captions are spread over five rows: `PE USED` `FOR OPPS` `PAYMENT` `AMOUNT` below `NON-FACILITY`. */
const CAPTION_ROWS = 5;

/** The descriptions, which are licensed, are not read. */
const fields = {
  code: heading("HCPCS", procedureCode),
  modifier: heading("MOD", upperCase),
  statusCode: heading("STATUS CODE", upperCase),
  workRvu: heading("WORK RVU", figure),
  nonFacilityPracticeRvu: heading("NON-FAC PE RVU", figure),
  nonFacilityNa: heading("NON-FAC NA INDICATOR", isNotApplicable),
  facilityPracticeRvu: heading("FACILITY PE RVU", figure),
  facilityNa: heading("FACILITY NA INDICATOR", isNotApplicable),
  malpracticeRvu: heading("MP RVU", figure),
  nonFacilityTotal: heading("NON-FACILITY TOTAL", figure),
  facilityTotal: heading("FACILITY TOTAL", figure),
  pctcIndicator: heading("PCTC IND"),
  globalDays: heading("GLOB DAYS", upperCase),
  multipleProcedure: heading("MULT PROC"),
  bilateralSurgery: heading("BILAT SURG"),
  assistantSurgery: heading("ASST SURG"),
  coSurgery: heading("CO- SURG"),
  teamSurgery: heading("TEAM SURG"),
  conversionFactor: heading("CONV FACTOR", figure),
  calculationFlag: heading("CALCULATION FLAG", figure),
  capNonFacilityPracticeRvu: heading("NON-FACILITY PE USED FOR OPPS PAYMENT AMOUNT", figure),
  capFacilityPracticeRvu: heading("FACILITY PE USED FOR OPPS PAYMENT AMOUNT", figure),
  capMalpracticeRvu: heading("MP USED FOR OPPS PAYMENT AMOUNT", figure),
};

type Values = { readonly [Name in keyof typeof fields]: string | null };

/** Relative values are printed with two decimals; a workbook may hold the sum of two of them as 2.0999999. */
const DECIMALS = 2;

function totalOf(...values: readonly (string | null)[]): string {
  return withDecimals(values.map((value) => parseFactor(value ?? "") ?? ZERO).reduce(sum), DECIMALS).text;
}

/** A total that is not the sum of its values shows that a column is read as another one. */
function refuseOtherTotal(values: Values, practice: string | null, printed: string | null, intake: Intake): void {
  const total = totalOf(values.workRvu, practice, values.malpracticeRvu);
  if (totalOf(printed) !== total) {
    intake.refuse(printed ?? "", `${total}, the total of the relative values of ${values.code}`);
  }
}

const isZero = (value: string | null) => value === null || /^[0.]*$/.test(value);

/** A cap of zero is none. */
function capOf(values: Values) {
  const { capNonFacilityPracticeRvu, capFacilityPracticeRvu, capMalpracticeRvu } = values;
  if (isZero(capNonFacilityPracticeRvu) && isZero(capFacilityPracticeRvu)) return {};
  return { capNonFacilityPracticeRvu, capFacilityPracticeRvu, capMalpracticeRvu };
}

/** The relative values of the physician fee schedule (medicare 2.1). */
export const physicianValuesFile = publication({
  ...listed("medicare/physician-values"),
  period: toYearEnd,
  asOf,
  asOfText: null,
  sections: [
    section({
      member: /pprrvu(?!.*(?<!non[-_ ]?)qpp).*\.csv$/i,
      captionRows: CAPTION_ROWS,
      fields,
      feeds: [physicianValues],
      read: () => ({
        record(values, intake) {
          const { nonFacilityPracticeRvu, facilityPracticeRvu, calculationFlag } = values;
          refuseOtherTotal(values, nonFacilityPracticeRvu, values.nonFacilityTotal, intake);
          refuseOtherTotal(values, facilityPracticeRvu, values.facilityTotal, intake);
          if (!isZero(calculationFlag)) {
            intake.refuse(calculationFlag ?? "", "a calculation flag of 0: the formula of another one is not known");
          }
          const { code, modifier, statusCode, workRvu, malpracticeRvu, conversionFactor } = values;
          const { pctcIndicator, globalDays, multipleProcedure, bilateralSurgery } = values;
          const { nonFacilityNa, facilityNa, assistantSurgery, coSurgery, teamSurgery } = values;
          intake.sum("total non-facility relative values", values.nonFacilityTotal);
          intake.take(physicianValues, {
            code,
            modifier,
            statusCode,
            workRvu,
            nonFacilityPracticeRvu,
            nonFacilityNa,
            facilityPracticeRvu,
            facilityNa,
            malpracticeRvu,
            conversionFactor,
            pctcIndicator,
            globalDays,
            multipleProcedure,
            bilateralSurgery,
            assistantSurgery,
            coSurgery,
            teamSurgery,
            ...capOf(values),
          });
        },
      }),
    }),
  ],
});
