import { compare, isZero } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import { CENTS_DECIMALS } from "../../../core/money/money.ts";
import { compareText } from "../../../core/text/order.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import type { PlaceOfService } from "../../../pricing/place-of-service.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, over } from "../../../pricing/worksheet/calculation.ts";
import { anotherModifier, manuallyPriced, noRateOnDay, noRowWithModifier, onlyOtherModifiers } from "../failures.ts";
import {
  anesthesiaBaseUnits,
  type Enrollment,
  enhancedEnrollments,
  type FeeRow,
  feeSchedule,
  type LabRow,
  labRates,
} from "../tables.ts";
import type { FeeCategory, ServiceCategory } from "../values.ts";
import { type AnesthesiaFound, anesthesiaPayment, flatFeeStatusUnits } from "./anesthesia.ts";
import { hasRate, type LaboratoryFound, laboratoryRow, laboratoryRowPayment } from "./laboratory.ts";
import { assumePlace, type OutpatientRequest, placeOf } from "./request.ts";

/** ga 4.3, which ends in anesthesia or the laboratory schedule where a code is theirs. */
export interface PhysicianFound extends AnesthesiaFound, LaboratoryFound {
  fee?: FeeRow;
  component?: Component | null;
}

interface Component {
  readonly baseRate: Figure<Factor>;
  readonly adjustment: Figure<Factor>;
}

/** The first schedule that has a row for the code prices a physician's service (ga 4.3). */
export function physicianPayment(
  request: OutpatientRequest,
  npi: string,
  sheet: Sheet,
  found: PhysicianFound,
): Figure | null {
  const {
    billingCode: { code },
    modifier,
  } = request;
  const place = placeOf(request);
  const published = sheet.rows(feeSchedule, { code });
  const live = sheet.effective(published);
  const rows = sheet.those(live, (row) => row.modifier === modifier, anotherModifier);
  const pay = (row: FeeRow) => {
    passOver(rows, row.serviceCategory, row, place, sheet);
    return feeRowPayment(row, live, sheet, found);
  };

  const flatFee = ofCategory(rows, "anesthesia_flat");
  if (flatFee !== undefined) {
    found.physicalStatusUnits = flatFeeStatusUnits(request, sheet);
    return pay(flatFee);
  }
  const directed = modifier === null ? live.filter(({ serviceCategory }) => serviceCategory === "anesthesia_flat") : [];
  if (directed.length > 0) throw noUndirectedFlatFee(code, directed, sheet, found);

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
  const ownLaboratory = laboratoryRow(sheet.effective(laboratory), modifier, sheet);
  if (ownLaboratory !== undefined) {
    passOver(rows, "clinical_lab", null, place, sheet);
    return laboratoryRowPayment(ownLaboratory, sheet, found);
  }

  throw whyNoSchedule(request, { published, rows, enrolled, laboratory }, sheet, found);
}

function ofCategory(rows: readonly FeeRow[], category: FeeCategory, place?: PlaceOfService | null): FeeRow | undefined {
  return rows.find((row) => row.serviceCategory === category && (place === undefined || row.placeOfService === place));
}

/** ga E19 */
function noUndirectedFlatFee(code: string, live: readonly FeeRow[], sheet: Sheet, found: PhysicianFound): NoRate {
  const what = `Code ${code} has no anesthesia flat fee without a modifier`;
  return onlyOtherModifiers(what, live, live.filter(hasRate), sheet, found, { table: feeSchedule, key: { code } });
}

/** An enhanced rate, and the enrollment that the provider has it by. */
interface EnrolledRate {
  readonly row: FeeRow;
  readonly enrollment: Enrollment;
}

