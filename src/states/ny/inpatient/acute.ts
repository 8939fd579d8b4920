import { asMoney, isZero, times } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import type { NewYorkProgram } from "../program.ts";
import type { AcuteRate, DrgWeight } from "../tables.ts";
import type { PayerClass } from "../values.ts";
import { type AlcDays, alcDaysOf } from "./alc.ts";
import { costOutlier, type Outlier, outlierFigures, type UnpublishedFigures } from "./outlier.ts";
import type { DrgStay, StayOutcome } from "./stay.ts";
import { sumOfTerms, unlessZero } from "./terms.ts";
import { type TransferPayment, type TransferRate, transferPayment, transferRate } from "./transfer.ts";

export interface AcuteStay extends DrgStay<AcuteRate, DrgWeight> {
  /** Transfer-only DRGs are paid the full rate even when the patient was transferred. */
  readonly isTransferOnlyDrg: boolean;
}

/** What is paid once per case beside the DRG, on transfers too. */
interface CaseAddOns {
  readonly dme: Money | null;
  readonly safetyNet: Money | null;
  readonly averageCommercialRate: Money | null;
}

/** The capital that an inlier is paid per discharge. */
interface InlierCapital {
  readonly perDischarge: Money | null;
  readonly ambulance: Money | null;
  readonly teachingElection: Money | null;
  readonly schoolNursing: Money | null;
  readonly minimumWage: Money | null;
}

export interface AcuteOutcome extends StayOutcome {
  readonly kind: "acute";
  readonly weight: DrgWeight;
  readonly rate: AcuteRate;
  readonly statewideBasePrice: Money | null;
  readonly basePayment: Money;
  /** Null on transfers. */
  readonly capital: InlierCapital | null;
  /** Null where it was not evaluated. */
  readonly outlier: Outlier | null;
  readonly transferRate: TransferRate | null;
  readonly transferPayment: TransferPayment | null;
  readonly addOns: CaseAddOns | null;
  readonly alc: AlcDays | null;
}

/** Discharge rate x SIW, as inlier or transfer, with add-ons and ALC days (ny 5.4). */
export function acutePayment(stay: AcuteStay): AcuteOutcome | NoRate {
  const { request, rate, weight, program } = stay;
  const sheet = new Worksheet();
  const basePayment = sheet.step(
    formula`discharge_rate_used (${rate.dischargeRate.text}) x siw (${weight.siw})`,
    times(rate.dischargeRate, weight.siw),
  );
  const alc = alcDaysOf(stay);
  if (alc instanceof NoRate) return alc;

  const base: Base = {
    kind: "acute",
    weight,
    rate,
    statewideBasePrice: statewideBasePrice(request.payerClass, program),
    basePayment,
  };
  return request.transferOut && !stay.isTransferOnlyDrg
    ? transferOutcome(stay, base, alc, sheet)
    : inlierOutcome(stay, base, alc, sheet);
}

type Base = Pick<AcuteOutcome, "kind" | "weight" | "rate" | "statewideBasePrice" | "basePayment">;

/** Shown for context; no formula uses it, so its lack fails nothing (ny 5.4 step 1). */
function statewideBasePrice(payerClass: PayerClass, program: NewYorkProgram): Money | null {
  const price = program(payerClass === "FFS" ? "statewide_base_price_ffs" : "statewide_base_price_mmc");
  return price instanceof NoRate ? null : asMoney(price);
}

/** The full DRG with capital per discharge and, where charges were sent, the cost outlier (ny 5.4 steps 3 and 5). */
function inlierOutcome(stay: AcuteStay, base: Base, alc: AlcDays | null, sheet: Worksheet): AcuteOutcome | NoRate {
  const { request, rate, weight, program } = stay;
  const evaluation = outlierOf(request.grossCharges, weight, rate, program, sheet);
  if (evaluation instanceof NoRate) return evaluation;
  const outlier = evaluation !== null && "amount" in evaluation ? evaluation : null;

  const capital = inlierCapital(rate);
  const addOns = caseAddOns(rate);
  noteAlc(alc, sheet);
  const payment = sumOfTerms(
    [
      ["base_dr_payment", base.basePayment],
      ["capital_per_disch_used", capital.perDischarge],
      ["capital_addon_ambulance_mmc", capital.ambulance],
      ["capital_addon_teaching_election_mmc", capital.teachingElection],
      ["capital_addon_school_nursing_mmc", capital.schoolNursing],
      ["capital_addon_min_wage_mmc", capital.minimumWage],
      ["outlier_amount", outlier === null || isZero(outlier.amount) ? null : outlier.amount],
      ...addOnTerms(addOns),
      ["alc_payment", alc?.payment ?? null],
    ],
    sheet,
  );

  if (stay.rateCodeNote !== null) sheet.note(stay.rateCodeNote);
  if (request.transferOut) {
    sheet.note(formula`note: APR-DRG ${weight.drg} is a transfer-only DRG, paid the full DRG rate`);
  }
  if (evaluation !== null && "unpublished" in evaluation) {
    sheet.note(formula`note: outlier not evaluated, ${evaluation.unpublished} not published`);
  }
  return {
    ...base,
    capital,
    outlier,
    transferRate: null,
    transferPayment: null,
    addOns,
    alc,
    payment,
    message: null,
    method: sheet.line,
  };
}

