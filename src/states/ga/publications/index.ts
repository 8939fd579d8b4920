import { aprDrg } from "../../../dataset/common-tables.ts";
import { fill, type Publication, rowsOf, unseen } from "../../../imports/declaring/publication.ts";
import { clfsFor } from "../../../imports/federal/clfs.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import {
  anesthesiaBaseUnits,
  anesthesiaConversionFactors,
  ascLocalities,
  ascProcedures,
  ascRates,
  drgWeights,
  enhancedEnrollments,
  feeSchedule,
  hospitalInpatientRates,
  hospitalOutpatientRates,
  labRates,
  medicareClfs,
  providers,
} from "../tables.ts";
import { resolvedType, STATE } from "../values.ts";
import { criticalAccess, zipCounties } from "./places.ts";

const DCH = { folder: "ga", publisher: "Georgia Department of Community Health" };
const ON_GAMMIS = "on the GAMMIS web portal, Provider Information";
const GAMMIS = { ...DCH, page: "https://www.mmis.georgia.gov/portal/" };
/** The department's page for providers, which leads to its rates. */
const SITE = { ...DCH, page: "https://dch.georgia.gov/providers" };
const PHYSICIAN_APPENDIX = "in the policy appendix of the Part II Physician Services manual";
const ASC_APPENDIX = "in an appendix of the Part II Ambulatory Surgical Center manual";
const AFTER_INCREASES = "on the department's web site after each legislative rate increase";

/** The lists of Georgia (ga 8). No layout of the state was seen; many are PDFs. */
const unseenLists: readonly Publication[] = [
  unseen({
    ...GAMMIS,
    name: "physician",
    title: "Schedule of Maximum Allowable Payments for Physician Services",
    published: `${ON_GAMMIS}, Fee Schedules, quarterly`,
    cells: { serviceCategory: "physician_fs" },
    feeds: [feeSchedule],
  }),
  unseen({
    ...GAMMIS,
    name: "site-of-service",
    title: "Site of Service Rates for Physician Services",
    published: `${ON_GAMMIS}, as a column or an appendix of the physician schedule`,
    cells: { serviceCategory: "site_of_service" },
    feeds: [feeSchedule],
  }),
  unseen({
    ...SITE,
    name: "enhanced-primary-care",
    title: "Enhanced Rate Crosswalk for Primary Care",
    published: AFTER_INCREASES,
    cells: { serviceCategory: "enhanced_rate", program: "primary_care" },
    feeds: [feeSchedule],
  }),
  unseen({
    ...SITE,
    name: "enhanced-ob-gyn",
    title: "Enhanced Rate Crosswalk for OB/GYN",
    published: AFTER_INCREASES,
    cells: { serviceCategory: "enhanced_rate", program: "ob_gyn" },
    feeds: [feeSchedule],
  }),
  unseen({
    folder: "ga",
    name: "enhanced-enrollments",
    title: "Providers Enrolled for Enhanced Rates",
    publisher: "your own list of attested providers",
    published: "nowhere: providers attest in the GAMMIS portal, and no public list is known",
    page: null,
    feeds: [enhancedEnrollments],
  }),
  unseen({
    ...GAMMIS,
    name: "anesthesia-base-units",
    title: "Anesthesia Base Units",
    published:
      'in the Part II Physician Services manual; CMS\'s yearly "Anesthesia Base Units by CPT Code" stands in for it',
    feeds: [anesthesiaBaseUnits],
  }),
  unseen({
    ...GAMMIS,
    name: "anesthesia-conversion-factors",
    title: "Anesthesia Conversion Factors",
    published: PHYSICIAN_APPENDIX,
    feeds: [anesthesiaConversionFactors],
  }),
  unseen({
    ...GAMMIS,
    name: "anesthesia-flat",
    title: "Anesthesia Flat Fees",
    published: PHYSICIAN_APPENDIX,
    cells: { serviceCategory: "anesthesia_flat" },
    feeds: [feeSchedule],
  }),
  unseen({
    ...GAMMIS,
    name: "laboratory",
    title: "Independent Laboratory Services Fee Schedule",
    published: `${ON_GAMMIS}, Fee Schedules (Part II Independent Laboratory Services)`,
    feeds: [labRates],
  }),
  unseen({
    ...GAMMIS,
    name: "padl",
    title: "Provider Administered Drug List (PADL)",
    published: `${ON_GAMMIS}, Fee Schedules, quarterly; its rates are for the quarter`,
    cells: { serviceCategory: "padl_drug" },
    feeds: [feeSchedule],
  }),
  unseen({
    ...GAMMIS,
    name: "vaccine-administration",
    title: "Adult Vaccine Administration Fees",
    published: "in the immunization and physician manuals",
    cells: { serviceCategory: "vaccine_admin" },
    feeds: [feeSchedule],
  }),
  unseen({
    ...GAMMIS,
    name: "asc-procedures",
    title: "ASC Procedure List",
    published: ASC_APPENDIX,
    feeds: [ascProcedures],
  }),
  unseen({
    ...GAMMIS,
    name: "asc-rates",
    title: "ASC Group Rates by Locality",
    published: ASC_APPENDIX,
    feeds: [ascRates],
  }),
  unseen({
    ...GAMMIS,
    name: "asc-localities",
    title: "ASC Localities by County",
    published: ASC_APPENDIX,
    feeds: [ascLocalities],
  }),
  unseen({
    ...SITE,
    name: "hospital-outpatient",
    title: "Hospital Outpatient Interim Rates",
    published: "by the department to each hospital, and on request",
    feeds: [hospitalOutpatientRates],
  }),
  unseen({
    ...SITE,
    name: "hospital-inpatient",
    title: "Inpatient Rate Sheets",
    published: "on the department's web site for each state fiscal year; ratios change every July 1",
    feeds: [hospitalInpatientRates],
  }),
  unseen({
    ...SITE,
    name: "drg-weights",
    title: "APR-DRG Weights and Outlier Thresholds",
    published: "on the department's web site with each new version of the grouper",
    feeds: [drgWeights, rowsOf(aprDrg, { repeats: "first" })],
  }),
];

