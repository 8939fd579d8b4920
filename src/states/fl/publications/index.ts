import type { Publication } from "../../../imports/declaring/publication.ts";
import { ambulatorySurgicalCenters } from "./ambulatory-surgical-centers.ts";
import { drgCalculator } from "./drg-calculator.ts";
import { eapgCalculator } from "./eapg-calculator.ts";
import { independentLaboratory } from "./independent-laboratory.ts";
import { nppes } from "./nppes.ts";
import { practitioner } from "./practitioner.ts";
import { practitionerLaboratory } from "./practitioner-laboratory.ts";
import { providerMasterList } from "./provider-master-list.ts";
import { radiology } from "./radiology.ts";
import { taxonomyMasterList } from "./taxonomy-master-list.ts";

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
