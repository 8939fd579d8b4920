import { rowsOf, unseen } from "../../../imports/declaring/publication.ts";
import { codes, feeSchedule } from "../tables.ts";
import { AHCA, EACH_JANUARY, FEE_SCHEDULES, PORTAL } from "./ahca.ts";

/** Florida's lists whose layout was never seen (fl 8.3, 8.4, 8.8). */
export const radiology = unseen({
  folder: "fl",
  name: "radiology",
  title: "Radiology Fee Schedule",
  publisher: AHCA,
  published: EACH_JANUARY,
  page: FEE_SCHEDULES,
  cells: { schedule: "RADIOLOGY" },
  feeds: [feeSchedule],
});

export const independentLaboratory = unseen({
  folder: "fl",
  name: "independent-laboratory",
  title: "Independent Laboratory Fee Schedule",
  publisher: AHCA,
  published: EACH_JANUARY,
  page: FEE_SCHEDULES,
  cells: { schedule: "INDEPENDENT_LAB" },
  feeds: [feeSchedule],
});

export const taxonomyMasterList = unseen({
  folder: "fl",
  name: "taxonomy-master-list",
  title: "Taxonomy Master List",
  publisher: "Florida Medicaid web portal",
  published: "for managed care plans on the Florida Medicaid web portal, beside the Provider Master List",
  page: PORTAL,
  feeds: [rowsOf(codes, { repeats: "first" })],
});
