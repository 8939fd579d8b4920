import type { Publication } from "../../../imports/declaring/publication.ts";
import { acuteFeeForService, acuteManagedCare } from "./acute-rates.ts";
import { apgCrosswalk } from "./apg-crosswalk.ts";
import { apgWeightsHistory } from "./apg-weights.ts";
import { ownCertificates } from "./certificates.ts";
import { acuteWeights, psychiatricComorbidities, psychiatricWeights } from "./drg-weights.ts";
import { freestandingBaseRates } from "./dtc-base-rates.ts";
import { freestandingCapital } from "./dtc-capital.ts";
import { enrolledProviders } from "./enrolled-providers.ts";
import { facilities } from "./facilities.ts";
import { hospitalBaseRates } from "./hospital-apg-rates.ts";
import { laboratory } from "./laboratory.ts";
import { nppes } from "./nppes.ts";
import { perDiemFeeForService, perDiemManagedCare } from "./per-diem-rates.ts";
import { physicianAnesthesia, physicianMedicine, physicianRadiology, physicianSurgery } from "./physician-schedules.ts";
import { psychiatricFeeForService, psychiatricManagedCare } from "./psychiatric-rates.ts";

/** What can be imported for New York (ny 8), in the order in which it is: later ones look up what earlier ones brought. */
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
  psychiatricFeeForService,
  psychiatricManagedCare,
  perDiemFeeForService,
  perDiemManagedCare,
];
