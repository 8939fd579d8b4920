import { inForce, onlyInForce } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { compareText } from "../../../names/order.ts";
import { noRateOnDay, noRowWithModifier } from "../failures.ts";
import { anesthesiaBaseUnits, type FeeRow, feeSchedule, type LabRow, labRates } from "../tables.ts";
import type { FeeCategory, PlaceOfService } from "../values.ts";
import { anesthesiaPrice, flatFeeStatusUnits, PERSONALLY_PERFORMED } from "./anesthesia.ts";
import { enhancedRate } from "./enhanced-rate.ts";
import { feeRowPrice } from "./fee-row.ts";
import { type Finding, failed } from "./finding.ts";
import { laboratoryRowPrice } from "./laboratory.ts";
import type { OutpatientRequest } from "./request.ts";

/** The first schedule that has a row for the code prices a physician's service (ga 4.3). */
export function physicianPrice(request: OutpatientRequest, npi: string, data: RateData): Finding {
  const {
    billingCode: { code },
    dateOfService: day,
    modifier,
    placeOfService: place,
  } = request;
  const published = data.rows(feeSchedule, code);
  const live = inForce(published, day);
  const row = (category: FeeCategory) => feeRow(live, category, modifier);

  const flatFee = row("anesthesia_flat") ?? personallyPerformed(live, modifier);
  if (flatFee !== undefined) {
    const anesthesia = { physicalStatusUnits: flatFeeStatusUnits(request, data) };
    return { ...feeRowPrice(flatFee, live), anesthesia };
  }

  const baseUnits = data.rows(anesthesiaBaseUnits, code);
  if (baseUnits.length > 0) return anesthesiaPrice(request, baseUnits, data);

  const enhanced = enhancedRate(live, request, npi, data);
  if (enhanced !== null) return feeRowPrice(enhanced.row, live, enhanced.period);

  const fee =
    row("vaccine_admin") ??
    row("padl_drug") ??
    (place === "facility" ? row("site_of_service") : undefined) ??
    physicianFeeRow(live, modifier, place);
  if (fee !== undefined) return feeRowPrice(fee, live);

  const laboratory = data.rows(labRates, code);
  const ownLaboratory = onlyInForce(
    laboratory.filter((each) => each.modifier === modifier),
    day,
  );
  if (ownLaboratory !== undefined) return laboratoryRowPrice(ownLaboratory, request, data);

  return failed(whyNoSchedule(request, published, laboratory));
}

function feeRow(
  live: readonly FeeRow[],
  category: FeeCategory,
  modifier: string | null,
  place?: PlaceOfService | null,
): FeeRow | undefined {
  return live.find(
    (row) =>
      row.serviceCategory === category &&
      row.modifier === modifier &&
      (place === undefined || row.placeOfService === place),
  );
}

/** A flat fee without a modifier is that of anesthesia personally performed (ga 4.3 step 1). */
function personallyPerformed(live: readonly FeeRow[], modifier: string | null): FeeRow | undefined {
  return modifier === null ? feeRow(live, "anesthesia_flat", PERSONALLY_PERFORMED) : undefined;
}

/** The row of the place, else the one row that there is (ga 4.3 step 6). */
function physicianFeeRow(live: readonly FeeRow[], modifier: string | null, place: PlaceOfService): FeeRow | undefined {
  const nonFacility = () => feeRow(live, "physician_fs", modifier, "non_facility");
  const bothPlaces = () => feeRow(live, "physician_fs", modifier, null);
  return place === "facility" ? (bothPlaces() ?? nonFacility()) : (nonFacility() ?? bothPlaces());
}

/** Why no schedule prices the code, the first that applies (ga 4.3 E5 to E9). */
function whyNoSchedule(
  { billingCode: { code }, dateOfService: day, modifier }: OutpatientRequest,
  fees: readonly FeeRow[],
  laboratory: readonly LabRow[],
): string {
  const published = [...fees, ...laboratory];
  if (published.length === 0) {
    return `No Georgia physician, anesthesia, drug, vaccine or laboratory rate is published for code ${code}.`;
  }
  const live = inForce(published, day);
  if (live.length === 0) return noRateOnDay(code, day, published);
  if (!live.some((row) => row.modifier === modifier)) return noRowWithModifier(code, modifier, day, live);

  const liveFees = inForce(fees, day).filter((row) => row.modifier === modifier);
  if (liveFees.some(({ serviceCategory }) => serviceCategory !== "enhanced_rate")) {
    return `Code ${code} is published only for place_of_service facility.`;
  }
  const programs = [...new Set(liveFees.map(({ program }) => program))].sort(compareText).join(", ");
  return `Code ${code} is published only as an enhanced rate (${programs}) that does not apply to this provider and place of service.`;
}
