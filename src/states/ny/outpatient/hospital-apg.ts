import { sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { Worksheet } from "../../../worksheet/worksheet.ts";
import { lookUp, noOperatingCertificate } from "../failures.ts";
import { certificateDigits } from "../operating-certificate.ts";
import { routesOf, supportedCodes } from "../routes.ts";
import { type HospitalApgRate, hospitalApgRates, type Provider } from "../tables.ts";
import type { HospitalApgColumn } from "../values.ts";
import { type ApgPayment, operatingPayment } from "./apg-payment.ts";
import { type FlatFee, flatFeeOf } from "./flat-fee.ts";
import type { OutpatientRequest } from "./request.ts";
import { weightOf } from "./weight.ts";

/** The code's flat fee, else weight x the hospital's own base rate, in which capital is bundled (ny 4.3). */
export function hospitalApg(
  request: OutpatientRequest,
  provider: Provider,
  data: RateData,
): ApgPayment | FlatFee | NoRate {
  const { billingCode, dateOfService: day } = request;
  const column = columnOf(request.rateCode, data);
  const fee = flatFeeOf(billingCode, day, data);
  // Of the hospital's path only the rate code is checked.
  if (fee !== null) return column instanceof NoRate ? column : fee;

  const weight = weightOf(billingCode, day, data);
  if (weight instanceof NoRate) return weight;
  if (column instanceof NoRate) return column;

  const { opcert } = provider;
  if (opcert === null) return noOperatingCertificate(provider);
  const published = data.rows(hospitalApgRates, certificateDigits(opcert));
  const rates = lookUp(published, day, "hospital APG base rate", `operating certificate ${opcert}`);
  if (rates instanceof NoRate) return rates;
  const baseRate = RATE_OF_COLUMN[column](rates);
  if (baseRate === null) return new NoRate(`No ${column} is published for operating certificate ${opcert}.`);

  const sheet = new Worksheet();
  const operating = operatingPayment(weight, baseRate, column, sheet);
  return {
    kind: "apg",
    weight,
    baseRate,
    column,
    operating,
    capital: null,
    payment: operating,
    region: null,
    period: sharedPeriod(weight.period, rates.period),
    method: sheet.line,
  };
}

const RATE_OF_COLUMN: Readonly<Record<HospitalApgColumn, (rates: HospitalApgRate) => Money | null>> = {
  apg_base_rate_opd_visit: (rates) => rates.apgBaseRateOpdVisit,
  apg_base_rate_ed: (rates) => rates.apgBaseRateEd,
  apg_base_rate_opd_episode: (rates) => rates.apgBaseRateOpdEpisode,
};

/** The base rate that a rate code asks for, an OPD visit when none is sent (ny 4.3 step 2). */
function columnOf(rateCode: string | null, data: RateData): HospitalApgColumn | NoRate {
  if (rateCode === null) return "apg_base_rate_opd_visit";
  const { hospitalRateCode } = routesOf(data);
  return (
    hospitalRateCode.get(rateCode) ??
    new NoRate(`Rate code ${rateCode} is not a hospital APG rate code; supported: ${supportedCodes(hospitalRateCode)}.`)
  );
}
