import { fill, type Publication, unseen } from "../../../imports/declaring/publication.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import {
  drgWeights,
  dtcCapital,
  hospitalApgRates,
  parameters,
  perDiemRates,
  providers,
  psychiatricRates,
} from "../tables.ts";
import { type PayerClass, typeOfTaxonomy } from "../values.ts";
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
import { HEALTH, RATE_ADDRESS, RATE_PAGE, RATE_SHEET } from "./publishers.ts";

const APG_ADDRESS = "https://www.health.ny.gov/health_care/medicaid/rates/apg/";
const WITH_THE_GROUPER = { ...HEALTH, published: `${RATE_PAGE}, with each version of the grouper`, page: RATE_ADDRESS };

/** Listed by operating certificate: the table needs the NPIs of the clinics, and ny/certificates their peer groups. */
const freestandingCapital = unseen({
  ...HEALTH,
  name: "dtc-capital",
  title: "Freestanding APG Capital Add-ons",
  published: "on the Department of Health's APG rates page, a spreadsheet per year",
  page: APG_ADDRESS,
  feeds: [dtcCapital, fill(providers, ["npi"])],
});

const hospitalBaseRates = unseen({
  ...HEALTH,
  name: "hospital-apg-rates",
  title: "Hospital APG Rates",
  published: "on the Department of Health's APG rates page",
  page: APG_ADDRESS,
  feeds: [hospitalApgRates],
});

const psychiatricWeights = unseen({
  ...WITH_THE_GROUPER,
  name: "psychiatric-weights",
  title: "Psychiatric APR-DRG Weights",
  cells: { serviceType: "psychiatric" },
  feeds: [drgWeights],
});

const psychiatricComorbidities = unseen({
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
const unitRateSheets: readonly Publication[] = [
  ...inpatientSheet(psychiatricRates, "psychiatric", "Psychiatric Inpatient Rates"),
  ...inpatientSheet(perDiemRates, "per-diem", "Exempt Unit and Specialty Hospital Rates"),
];

const MMIS_ID = /^[0-9]{8}$/;

/** Empty if there is a primary taxonomy, which then decides (ny 3.5). */
function providerType({ primaryTaxonomy, taxonomies }: Registrant) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(typeOfTaxonomy)) : null;
}

/** The registry completes the state's listing with entity type and taxonomy, and adds missing providers (ny 8). */
export const nppes = nppesFor("NY", [fill(providers, ["npi"], { adds: true })], (registrant, intake) => {
  const { npi, entityType, streetAddress, city, state, zipCode, primaryTaxonomy } = registrant;
  intake.take(providers, {
    npi,
    stateProviderId: registrant.medicaidId(MMIS_ID),
    // The state's listing prints names without commas.
    providerName: registrant.nameParts.join(" "),
    providerType: providerType(registrant),
    entityType,
    primaryTaxonomyCode: primaryTaxonomy,
    streetAddress,
    city,
    state,
    zipCode,
  });
});

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
