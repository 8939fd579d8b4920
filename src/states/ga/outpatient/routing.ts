import { compareText } from "../../../core/text/order.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { anotherModifier, noRateOnDay, noRowWithModifier } from "../failures.ts";
import { anesthesiaBaseUnits, type FeeRow, feeSchedule, type LabRow, labRates } from "../tables.ts";
import type { FeeCategory, PlaceOfService, ServiceCategory } from "../values.ts";
import {
  anesthesiaPayment,
  assumePersonallyPerformed,
  flatFeeStatusUnits,
  PERSONALLY_PERFORMED,
} from "./anesthesia.ts";
import { type EnrolledRate, enhancedRate, enrolledRates } from "./enhanced-rate.ts";
import { feeRowPayment } from "./fee-row.ts";
import type { Found } from "./found.ts";
import { hasRate, laboratoryRow, laboratoryRowPayment } from "./laboratory.ts";
import { assumePlace, placeOf } from "./place-of-service.ts";
import type { OutpatientRequest } from "./request.ts";

/** The first schedule that has a row for the code prices a physician's service (ga 4.3). */
export function physicianPayment(request: OutpatientRequest, npi: string, sheet: Sheet, found: Found): Figure | null {
  const {
    billingCode: { code },
    modifier,
  } = request;
  const place = placeOf(request);
  const published = sheet.rows(feeSchedule, { code });
  const live = sheet.inForce(published);
  const rows = sheet.those(live, (row) => row.modifier === modifier, anotherModifier);
  const pay = (row: FeeRow) => {
    passOver(rows, row.serviceCategory, row, place, sheet);
    return feeRowPayment(row, live, sheet, found);
  };

  const flatFee = ofCategory(rows, "anesthesia_flat") ?? personallyPerformed(live, modifier, sheet);
  if (flatFee !== undefined) {
    found.physicalStatusUnits = flatFeeStatusUnits(request, sheet);
    return pay(flatFee);
  }

  const baseUnits = sheet.rows(anesthesiaBaseUnits, { code });
  if (baseUnits.length > 0) {
    passOver(rows, "anesthesia", null, place, sheet);
    return anesthesiaPayment(request, baseUnits, sheet, found);
  }

  const enrolled = enrolledRates(rows, npi, sheet);
  const enhanced = enhancedRate(enrolled, place, sheet);
  if (enhanced !== undefined) {
    assumePlace(request, sheet);
    return pay(enhanced);
  }

  const ofAnyPlace = ofCategory(rows, "vaccine_admin") ?? ofCategory(rows, "padl_drug");
  if (ofAnyPlace !== undefined) return pay(ofAnyPlace);

  const fee = (place === "facility" ? ofCategory(rows, "site_of_service") : undefined) ?? physicianFeeRow(rows, place);
  if (fee !== undefined) {
    assumePlace(request, sheet);
    return pay(fee);
  }

  const laboratory = sheet.rows(labRates, { code });
  const ownLaboratory = laboratoryRow(sheet.inForce(laboratory), modifier, sheet);
  if (ownLaboratory !== undefined) {
    passOver(rows, "clinical_lab", null, place, sheet);
    return laboratoryRowPayment(ownLaboratory, sheet, found);
  }

  throw whyNoSchedule(request, { published, rows, enrolled, laboratory }, sheet, found);
}

function ofCategory(rows: readonly FeeRow[], category: FeeCategory, place?: PlaceOfService | null): FeeRow | undefined {
  return rows.find((row) => row.serviceCategory === category && (place === undefined || row.placeOfService === place));
}

/** A flat fee without a modifier is that of anesthesia personally performed (ga 4.3 step 1). */
function personallyPerformed(live: readonly FeeRow[], modifier: string | null, sheet: Sheet): FeeRow | undefined {
  if (modifier !== null) return undefined;
  const row = live.find((each) => each.serviceCategory === "anesthesia_flat" && each.modifier === PERSONALLY_PERFORMED);
  if (row !== undefined) assumePersonallyPerformed(sheet);
  return row;
}

