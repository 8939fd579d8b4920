import { aprDrg } from "../../../dataset/common-tables.ts";
import { type Publication, rowsOf, unseen } from "../../../imports/declaring/publication.ts";
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
} from "../tables.ts";

const DCH = { folder: "ga", publisher: "Georgia Department of Community Health" };
const ON_GAMMIS = "on the GAMMIS web portal, Provider Information";
const GAMMIS = { ...DCH, page: "https://www.mmis.georgia.gov/portal/" };
/** The department's page for providers, which leads to its rates. */
const SITE = { ...DCH, page: "https://dch.georgia.gov/providers" };
const PHYSICIAN_APPENDIX = "in the policy appendix of the Part II Physician Services manual";
const ASC_APPENDIX = "in an appendix of the Part II Ambulatory Surgical Center manual";
const AFTER_INCREASES = "on the department's web site after each legislative rate increase";

/** The lists of Georgia (ga 8). No layout of the state was seen; many are PDFs. */
export const unseenLists: readonly Publication[] = [
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
