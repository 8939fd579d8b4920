import type { Publication } from "../../../imports/declaring/publication.ts";
import { drgWeightTable } from "./drg-weights.ts";
import { cbsa, nppes } from "./federal.ts";
import { ffsProviders } from "./ffs-providers.ts";
import { hcaiNpiCrosswalk } from "./hcai-npi-crosswalk.ts";
import { borderHospitals, hospitalCharacteristics } from "./hospital-characteristics.ts";
import { mediCalRates } from "./medi-cal-rates/medi-cal-rates.ts";
import { conversionFactorChart, targetedRateIncrease } from "./unseen.ts";

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