/** The row of the place, else the one row that there is (ga 4.3 step 6). */
function physicianFeeRow(rows: readonly FeeRow[], place: PlaceOfService): FeeRow | undefined {
  const nonFacility = () => ofCategory(rows, "physician_fs", "non_facility");
  const bothPlaces = () => ofCategory(rows, "physician_fs", null);
  return place === "facility" ? (bothPlaces() ?? nonFacility()) : (nonFacility() ?? bothPlaces());
}

/** Says of the rows that had the modifier why another one, or another table, prices the code. */
function passOver(
  rows: readonly FeeRow[],
  taken: ServiceCategory,
  paid: FeeRow | null,
  place: PlaceOfService,
  sheet: Sheet,
): void {
  sheet.those(
    rows,
    (row) => row === paid,
    ({ serviceCategory, placeOfService }) => {
      if (serviceCategory === "site_of_service" && place !== "facility") return "for place_of_service facility";
      if (serviceCategory !== taken) return `${taken} comes before ${serviceCategory}`;
      return placeOfService === null
        ? `for both places, and a row for ${place} comes first`
        : `for place_of_service ${placeOfService}`;
    },
  );
}

/** What a code has when no schedule prices it. */
interface Unpriced {
  readonly published: readonly FeeRow[];
  /** Those of the fee rows in force that have the modifier. */
  readonly rows: readonly FeeRow[];
  readonly enrolled: readonly EnrolledRate[];
  readonly laboratory: readonly LabRow[];
}

/** Why no schedule prices the code, the first that applies (ga 4.3 E5 to E9). */
function whyNoSchedule(
  request: OutpatientRequest,
  { published: fees, rows, enrolled, laboratory }: Unpriced,
  sheet: Sheet,
  found: Found,
): NoRate {
  const {
    billingCode: { code },
    modifier,
  } = request;
  // The fee schedule was asked first, and is where nearly all codes are.
  const sought = { table: feeSchedule, key: { code } };
  const published = [...fees, ...laboratory];
  if (published.length === 0) {
    const message = `No Georgia physician, anesthesia, drug, vaccine or laboratory rate is published for code ${code}.`;
    return sheet.noRate("code_not_listed", message, { sought });
  }
  const live = sheet.inForce(published);
  if (live.length === 0) return noRateOnDay(code, published, sheet, sought);
  if (rows.length === 0) {
    const payable = live.filter((row) => hasRate(row) && appliesAt(row, placeOf(request)));
    return noRowWithModifier(code, modifier, live, payable, sheet, found, sought);
  }

  assumePlace(request, sheet);
  const siteOfService = ofCategory(rows, "site_of_service");
  if (siteOfService !== undefined) {
    const remedy = hasRate(siteOfService) ? [atPlace("facility")] : [];
    const message = `Code ${code} is published only for place_of_service facility.`;
    return sheet.noRate("not_for_request", message, { sought, remedy });
  }
  const programs = [...new Set(rows.map(({ program }) => program))].sort(compareText).join(", ");
  const places = new Set(enrolled.map(({ row }) => row.placeOfService as PlaceOfService));
  return sheet.noRate(
    places.size > 0 ? "not_for_request" : "not_for_provider_type",
    `Code ${code} is published only as an enhanced rate (${programs}) that does not apply to this provider and place of service.`,
    { sought, remedy: [...places].map(atPlace) },
  );
}

/** Whether a row would price its modifier at a place, whoever the provider is. */
function appliesAt(row: FeeRow | LabRow, place: PlaceOfService): boolean {
  if (!("serviceCategory" in row)) return true;
  return row.serviceCategory !== "enhanced_rate" && (row.serviceCategory !== "site_of_service" || place === "facility");
}

function atPlace(value: PlaceOfService) {
  return { parameter: "place_of_service", value, why: "the code is published for this place" };
}
