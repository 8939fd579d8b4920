import type { Publication } from "../../../imports/declaring/publication.ts";
import { drgCalculator } from "./drg-calculator.ts";
import { eapgCalculator } from "./eapg-calculator.ts";
import { ambulatorySurgicalCenters, practitioner, practitionerLaboratory } from "./fee-schedules.ts";
import { nppes } from "./nppes.ts";
import { providerMasterList } from "./provider-master-list.ts";
import { independentLaboratory, radiology, taxonomyMasterList } from "./unseen.ts";

/** What can be imported for Florida (fl 8). */
export const publications: readonly Publication[] = [
  providerMasterList,
  taxonomyMasterList,
  practitioner,
  practitionerLaboratory,
  radiology,
  independentLaboratory,
  ambulatorySurgicalCenters,
  eapgCalculator,
  drgCalculator,
  nppes,
];
