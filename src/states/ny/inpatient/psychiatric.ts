import { isZero } from "../../../core/money/arithmetic.ts";
import { type Factor, whole } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, lesserOf, minus, plus, type Term, times } from "../../../pricing/worksheet/calculation.ts";
import { newYorkProgram, type PsychiatricRate } from "../tables.ts";
import type { InpatientRequest } from "./request.ts";
import {
  type AlcDays,
  alcDaysOf,
  alcPaymentOf,
  type DrgStay,
  daysNotSent,
  daysWithoutAlc,
  lengthOfStayRequired,
  noDays,
  noteRateCode,
  rateKeyText,
  sumOf,
  unlessZero,
} from "./stay.ts";

/** What a psychiatric stay finds; only if it can be priced, or lacks only its length. */
export interface PsychiatricFound {
  psychiatric?: PsychiatricPayment;
}

/** What a psychiatric stay is paid by (ny 5.5). */
interface PsychiatricPayment extends PerDiemFigures {
  readonly factors: PatientFactors;
  /** Null without a length of stay. */
  readonly priced: PricedStay | null;
}

/** What it is paid by once its length is known (ny 5.5 steps 4 to 8). */
interface PricedStay extends ReturnType<typeof dailyAddOns> {
  readonly scale: ReturnType<typeof losScale>;
  readonly isReadmission: boolean;
  readonly ect: ReturnType<typeof ectOf>;
  readonly alc: AlcDays | null;
}

export type PsychiatricStay = DrgStay<PsychiatricRate>;

/** Adjusted per diem x scaled days, with per-diem parts, ECT and ALC days (ny 5.5). */
export function psychiatricPayment(stay: PsychiatricStay, sheet: Sheet, found: PsychiatricFound): Figure<Money> {
  const { request, rate } = stay;
  const { lengthOfStay, alcDays, priorAdmissionWithin30d: isReadmission } = request;
  const factors = patientFactors(request, sheet);
  const figures = perDiemFigures(stay, sheet);
  // Without days the method is the last formula alone.
  const adjusted = sheet.dollars("ny 5.5 step 2", product(figures, factors), lengthOfStay === null ? UNPRINTED : {});
  const adjustedPerDiem = adjusted.called("adjusted_per_diem");
  if (lengthOfStay === null) {
    sheet.unfinished("ny 5.5 step 3", times(adjustedPerDiem, daysNotSent("los_scaled_total")));
    noteRateCode(stay, sheet);
    found.psychiatric = { ...figures, factors, priced: null };
    throw lengthOfStayRequired("for service_type psychiatric", sheet);
  }
  if (lengthOfStay === 0) throw noDays("psychiatric", sheet);

  const days = daysWithoutAlc("ny 5.5 step 4", lengthOfStay, alcDays, sheet).called("days");
  const scale = losScale(days, isReadmission, sheet);
  const operating = sheet.dollars("ny 5.5 step 5", times(adjustedPerDiem, scale.total));
  const nonOperating = perDay("ny 5.5 step 5", figures.nonOperatingPerDiem, days, sheet);
  const ect = ectOf(stay, sheet);
  const ectPayment = ect === null ? null : sheet.dollars("ny 5.5 step 6", times(ect.perTreatment, ect.treatments));
  const alc = alcDaysOf("psych_alc_per_diem_used", stay, sheet);
  const alcPayment = alcPaymentOf("ny 5.5 step 7", alc, sheet);
  const addOns = dailyAddOns(rate, sheet);
  const safetyNet = perDay("ny 5.5 step 8", addOns.safetyNet, days, sheet);
  const averageCommercialRate = perDay("ny 5.5 step 8", addOns.averageCommercialRate, days, sheet);
  const medicalEducation = perDay("ny 5.5 step 8", addOns.medicalEducation, days, sheet);

  const payment = sheet.dollars(
    "ny 5.5 step 9",
    sumOf(
      operating.called("operating"),
      nonOperating?.called("non_operating") ?? null,
      ectPayment?.called("ect") ?? null,
      alcPayment?.called("alc") ?? null,
      safetyNet?.called("sdp") ?? null,
      averageCommercialRate?.called("hh_acr") ?? null,
      medicalEducation?.called("dme") ?? null,
    ),
  );
  noteRateCode(stay, sheet);
  const priced = { scale, isReadmission: isReadmission && !isZero(days.value), ect, alc, ...addOns };
  found.psychiatric = { ...figures, factors, priced };
  return payment;
}

type PatientFactors = ReturnType<typeof patientFactors>;

