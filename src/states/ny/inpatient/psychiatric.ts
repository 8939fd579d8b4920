import { times } from "../../../money/arithmetic.ts";
import { type Factor, whole } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import type { NewYorkProgram } from "../program.ts";
import type { DrgWeight, PsychiatricRate } from "../tables.ts";
import { type AlcDays, alcDaysOf } from "./alc.ts";
import { lengthOfStayRequired, noDays } from "./length-of-stay.ts";
import { type LosScale, losScale } from "./los-scale.ts";
import type { InpatientRequest } from "./request.ts";
import type { DrgStay, StayOutcome } from "./stay.ts";
import { sumOfTerms, termsFormula, unlessZero } from "./terms.ts";

export type PsychiatricStay = DrgStay<PsychiatricRate, DrgWeight>;

/** The factors of the patient, each null where it does not apply. */
export interface PatientFactors {
  readonly age: Factor | null;
  readonly intellectualDisability: Factor | null;
  readonly comorbidity: Factor | null;
}

/** Electroconvulsive therapy. */
export interface EctTreatments {
  readonly perTreatment: Money;
  readonly treatments: number;
  readonly payment: Money;
}

/** An amount per day that managed care adds. */
export interface DailyAddOn {
  readonly perDiem: Money;
  readonly payment: Money;
}

export interface PsychiatricOutcome extends StayOutcome {
  readonly kind: "psychiatric";
  readonly weight: DrgWeight;
  readonly rate: PsychiatricRate;
  readonly factors: PatientFactors;
  /** Null without a length of stay. */
  readonly priced: PricedPsychiatricStay | null;
}

export interface PricedPsychiatricStay {
  readonly scale: LosScale;
  readonly isReadmission: boolean;
  readonly ect: EctTreatments | null;
  readonly alc: AlcDays | null;
  readonly safetyNet: DailyAddOn | null;
  readonly averageCommercialRate: DailyAddOn | null;
  readonly medicalEducation: DailyAddOn | null;
}

/** Adjusted per diem x scaled days, with per-diem parts, ECT and ALC days (ny 5.5). */
export function psychiatricPayment(stay: PsychiatricStay): PsychiatricOutcome | NoRate {
  const { request, rate, weight, program } = stay;
  const factors = patientFactors(request, program);
  if (factors instanceof NoRate) return factors;

  const sheet = new Worksheet();
  const adjustedPerDiem = adjustedPerDiemOf(rate, weight, factors, sheet);
  const found = { kind: "psychiatric", weight, rate, factors } as const;
  const { lengthOfStay } = request;
  if (lengthOfStay === null) return { ...found, priced: null, ...withoutDays(stay, adjustedPerDiem) };
  if (lengthOfStay === 0) return noDays("psychiatric");

  const days = lengthOfStay - request.alcDays;
  const isReadmission = request.priorAdmissionWithin30d;
  const scale = losScale(days, isReadmission, program, sheet);
  if (scale instanceof NoRate) return scale;
  const operating = sheet.step(
    formula`adjusted_per_diem (${adjustedPerDiem.text}) x los_scaled_total (${scale.total})`,
    times(adjustedPerDiem, scale.total),
  );
  const nonOperating = perDay("psych_non_op_per_diem_used", rate.nonOpPerDiem, days, sheet);

  const ect = ectOf(stay);
  if (ect instanceof NoRate) return ect;
  if (ect !== null) {
    sheet.step(
      formula`psych_ect_per_treatment_used (${ect.perTreatment.text}) x ect_treatments_used (${ect.treatments})`,
      ect.payment,
    );
  }
  const alc = alcDaysOf(stay);
  if (alc instanceof NoRate) return alc;
  if (alc !== null) {
    sheet.step(formula`psych_alc_per_diem_used (${alc.perDiem.text}) x alc_days (${alc.days})`, alc.payment);
  }
  // The rate row of a payer class has only the add-ons of that class.
  const safetyNet = perDay("psych_sdp_per_diem_mmc", unlessZero(rate.sdpPerDiem), days, sheet);
  const averageCommercialRate = perDay("psych_hh_acr_per_diem_mmc", unlessZero(rate.hhAcrPerDiem), days, sheet);
  const medicalEducation = perDay("psych_dme_mmc", unlessZero(rate.dmePerDiem), days, sheet);

  const payment = sumOfTerms(
    [
      ["operating", operating],
      ["non_operating", nonOperating?.payment ?? null],
      ["ect", ect?.payment ?? null],
      ["alc", alc?.payment ?? null],
      ["sdp", safetyNet?.payment ?? null],
      ["hh_acr", averageCommercialRate?.payment ?? null],
      ["dme", medicalEducation?.payment ?? null],
    ],
    sheet,
  );
  if (stay.rateCodeNote !== null) sheet.note(stay.rateCodeNote);
  return {
    ...found,
    priced: {
      scale,
      isReadmission: isReadmission && days > 0,
      ect,
      alc,
      safetyNet,
      averageCommercialRate,
      medicalEducation,
    },
    payment,
    message: null,
    method: sheet.line,
  };
}