const CRITICAL_ACCESS = "282NC0060X";

const typeOf = (primaryTaxonomyCode: string | null) => resolvedType({ providerType: null, primaryTaxonomyCode });

/** Empty if there is a primary taxonomy, which then decides (ga 3.2). */
function providerType({ primaryTaxonomy, taxonomies }: Registrant) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(typeOf)) : null;
}

/** Critical access hospitals often list a plainer taxonomy as their primary one. */
function isCriticalAccess({ primaryTaxonomy, taxonomies }: Registrant): boolean {
  return typeOf(primaryTaxonomy) === "HOSPITAL" && taxonomies.includes(CRITICAL_ACCESS);
}

/** Georgia publishes no list of providers, so they come from the registry (ga 8). */
export const nppes = nppesFor(STATE, [fill(providers, ["npi"], { adds: true })], (registrant, intake) => {
  const { npi, entityType, streetAddress, city, zipCode, primaryTaxonomy } = registrant;
  intake.take(providers, {
    npi,
    providerName: registrant.nameParts.join(", "),
    providerType: providerType(registrant),
    entityType,
    primaryTaxonomyCode: primaryTaxonomy,
    streetAddress,
    city,
    zipCode,
    criticalAccessHospital: isCriticalAccess(registrant) || null,
  });
});

/** Medicare's laboratory fees cap Georgia's (ga 2.5). */
export const clfs = clfsFor(medicareClfs);

/** The publications of Georgia's tables (ga 8). For counties, the hospital's own address comes before its ZIP code. */
export const publications: readonly Publication[] = [...unseenLists, criticalAccess, zipCounties, nppes, clfs];
