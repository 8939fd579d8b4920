import type { Publication } from "../../../imports/declaring/publication.ts";
import { anesthesiaBaseUnitList } from "./anesthesia-base-units.ts";
import { anesthesiaConversionFactorList } from "./anesthesia-conversion-factors.ts";
import { anesthesiaFlat } from "./anesthesia-flat.ts";
import { ascLocalityList } from "./asc-localities.ts";
import { ascProcedureList } from "./asc-procedures.ts";
import { ascRateList } from "./asc-rates.ts";
import { clfs } from "./clfs.ts";
import { criticalAccess } from "./critical-access.ts";
import { drgWeightList } from "./drg-weights.ts";
import { enhancedEnrollmentList } from "./enhanced-enrollments.ts";
import { enhancedObGyn } from "./enhanced-ob-gyn.ts";
import { enhancedPrimaryCare } from "./enhanced-primary-care.ts";
import { hospitalInpatient } from "./hospital-inpatient.ts";
import { hospitalOutpatient } from "./hospital-outpatient.ts";
import { laboratory } from "./laboratory.ts";
import { nppes } from "./nppes.ts";
import { padl } from "./padl.ts";
import { physician } from "./physician.ts";
import { siteOfService } from "./site-of-service.ts";
import { vaccineAdministration } from "./vaccine-administration.ts";
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