/** The enhanced rates of programs in which the provider is enrolled on the day (ga 4.3 step 3). */
export function enrolledRates(rows: readonly FeeRow[], npi: string, sheet: Sheet): readonly EnrolledRate[] {
  const enhanced = rows.filter(({ serviceCategory }) => serviceCategory === "enhanced_rate");
  if (enhanced.length === 0) return [];
  const enrollments = sheet.effective(sheet.rows(enhancedEnrollments, { npi }));
  const enrollmentIn = (row: FeeRow) => enrollments.find(({ program }) => program === row.program);
  const enrolled = sheet.those(
    enhanced,
    (row) => enrollmentIn(row) !== undefined,
    ({ program }) => `not enrolled in program ${program}`,
  );
  return enrolled.map((row) => ({ row, enrollment: enrollmentIn(row) as Enrollment }));
}

/** The enhanced rate that is paid at a place, while the provider is enrolled (ga 4.3 step 3). */
export function enhancedRate(
  enrolled: readonly EnrolledRate[],
  place: PlaceOfService,
  sheet: Sheet,
): FeeRow | undefined {
  const rows = sheet.those(
    enrolled.map(({ row }) => row),
    ({ placeOfService }) => placeOfService === null || placeOfService === place,
    ({ placeOfService }) => `for place_of_service ${placeOfService}`,
  );
  const [best] = rows.toSorted(byPreference);
  if (best === undefined) return undefined;
  sheet.use((enrolled.find(({ row }) => row === best) as EnrolledRate).enrollment);
  return sheet.chosen(rows, best, (row) => whyNot(row, best));
}

/** A row of the place before one of both places, then the higher rate, then the program by name. */
function byPreference(a: FeeRow, b: FeeRow): number {
  return (
    Number(a.placeOfService === null) - Number(b.placeOfService === null) ||
    compare(b.rate as Factor, a.rate as Factor) ||
    compareText(a.program, b.program)
  );
}

function whyNot({ placeOfService, rate, program }: FeeRow, best: FeeRow): string {
  if (placeOfService !== best.placeOfService)
    return `for both places, and a rate for ${best.placeOfService} comes first`;
  return compare(rate as Factor, best.rate as Factor) < 0
    ? `a lower rate, ${rate}`
    : `the same rate, and program ${best.program} comes before ${program}`;
}

/** The row of the place, else the one row that there is (ga 4.3 step 6). */
function physicianFeeRow(rows: readonly FeeRow[], place: PlaceOfService): FeeRow | undefined {
  const nonFacility = () => ofCategory(rows, "physician_fs", "non_facility");
  const bothPlaces = () => ofCategory(rows, "physician_fs", null);
  return place === "facility" ? (bothPlaces() ?? nonFacility()) : (nonFacility() ?? bothPlaces());
}

/** Records why another row, or another table, prices the code and not the rows with the modifier. */
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

const SCHEDULES: Readonly<Record<FeeCategory, { readonly label: string; readonly section: string }>> = {
  anesthesia_flat: { label: "Anesthesia flat fee", section: "ga 4.3 step 1" },
  enhanced_rate: { label: "Enhanced rate", section: "ga 4.3 step 3" },
  vaccine_admin: { label: "Vaccine administration fee", section: "ga 4.3 step 4" },
  padl_drug: { label: "Provider administered drug rate", section: "ga 4.3 step 4" },
  site_of_service: { label: "Site-of-service rate", section: "ga 4.3 step 5" },
  physician_fs: { label: "Physician fee schedule rate", section: "ga 4.3 step 6" },
};

/** The price of a fee row: its rate as published (ga 4.3). `live` are the code's rows of the day. */
export function feeRowPayment(row: FeeRow, live: readonly FeeRow[], sheet: Sheet, found: PhysicianFound): Figure {
  const { serviceCategory, modifier, code, ageGroup } = row;
  const { section } = SCHEDULES[serviceCategory];
  sheet.use(row);
  found.serviceCategory = serviceCategory;
  found.modifier = modifier;
  found.fee = row;

  const rate = sheet.amount("rate", row, "rate");
  if (rate === null) throw manuallyPriced(section, code, sheet);
  const named = rate.called(labelOf(row));
  const payment =
    rate.value.scale > CENTS_DECIMALS
      ? sheet.published(section, named, { isResultUnsaid: true })
      : sheet.dollars(section, named);

  found.component = componentOf(row, rate, live, sheet);
  if (ageGroup !== null) sheet.note(section, { texts: [`age group ${ageGroup}`], terms: [] });
  return payment;
}

