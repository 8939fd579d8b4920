import { type Publication, unseen } from "../../../imports/declaring/publication.ts";
import { conversionFactors, outpatientRates } from "../tables.ts";
import { DHCS } from "./dhcs.ts";
import { drgWeightTable } from "./drg-weights.ts";
import { cbsa, nppes } from "./federal.ts";
import { ffsProviders } from "./ffs-providers.ts";
import { hcaiNpiCrosswalk } from "./hcai-npi-crosswalk.ts";
import { borderHospitals, hospitalCharacteristics } from "./hospital-characteristics.ts";
import { mediCalRates } from "./medi-cal-rates/medi-cal-rates.ts";

const MEDI_CAL = { folder: "ca", publisher: DHCS };

/** The chart of conversion factors by conversion indicator and type of facility (ca 8). */
const conversionFactorChart = unseen({
  ...MEDI_CAL,
  name: "conversion-factors",
  title: "Medi-Cal Conversion Factors",
  published: "with the Medi-Cal Rates, in the same ZIP (conv_data.txt)",
  page: "https://mcweb.apps.prd.cammis.medi-cal.ca.gov/rates",
  feeds: [conversionFactors],
});

/** Targeted rate increases: dollar rates that hospitals get no add-on to (ca 8). */
const targetedRateIncrease = unseen({
  ...MEDI_CAL,
  name: "targeted-rate-increase",
  title: "Targeted Rate Increase Fee Schedule",
  published: "on the department's page of targeted provider rate increases, for each calendar year from 2024 on",
  page: "https://www.dhcs.ca.gov/Pages/Medi-Cal-Targeted-Provider-Rate-Increases.aspx",
  cells: { procedureType: "Targeted Rate Increase" },
  feeds: [outpatientRates, conversionFactors],
});

/**
 * What can be imported for California (ca 8). If two publications have the same row, the first counts: a chart before
 * derived factors.
 */
export const publications: readonly Publication[] = [
  hcaiNpiCrosswalk,
  hospitalCharacteristics,
  borderHospitals,
  ffsProviders,
  conversionFactorChart,
  mediCalRates,
  targetedRateIncrease,
  drgWeightTable,
  nppes,
  cbsa,
];
