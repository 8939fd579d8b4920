import type { Publication } from "../../../imports/declaring/publication.ts";
import { anesthesiaBaseUnitList, anesthesiaConversionFactorList, anesthesiaFlat } from "./anesthesia.ts";
import { ascLocalityList, ascProcedureList, ascRateList } from "./asc.ts";
import { criticalAccess } from "./critical-access.ts";
import { drgWeightList } from "./drg-weights.ts";
import { padl, vaccineAdministration } from "./drugs-and-vaccines.ts";
import { enhancedEnrollmentList, enhancedObGyn, enhancedPrimaryCare } from "./enhanced-rates.ts";
import { hospitalInpatient, hospitalOutpatient } from "./hospital-rates.ts";
import { clfs, laboratory } from "./laboratory.ts";
import { nppes } from "./nppes.ts";
import { physician, siteOfService } from "./physician.ts";
import { zipCounties } from "./zip-counties.ts";

/** What Georgia's tables are made of (ga 8); of two that tell a county, the hospital's own address before its ZIP code. */
export const publications: readonly Publication[] = [
  physician,
  siteOfService,
  enhancedPrimaryCare,
  enhancedObGyn,
  enhancedEnrollmentList,
  anesthesiaBaseUnitList,
  anesthesiaConversionFactorList,
  anesthesiaFlat,
  laboratory,
  padl,
  vaccineAdministration,
  ascProcedureList,
  ascRateList,
  ascLocalityList,
  hospitalOutpatient,
  hospitalInpatient,
  drgWeightList,
  criticalAccess,
  zipCounties,
  nppes,
  clfs,
];
