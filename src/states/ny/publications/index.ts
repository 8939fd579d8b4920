import type { Publication } from "../../../imports/declaring/publication.ts";
import { acuteFeeForService, acuteManagedCare } from "./acute-rates.ts";
import { apgCrosswalk, apgWeightsHistory } from "./apg.ts";
import { ownCertificates } from "./certificates.ts";
import { acuteWeights } from "./drg-weights.ts";
import { freestandingBaseRates } from "./dtc-base-rates.ts";
import { enrolledProviders } from "./enrolled-providers.ts";
import { facilities } from "./facilities.ts";
import {
  laboratory,
  physicianAnesthesia,
  physicianMedicine,
  physicianRadiology,
  physicianSurgery,
} from "./fee-schedules.ts";
import { nppes } from "./nppes.ts";
import {
  freestandingCapital,
  hospitalBaseRates,
  psychiatricComorbidities,
  psychiatricWeights,
  unitRateSheets,
} from "./unseen.ts";

/** What can be imported for New York (ny 8), in order: later publications look up rows of earlier ones. */
export const publications: readonly Publication[] = [
  enrolledProviders,
  nppes,
  ownCertificates,
  facilities,
  freestandingBaseRates,
  freestandingCapital,
  hospitalBaseRates,
  apgWeightsHistory,
  apgCrosswalk,
  physicianMedicine,
  physicianSurgery,
  physicianRadiology,
  physicianAnesthesia,
  laboratory,
  acuteWeights,
  psychiatricWeights,
  psychiatricComorbidities,
  acuteFeeForService,
  acuteManagedCare,
  ...unitRateSheets,
];