/** The cost outlier of charges that were sent; null without charges (ny 5.4 step 3). */
function outlierOf(
  grossCharges: Money | null,
  weight: DrgWeight,
  rate: AcuteRate,
  program: NewYorkProgram,
  sheet: Worksheet,
): Outlier | UnpublishedFigures | NoRate | null {
  if (grossCharges === null) return null;
  const figures = outlierFigures(weight, rate);
  return "unpublished" in figures ? figures : costOutlier(grossCharges, figures, program, sheet);
}

/** The DRG by the day; no capital per discharge, never a cost outlier (ny 5.4 steps 4 and 5). */
function transferOutcome(stay: AcuteStay, base: Base, alc: AlcDays | null, sheet: Worksheet): AcuteOutcome | NoRate {
  const { request, rate, weight, program } = stay;
  const { lengthOfStay, alcDays } = request;
  const { basePayment } = base;
  const daily = transferRate(basePayment, weight, rate, program);
  if (daily instanceof NoRate) return daily;
  const transferred = { ...base, capital: null, outlier: null, transferRate: daily };

  if (lengthOfStay === null) {
    const incomplete = new Worksheet();
    incomplete.note(
      formula`transfer_per_diem (${daily.perDiem.text}) x transfer_days_used (missing: length_of_stay), capped at ${daily.cap}`,
    );
    noteTransfer(stay, incomplete);
    return {
      ...transferred,
      transferPayment: null,
      addOns: null,
      alc: null,
      payment: null,
      message: "length_of_stay is required to price a transfer.",
      method: incomplete.line,
    };
  }

  const transfer = transferPayment(basePayment, daily, lengthOfStay - alcDays, sheet);
  const addOns = caseAddOns(rate);
  noteAlc(alc, sheet);
  const payment = sumOfTerms(
    [["transfer_adjusted_amount", transfer.amount], ...addOnTerms(addOns), ["alc_payment", alc?.payment ?? null]],
    sheet,
  );
  noteTransfer(stay, sheet);
  return { ...transferred, transferPayment: transfer, addOns, alc, payment, message: null, method: sheet.line };
}

function noteTransfer({ request, rateCodeNote }: AcuteStay, sheet: Worksheet): void {
  if (rateCodeNote !== null) sheet.note(rateCodeNote);
  if (request.grossCharges !== null) sheet.note(formula`note: cost outlier does not apply to transfers`);
}

function noteAlc(alc: AlcDays | null, sheet: Worksheet): void {
  if (alc === null) return;
  sheet.step(formula`acute_alc_per_diem_used (${alc.perDiem.text}) x alc_days (${alc.days})`, alc.payment);
}

/** The add-ons are the rate row's, which has those of its payer class only (ny 5.4 step 3). */
function inlierCapital(rate: AcuteRate): InlierCapital {
  return {
    perDischarge: rate.capitalPerDisch,
    ambulance: unlessZero(rate.addonAmbulance),
    teachingElection: unlessZero(rate.addonTeachingElection),
    schoolNursing: unlessZero(rate.addonSchoolNursing),
    minimumWage: unlessZero(rate.addonMinWage),
  };
}

/** DME of FFS; safety net and average commercial rate of MMC (ny 5.4 step 5). */
function caseAddOns(rate: AcuteRate): CaseAddOns {
  return {
    dme: rate.dme,
    safetyNet: unlessZero(rate.safetyNetSdpPerDisch),
    averageCommercialRate: unlessZero(rate.hhAcrPerDisch),
  };
}

function addOnTerms({ dme, safetyNet, averageCommercialRate }: CaseAddOns) {
  return [
    ["dme_used", dme],
    ["safety_net_sdp_per_disch_mmc", safetyNet],
    ["hh_acr_per_disch_mmc", averageCommercialRate],
  ] as const;
}
