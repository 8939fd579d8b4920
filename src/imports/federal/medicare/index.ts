import { anesthesiaBaseUnits } from "../../../dataset/medicare-tables.ts";
import { type Publication, unseen } from "../../declaring/publication.ts";
import { CMS } from "./editions.ts";
import { localitiesFile } from "./localities.ts";
import { countiesFile } from "./locality-counties.ts";
import { physicianValuesFile } from "./physician-values.ts";
import { anesthesiaFile, practiceCostsFile } from "./practice-costs.ts";

/** Base units of anesthesia codes; CMS publishes them apart from the conversion factors, in a layout that was not seen. */
const baseUnitsFile = unseen({
  ...CMS,
  name: "anesthesia-base-units",
  title: "Anesthesia Base Units by CPT Code",
  published: "on CMS's Anesthesiologists Center page",
  page: "https://www.cms.gov/medicare/payment/fee-schedules/physician/anesthesiologists-center",
  feeds: [anesthesiaBaseUnits],
});

/** The publications of Medicare's tables (medicare 5); the laboratory schedule is `federal/clfs`. */
export const medicarePublications: readonly Publication[] = [
  physicianValuesFile,
  practiceCostsFile,
  localitiesFile,
  countiesFile,
  anesthesiaFile,
  baseUnitsFile,
];