/** The factors of age, intellectual disability and comorbidity (ny 5.5 step 1). */
export function patientFactors(
  { ageGroup, hasIntellectualDisability, comorbidityCategory }: InpatientRequest,
  program: NewYorkProgram,
): PatientFactors | NoRate {
  const age = ageGroup === "CHILD" ? program("psych_age_factor_child") : null;
  if (age instanceof NoRate) return age;
  const intellectualDisability = hasIntellectualDisability ? program("psych_intellectual_disability_factor") : null;
  if (intellectualDisability instanceof NoRate) return intellectualDisability;
  const comorbidity = comorbidityCategory === null ? null : program(`psych_comorbidity_${comorbidityCategory}`);
  if (comorbidity instanceof NoRate) return comorbidity;
  return { age, intellectualDisability, comorbidity };
}

/** One product of the factors that apply, rounded once (ny 5.5 step 2). */
function adjustedPerDiemOf(
  { basePerDiem }: PsychiatricRate,
  { siw }: DrgWeight,
  { age, intellectualDisability, comorbidity }: PatientFactors,
  sheet: Worksheet,
): Money {
  const shown = termsFormula("x", [
    ["psych_base_per_diem_used", basePerDiem],
    ["psych_siw", siw],
    ["age_factor_used", age],
    ["mr_factor_used", intellectualDisability],
    ["comorbidity_factor_used", comorbidity],
  ]);
  const factors = [siw, age, intellectualDisability, comorbidity].filter((factor) => factor !== null);
  return sheet.step(shown, times(basePerDiem, ...factors));
}

/** Without days only the formula can be given (ny 5.5 step 3). */
function withoutDays({ rateCodeNote }: PsychiatricStay, adjustedPerDiem: Money): StayOutcome {
  const sheet = new Worksheet();
  sheet.note(formula`adjusted_per_diem (${adjustedPerDiem.text}) x los_scaled_total (missing: length_of_stay)`);
  if (rateCodeNote !== null) sheet.note(rateCodeNote);
  return {
    payment: null,
    message: lengthOfStayRequired("psychiatric"),
    method: sheet.line,
  };
}

/** An amount per day without ALC days; null where none is published (ny 5.5 steps 5 and 8). */
function perDay(name: string, perDiem: Money | null, days: number, sheet: Worksheet): DailyAddOn | null {
  if (perDiem === null) return null;
  const payment = sheet.step(formula`${name} (${perDiem.text}) x days (${days})`, times(perDiem, whole(days)));
  return { perDiem, payment };
}

/** ny 5.5 step 6 */
function ectOf({ request, opcert, rate }: PsychiatricStay): EctTreatments | NoRate | null {
  const { ectTreatments: treatments, payerClass } = request;
  if (treatments === 0) return null;
  const { ectPerTreatment: perTreatment } = rate;
  if (perTreatment === null) {
    return new NoRate(`No ECT rate is published for operating certificate ${opcert}, payer class ${payerClass}.`);
  }
  return { perTreatment, treatments, payment: times(perTreatment, whole(treatments)) };
}
