import { fill, type Publication, unseen } from "../../../imports/declaring/publication.ts";
import {
  drgWeights,
  dtcCapital,
  hospitalApgRates,
  parameters,
  perDiemRates,
  providers,
  psychiatricRates,
} from "../tables.ts";
import type { PayerClass } from "../values.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE, RATE_SHEET } from "./publishers.ts";

const APG_ADDRESS = "https://www.health.ny.gov/health_care/medicaid/rates/apg/";
const WITH_THE_GROUPER = { ...HEALTH, published: `${RATE_PAGE}, with each version of the grouper`, page: RATE_ADDRESS };

/** Listed by operating certificate: the table needs the NPIs of the clinics, and ny/certificates their peer groups. */
export const freestandingCapital = unseen({
  ...HEALTH,
  name: "dtc-capital",
  title: "Freestanding APG Capital Add-ons",
  published: "on the Department of Health's APG rates page, a spreadsheet per year",
  page: APG_ADDRESS,
  feeds: [dtcCapital, fill(providers, ["npi"])],
});

export const hospitalBaseRates = unseen({
  ...HEALTH,
  name: "hospital-apg-rates",
  title: "Hospital APG Rates",
  published: "on the Department of Health's APG rates page",
  page: APG_ADDRESS,
  feeds: [hospitalApgRates],
});

export const psychiatricWeights = unseen({
  ...WITH_THE_GROUPER,
  name: "psychiatric-weights",
  title: "Psychiatric APR-DRG Weights",
  cells: { serviceType: "psychiatric" },
  feeds: [drgWeights],
});

export const psychiatricComorbidities = unseen({
  ...HEALTH,
  name: "psychiatric-comorbidities",
  title: "Psychiatric Comorbidity Factors",
  published: `${RATE_PAGE}, beside the psychiatric weights`,
  page: RATE_ADDRESS,
  feeds: [parameters],
});

function inpatientSheet(table: typeof psychiatricRates | typeof perDiemRates, name: string, title: string) {
  const ofPayer = (suffix: string, words: string, payerClass: PayerClass): Publication =>
    unseen({
      ...RATE_SHEET,
      name: `${name}-${suffix}`,
      title: `${title}, ${words}`,
      cells: { payerClass },
      feeds: [table],
    });
  return [ofPayer("ffs", "Fee for Service", "FFS"), ofPayer("hmo", "Managed Care", "MMC")];
}

/** The rate sheets of psychiatric and exempt units; their layout was never seen. */
export const unitRateSheets: readonly Publication[] = [
  ...inpatientSheet(psychiatricRates, "psychiatric", "Psychiatric Inpatient Rates"),
  ...inpatientSheet(perDiemRates, "per-diem", "Exempt Unit and Specialty Hospital Rates"),
];
