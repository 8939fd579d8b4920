import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { lookUp, noOperatingCertificate } from "../failures.ts";
import { certificateDigits } from "../operating-certificate.ts";
import { type HospitalApgRate, hospitalApgRates, type Provider } from "../tables.ts";
import { HOSPITAL_APG_COLUMNS, type HospitalApgColumn } from "../values.ts";
import { BASE_RATE, operatingPayment } from "./apg-payment.ts";
import { flatFeeOf, flatFeePayment } from "./flat-fee.ts";
import type { Found } from "./found.ts";
import { assumeRateCode, HOSPITAL_RATE_CODES, rateCodesTo, routedFrom } from "./rate-code.ts";
import type { OutpatientRequest } from "./request.ts";
import { weightOf } from "./weight.ts";

/** The code's flat fee, else weight x the hospital's own base rate, in which capital is bundled (ny 4.3). */
export function hospitalApg(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: Found): Figure {
  const { billingCode, rateCode } = request;
  const fee = flatFeeOf(billingCode, sheet);
  if (fee !== null) {
    // Of the hospital's path only the rate code is checked.
    if (rateCode !== null) routedFrom(rateCode, HOSPITAL_RATE_CODES, () => HOSPITAL_APG_COLUMNS, sheet);
    return flatFeePayment(fee, sheet, found);
  }

  const weight = weightOf(billingCode, sheet);
  const column = columnOf(rateCode, provider, sheet);
  const { opcert } = provider;
  if (opcert === null) throw noOperatingCertificate(provider, sheet);
  const key = `operating certificate ${opcert}`;
  const sought = { code: "no_provider_rate", what: "hospital APG base rate", key } as const;
  const rates = lookUp(sheet.rows(hospitalApgRates, { opcert: certificateDigits(opcert) }), sought, sheet);
  const baseRate = sheet.figure(BASE_RATE, rates, CELL_OF_COLUMN[column]);
  if (baseRate === null) throw noRateInColumn(column, rates, key, sheet);

  const operating = operatingPayment("ny 4.3 step 5", weight, baseRate, column, sheet);
  found.apg = { weight, baseRate, column, operating, capital: null, region: null };
  return operating;
}

const CELL_OF_COLUMN = {
  apg_base_rate_opd_visit: "apgBaseRateOpdVisit",
  apg_base_rate_ed: "apgBaseRateEd",
  apg_base_rate_opd_episode: "apgBaseRateOpdEpisode",
} as const satisfies Record<HospitalApgColumn, keyof HospitalApgRate>;

/** The base rate that a rate code asks for, an OPD visit when none is sent (ny 4.3 step 2). */
function columnOf(rateCode: string | null, { opcert }: Provider, sheet: Sheet): HospitalApgColumn {
  if (rateCode === null) {
    assumeRateCode("apg_base_rate_opd_visit", HOSPITAL_RATE_CODES, "not sent: an OPD visit", sheet);
    return "apg_base_rate_opd_visit";
  }
  return routedFrom(rateCode, HOSPITAL_RATE_CODES, () => columnsOf(opcert, sheet), sheet);
}

/** The base rates that a hospital has on the day. */
function columnsOf(opcert: string | null, sheet: Sheet): readonly HospitalApgColumn[] {
  if (opcert === null) return [];
  const rates = sheet.rowIfAny(hospitalApgRates, { opcert: certificateDigits(opcert) });
  return rates === undefined ? [] : columnsIn(rates);
}

function columnsIn(rates: HospitalApgRate): readonly HospitalApgColumn[] {
  return HOSPITAL_APG_COLUMNS.filter((column) => rates[CELL_OF_COLUMN[column]] !== null);
}

/** The hospital has rates, but not the one asked for (ny 4.3 step 4). */
function noRateInColumn(column: HospitalApgColumn, rates: HospitalApgRate, key: string, sheet: Sheet): NoRate {
  return sheet.noRate("no_provider_rate", `No ${column} is published for ${key}.`, {
    remedy: rateCodesTo(columnsIn(rates), HOSPITAL_RATE_CODES, sheet),
  });
}