function labelOf({ serviceCategory, program, modifier }: FeeRow): string {
  const { label } = SCHEDULES[serviceCategory];
  const ofProgram = program === null ? label : `${label} for program ${program}`;
  return modifier === null ? ofProgram : `${ofProgram} with modifier ${modifier}`;
}

/** A component's share of the unmodified rate; shown only (ga 4.3). */
function componentOf(row: FeeRow, rate: Figure<Factor>, live: readonly FeeRow[], sheet: Sheet): Component | null {
  if (row.modifier !== "26" && row.modifier !== "TC") return null;
  const base = live.find(
    (other) =>
      other.modifier === null &&
      other.serviceCategory === row.serviceCategory &&
      other.placeOfService === row.placeOfService &&
      other.program === row.program,
  );
  if (base === undefined || base.rate === null || isZero(base.rate)) return null;
  const baseRate = sheet.amount("base rate", base, "rate") as Figure<Factor>;
  const { section } = SCHEDULES[row.serviceCategory];
  const adjustment = sheet.fixedFactor(section, over(rate, baseRate), 4, { lead: "modifier adjustment = " });
  return { baseRate, adjustment };
}

interface Unpriced {
  readonly published: readonly FeeRow[];
  /** The effective fee rows with the modifier. */
  readonly rows: readonly FeeRow[];
  readonly enrolled: readonly EnrolledRate[];
  readonly laboratory: readonly LabRow[];
}

/** Why no schedule prices the code, the first that applies (ga 4.3 E5 to E9). */
function whyNoSchedule(
  request: OutpatientRequest,
  { published: fees, rows, enrolled, laboratory }: Unpriced,
  sheet: Sheet,
  found: PhysicianFound,
): NoRate {
  const {
    billingCode: { code },
    modifier,
  } = request;
  // The fee schedule was read first, and has nearly all codes.
  const searched = { table: feeSchedule, key: { code } };
  const published = [...fees, ...laboratory];
  if (published.length === 0) {
    const message = `No Georgia physician, anesthesia, drug, vaccine or laboratory rate is published for code ${code}.`;
    return sheet.noRate("code_not_listed", message, { searched });
  }
  const live = sheet.effective(published);
  if (live.length === 0) return noRateOnDay(code, published, sheet, searched);
  if (rows.length === 0) {
    const payable = live.filter((row) => hasRate(row) && appliesAt(row, placeOf(request)));
    return noRowWithModifier(code, modifier, live, payable, sheet, found, searched);
  }

  assumePlace(request, sheet);
  const siteOfService = ofCategory(rows, "site_of_service");
  if (siteOfService !== undefined) {
    const remedy = hasRate(siteOfService) ? [atPlace("facility")] : [];
    const message = `Code ${code} is published only for place_of_service facility.`;
    return sheet.noRate("not_for_request", message, { searched, remedy });
  }
  const programs = [...new Set(rows.map(({ program }) => program))].sort(compareText).join(", ");
  const places = new Set(enrolled.map(({ row }) => row.placeOfService as PlaceOfService));
  return sheet.noRate(
    places.size > 0 ? "not_for_request" : "not_for_provider_type",
    `Code ${code} is published only as an enhanced rate (${programs}) that does not apply to this provider and place of service.`,
    { searched, remedy: [...places].map(atPlace) },
  );
}

/** Whether a row would price its modifier at a place, for any provider. */
function appliesAt(row: FeeRow | LabRow, place: PlaceOfService): boolean {
  if (!("serviceCategory" in row)) return true;
  return row.serviceCategory !== "enhanced_rate" && (row.serviceCategory !== "site_of_service" || place === "facility");
}

function atPlace(value: PlaceOfService) {
  return { parameter: "place_of_service", value, why: "the code is published for this place" };
}