/** The factors of age, intellectual disability and comorbidity, each null where it does not apply (ny 5.5 step 1). */
function patientFactors({ ageGroup, hasIntellectualDisability, comorbidityCategory }: InpatientRequest, sheet: Sheet) {
  const age = ageGroup === "CHILD" ? sheet.parameter(newYorkProgram, "psych_age_factor_child") : null;
  const intellectualDisability = hasIntellectualDisability
    ? sheet.parameter(newYorkProgram, "psych_intellectual_disability_factor")
    : null;
  const comorbidity =
    comorbidityCategory === null ? null : sheet.parameter(newYorkProgram, `psych_comorbidity_${comorbidityCategory}`);
  return {
    age: age?.called("age_factor_used") ?? null,
    intellectualDisability: intellectualDisability?.called("mr_factor_used") ?? null,
    comorbidity: comorbidity?.called("comorbidity_factor_used") ?? null,
  };
}

type PerDiemFigures = ReturnType<typeof perDiemFigures>;

/** The figures of the adjusted per diem, and of payments beside it (ny 5.5 step 2). */
function perDiemFigures({ rate, weight }: PsychiatricStay, sheet: Sheet) {
  return {
    basePerDiem: sheet.figure("psych_base_per_diem_used", rate, "basePerDiem"),
    siw: sheet.figure("psych_siw", weight, "siw"),
    nonOperatingPerDiem: sheet.figure("psych_non_op_per_diem_used", rate, "nonOpPerDiem"),
  };
}

/** One product of the factors that apply, rounded once (ny 5.5 step 2). */
function product(
  { basePerDiem, siw }: PerDiemFigures,
  { age, intellectualDisability, comorbidity }: PatientFactors,
): Term {
  return times(basePerDiem, siw, ...[age, intellectualDisability, comorbidity].filter((factor) => factor !== null));
}

/** Both factors have at most two decimals, so the total is exact with two. */
const TOTAL_DECIMALS = 2;

const SCALE_STEP = "ny 5.5 step 4";

/** Scaled days, the first ones weighted more. A readmitted patient's day 1 counts as day 4, so only that day is high (ny 5.5 step 4). */
function losScale(days: Figure<Factor>, isReadmission: boolean, sheet: Sheet) {
  const highDaysMax = sheet.parameter(
    newYorkProgram,
    isReadmission ? "psych_los_high_days_readmission" : "psych_los_high_days",
    "days",
  );
  const highFactor = sheet.parameter(newYorkProgram, "psych_los_high_factor").called(null);
  const baseFactor = sheet.parameter(newYorkProgram, "psych_los_base_factor").called(null);

  const highDays = sheet
    .count(SCALE_STEP, lesserOf(days, highDaysMax), "days", UNPRINTED)
    .called("los_scale_days_at_1_20");
  const baseDays = sheet.count(SCALE_STEP, minus(days, highDays), "days", UNPRINTED).called("los_scale_days_at_1_00");
  const scaled = plus(times(highDays, highFactor), times(baseDays, baseFactor));
  const total = sheet.fixedFactor(SCALE_STEP, scaled, TOTAL_DECIMALS, { resultName: "los_scaled_total" });
  return { highDays, baseDays, total: total.called("los_scaled_total") };
}

/** An amount per day without ALC days; null where none is published (ny 5.5 steps 5 and 8). */
function perDay(
  section: string,
  perDiem: Figure<Money> | null,
  days: Figure<Factor>,
  sheet: Sheet,
): Figure<Money> | null {
  return perDiem === null ? null : sheet.dollars(section, times(perDiem, days));
}

/** Electroconvulsive therapy; null without treatments (ny 5.5 step 6). */
function ectOf({ request, opcert, rate }: PsychiatricStay, sheet: Sheet) {
  const { ectTreatments } = request;
  if (ectTreatments === 0) return null;
  const perTreatment = sheet.figure("psych_ect_per_treatment_used", rate, "ectPerTreatment");
  if (perTreatment === null) {
    throw sheet.noRate("no_provider_rate", `No ECT rate is published for ${rateKeyText(opcert, request)}.`, {
      searched: sheet.readings.of(rate),
    });
  }
  const treatments = sheet.sent("ect_treatments_used", "ect_treatments", whole(ectTreatments), "units");
  return { perTreatment, treatments };
}

/** The rate row of a payer class has only the add-ons of that class (ny 5.5 step 8). */
function dailyAddOns(rate: PsychiatricRate, sheet: Sheet) {
  return {
    safetyNet: unlessZero(sheet.figure("psych_sdp_per_diem_mmc", rate, "sdpPerDiem")),
    averageCommercialRate: unlessZero(sheet.figure("psych_hh_acr_per_diem_mmc", rate, "hhAcrPerDiem")),
    medicalEducation: unlessZero(sheet.figure("psych_dme_mmc", rate, "dmePerDiem")),
  };
}
