import type { Publication } from "../../../imports/declaring/publication.ts";
import { acuteFeeForService } from "./acute-ffs.ts";
import { acuteManagedCare } from "./acute-hmo.ts";
import { apgCrosswalk } from "./apg-crosswalk.ts";
import { apgWeightsHistory } from "./apg-weights.ts";
import { freestandingBaseRates } from "./dtc-base-rates.ts";
import { freestandingCapital } from "./dtc-capital.ts";
import { enrolledProviders } from "./enrolled-providers.ts";
import { facilities } from "./facilities.ts";
import { hospitalBaseRates } from "./hospital-apg-rates.ts";
import { laboratory } from "./laboratory.ts";
import { nppes } from "./nppes.ts";
import { ownCertificates } from "./own-certificates.ts";
import { perDiemFeeForService } from "./per-diem-ffs.ts";
import { perDiemManagedCare } from "./per-diem-hmo.ts";
import { physicianAnesthesia } from "./physician-anesthesia.ts";
import { physicianMedicine } from "./physician-medicine.ts";
import { physicianRadiology } from "./physician-radiology.ts";
import { physicianSurgery } from "./physician-surgery.ts";
import { psychiatricComorbidities } from "./psychiatric-comorbidities.ts";
import { psychiatricFeeForService } from "./psychiatric-ffs.ts";
import { psychiatricManagedCare } from "./psychiatric-hmo.ts";
import { psychiatricWeights } from "./psychiatric-weights.ts";
import { acuteWeights } from "./siw.ts";

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
