import { foldName } from "../../../core/text/folding.ts";
import { Refusal } from "../../../core/text/refusal.ts";
import {
  amount,
  type Conversion,
  digitsOnly,
  figure,
  oneLine,
  percent,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { firstHeading, heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake, Opening } from "../../../imports/declaring/intake.ts";
import { fiscalYearOf, publication, section } from "../../../imports/declaring/publication.ts";
import { hospitalInpatientRates, hospitalOutpatientRates, providers } from "../tables.ts";
import { isHospital } from "../values.ts";
import { datesOf, ownDates } from "./columns.ts";
import { DCH, DCH_ADDRESS } from "./publishers.ts";

/** How a rate list says whose rate it is; it may know hospitals by name only. */
const hospitalColumns = {
  npi: optional(heading(["NPI", "Provider NPI", "National Provider Identifier", /\bnpi\b/], digitsOnly)),
  campus: optional(heading(["Campus", "Campus Name"], oneLine)),
  name: optional(
    firstHeading(
      [
        "Provider Name",
        "Hospital Name",
        "Facility Name",
        "Hospital",
        "Facility",
        "Provider",
        "Name",
        /^(?:hospital|provider|facility) name/,
      ],
      oneLine,
    ),
  ),
} as const;

interface NamedHospital {
  readonly npi: string | null;
  readonly name: string | null;
}

/** The NPI of a hospital of a list; null when it cannot be told, and then the record is left out. */
type HospitalNpi = (hospital: NamedHospital, intake: Intake) => string | null;

/** Finds hospitals of ga/providers, which federal/nppes brings. */
async function hospitalNpis({ known }: Opening): Promise<HospitalNpi> {
  const byNpi = await known(providers, (row) => (isHospital(row) ? row.npi : null));
  const byName = await known(providers, (row) => (isHospital(row) ? foldName(row.providerName) : null));
  return ({ npi, name }, intake) => {
    if (npi !== null) {
      if (byNpi(npi).length === 0)
        intake.find({ title: "rates of NPIs that are no hospital of ga/providers", example: npi });
      return npi;
    }
    if (name === null) {
      intake.leaveOut("neither an NPI nor a name");
      return null;
    }
    const [found, ...others] = new Set(byName(foldName(name)).map((row) => row.npi));
    if (found !== undefined && others.length === 0) return found;
    const many = found === undefined ? "no hospital of ga/providers has" : "several hospitals of ga/providers have";
    intake.leaveOut(`${many} this name: add its NPI in a column`, name);
    return null;
  };
}

/** No hospital is paid twice its charges, and none less than two cents of a dollar. */
const FRACTION_MAX = 2;

/**
 * A share of charges as a fraction. Workbooks hold a cell that shows 30.42% as 0.3042, and some lists print 30.42: which
 * of them a figure without a sign is, its size tells.
 */
export const fractionOfCharges: Conversion = (cell) => {
  if (cell.includes("%")) return percent(cell);
  const value = figure(cell);
  if (value === null || value instanceof Refusal) return value;
  return Number(value) > FRACTION_MAX ? percent(cell) : value;
};

/** Base rates and cost-to-charge ratios of a state fiscal year (ga 2.7). */
export const hospitalInpatient = publication({
  folder: "ga",
  name: "hospital-inpatient",
  title: "Inpatient Rate Sheets",
  publisher: DCH,
  published: "on the department's web site for each state fiscal year; ratios change every July 1",
  page: DCH_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  period: fiscalYearOf,
  sections: [
    section({
      fields: {
        ...hospitalColumns,
        baseRate: heading(
          [
            "Base Rate",
            "Hospital Base Rate",
            "Inpatient Base Rate",
            "IP Base Rate",
            "Hospital Specific Base Rate",
            /base rate/,
          ],
          zeroAbsent(rounded(2, amount)),
        ),
        costToChargeRatio: optional(
          heading(
            ["Operating CCR", "CCR", "Inpatient CCR", "IP CCR", "Cost to Charge Ratio", /\bccr\b|cost.to.charge/],
            zeroAbsent(fractionOfCharges),
          ),
        ),
      },
      feeds: [hospitalInpatientRates],
      read: async (opening) => {
        const npiOf = await hospitalNpis(opening);
        return {
          record(fields, intake) {
            if (fields.baseRate === null) return intake.leaveOut("no base rate");
            const npi = npiOf(fields, intake);
            if (npi === null) return;
            intake.sum("base rates, dollars", fields.baseRate);
            intake.take(hospitalInpatientRates, {
              npi,
              campusName: fields.campus,
              ipBaseRate: fields.baseRate,
              ipCcr: fields.costToChargeRatio,
            });
          },
        };
      },
    }),
  ],
});

/** Interim shares of charges, which a cost settlement replaces later (ga 2.7). */
export const hospitalOutpatient = publication({
  folder: "ga",
  name: "hospital-outpatient",
  title: "Hospital Outpatient Interim Rates",
  publisher: DCH,
  published: "by the department to each hospital, and on request",
  page: DCH_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        ...hospitalColumns,
        interimRate: heading(
          [
            "Outpatient Interim Rate",
            "Interim Rate",
            "Rate",
            /\b(?:outpatient|op|interim)\b.*(?:rate|percent|%)|^percent/,
          ],
          fractionOfCharges,
        ),
        ...ownDates,
      },
      feeds: [hospitalOutpatientRates],
      read: async (opening) => {
        const npiOf = await hospitalNpis(opening);
        return {
          record(fields, intake) {
            const outpatientInterimRate = fields.interimRate;
            if (outpatientInterimRate === null) return intake.leaveOut("no interim rate");
            const npi = npiOf(fields, intake);
            if (npi === null) return;
            const campusName = fields.campus;
            intake.take(hospitalOutpatientRates, { npi, campusName, outpatientInterimRate, ...datesOf(fields) });
          },
        };
      },
    }),
  ],
});
