import { ONE } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import { type Money, ZERO_DOLLARS } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import {
  constant,
  type Figure,
  greaterOf,
  lesserOf,
  minus,
  over,
  plus,
  times,
  type Wording,
  words,
} from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { follow } from "../routing.ts";
import { type AcuteRate, type DrgWeight, newYorkProgram } from "../tables.ts";
import { payerClassOf } from "./request.ts";
import {
  type AlcDays,
  alcDaysOf,
  alcPaymentOf,
  type DrgStay,
  daysNotSent,
  daysWithoutAlc,
  lengthOfStayRequired,
  noteRateCode,
  sumOf,
  unlessZero,
} from "./stay.ts";

/** What an acute stay finds; only if it can be priced, or lacks only its length. */
export interface AcuteFound {
  acute?: AcutePayment;
}

/** What an acute stay is paid by; a transfer without a length of stay has only its daily rate (ny 5.4). */
interface AcutePayment extends ReturnType<typeof baseOf> {
  readonly capital?: ReturnType<typeof inlierCapital>;
  /** Null if it was not evaluated. */
  readonly outlier?: Outlier | null;
  readonly transferRate?: TransferRate;
  readonly transferPayment?: ReturnType<typeof transferPayment>;
  readonly addOns?: ReturnType<typeof caseAddOns>;
  readonly alc?: AlcDays | null;
}

export type AcuteStay = DrgStay<AcuteRate>;

/** Discharge rate x SIW, as inlier or transfer, with add-ons and ALC days (ny 5.4). */
export function acutePayment(stay: AcuteStay, sheet: Sheet, found: AcuteFound): Figure<Money> {
  const { request, weight } = stay;
  // A transfer-only DRG is paid the full rate even when the patient was transferred.
  const isTransferOnlyDrg = request.transferOut && follow("transfer_only_drg", weight.drg, sheet) !== undefined;
  return request.transferOut && !isTransferOnlyDrg
    ? transferredStay(stay, sheet, found)
    : inlierStay(stay, isTransferOnlyDrg, sheet, found);
}

/** The payment of the DRG before anything is added (ny 5.4 step 1). */
function baseOf({ request, rate, weight }: AcuteStay, isPrinted: boolean, sheet: Sheet) {
  const dischargeRate = sheet.figure("discharge_rate_used", rate, "dischargeRate");
  const siw = sheet.figure("siw", weight, "siw");
  const basePayment = sheet.dollars("ny 5.4 step 1", times(dischargeRate, siw), isPrinted ? {} : UNPRINTED);
  // Shown for context; no formula uses it, so it may be missing.
  const statewideBasePrice = sheet.dollarParameterIfAny(
    newYorkProgram,
    payerClassOf(request) === "FFS" ? "statewide_base_price_ffs" : "statewide_base_price_mmc",
  );
  return { dischargeRate, siw, statewideBasePrice, basePayment: basePayment.called("base_dr_payment") };
}

const ALC_PER_DIEM = "acute_alc_per_diem_used";

/** ny 5.4 step 2 */
function acuteAlcPaymentOf(alc: AlcDays | null, sheet: Sheet): Figure<Money> | null {
  return alcPaymentOf("ny 5.4 step 2", alc, sheet)?.called("alc_payment") ?? null;
}

/** The full DRG with capital per discharge and, where charges were sent, the cost outlier (ny 5.4 steps 3 and 5). */
function inlierStay(stay: AcuteStay, isTransferOnlyDrg: boolean, sheet: Sheet, found: AcuteFound): Figure<Money> {
  const { rate, weight } = stay;
  const base = baseOf(stay, true, sheet);
  const alc = alcDaysOf(ALC_PER_DIEM, stay, sheet);
  const evaluation = outlierOf(stay, sheet);
  const outlier = evaluation !== null && "amount" in evaluation ? evaluation : null;
  const capital = inlierCapital(rate, sheet);
  const addOns = caseAddOns(rate, sheet);
  const alcPayment = acuteAlcPaymentOf(alc, sheet);

  const payment = sheet.dollars(
    "ny 5.4",
    sumOf(
      base.basePayment,
      capital.perDischarge,
      capital.ambulance,
      capital.teachingElection,
      capital.schoolNursing,
      capital.minimumWage,
      unlessZero(outlier?.amount ?? null),
      addOns.dme,
      addOns.safetyNet,
      addOns.averageCommercialRate,
      alcPayment,
    ),
  );

  noteRateCode(stay, sheet);
  if (isTransferOnlyDrg) {
    sheet.note("ny 5.4 step 3", words`note: APR-DRG ${weight.drg} is a transfer-only DRG, paid the full DRG rate`);
  }
  if (evaluation !== null && "unpublished" in evaluation) {
    sheet.note(OUTLIER_STEP, words`note: outlier not evaluated, ${evaluation.unpublished} not published`);
  }
  found.acute = { ...base, capital, outlier, addOns, alc };
  return payment;
}

/** The add-ons are the rate row's, which has those of its payer class only (ny 5.4 step 3). */
function inlierCapital(rate: AcuteRate, sheet: Sheet) {
  return {
    perDischarge: sheet.figure("capital_per_disch_used", rate, "capitalPerDisch"),
    ambulance: unlessZero(sheet.figure("capital_addon_ambulance_mmc", rate, "addonAmbulance")),
    teachingElection: unlessZero(sheet.figure("capital_addon_teaching_election_mmc", rate, "addonTeachingElection")),
    schoolNursing: unlessZero(sheet.figure("capital_addon_school_nursing_mmc", rate, "addonSchoolNursing")),
    minimumWage: unlessZero(sheet.figure("capital_addon_min_wage_mmc", rate, "addonMinWage")),
  };
}

/** The cost outlier of charges that were sent, or the names of the figures that it lacks (ny 5.4 step 3). */
function outlierOf({ request, weight, rate }: AcuteStay, sheet: Sheet): Outlier | { unpublished: string } | null {
  const { grossCharges } = request;
  if (grossCharges === null) return null;
  const threshold = sheet.figure("cost_outlier_threshold", weight, "costOutlierThreshold");
  const isaf = sheet.figure("isaf_used", rate, "isaf");
  const highCostConverter = sheet.figure("high_cost_cc_used", rate, "highCostCc");
  if (threshold !== null && isaf !== null && highCostConverter !== null) {
    return costOutlier(grossCharges, { threshold, isaf, highCostConverter }, sheet);
  }

  const names: string[] = [];
  if (threshold === null) names.push("cost_outlier_threshold");
  if (isaf === null) names.push("isaf");
  if (highCostConverter === null) names.push("high_cost_cc");
  return { unpublished: names.join(", ") };
}

interface OutlierFigures {
  readonly threshold: Figure<Money>;
  readonly isaf: Figure<Factor>;
  readonly highCostConverter: Figure<Factor>;
}

type Outlier = ReturnType<typeof costOutlier>;

const OUTLIER_STEP = "ny 5.4 step 3";

/** Cost above the threshold, adjusted for the hospital, is paid in part (ny 5.4 step 3). */
function costOutlier(grossCharges: Money, figures: OutlierFigures, sheet: Sheet) {
  const charges = sheet.sent("gross_charges", "gross_charges", grossCharges, "dollars");
  const costOfCase = sheet.dollars(OUTLIER_STEP, times(charges, figures.highCostConverter)).called("cost_of_case");
  const adjustedThreshold = sheet
    .dollars(OUTLIER_STEP, times(figures.threshold, figures.isaf))
    .called("outlier_threshold_adjusted");
  const evaluated = { ...figures, costOfCase, adjustedThreshold };

  // Cost equal to the threshold is no outlier: the rule says "exceeds".
  const exceeds = decide(costOfCase, "greater", adjustedThreshold);
  const excess = minus(costOfCase, adjustedThreshold);
  if (!exceeds.outcome) {
    const zero = constant(OUTLIER_STEP, ZERO_DOLLARS, "dollars");
    const nothing = sheet.dollars(OUTLIER_STEP, greaterOf(zero, excess), UNPRINTED);
    sheet.notApplied(nothing, exceeds);
    sheet.note(OUTLIER_STEP, words`no outlier: cost does not exceed the adjusted threshold`);
    return { ...evaluated, hasFired: false, eligibleCost: nothing, marginalPercentage: null, amount: nothing };
  }

  const marginalPercentage = sheet.parameter(newYorkProgram, "outlier_marginal_pct");
  const eligibleCost = sheet.dollars(OUTLIER_STEP, excess).called("outlier_eligible_cost");
  sheet.decided(eligibleCost, exceeds);
  const amount = sheet.dollars(OUTLIER_STEP, times(eligibleCost, marginalPercentage)).called("outlier_amount");
  return { ...evaluated, hasFired: true, eligibleCost, marginalPercentage, amount };
}

/** The DRG by the day; no capital per discharge, never a cost outlier (ny 5.4 steps 4 and 5). */
function transferredStay(stay: AcuteStay, sheet: Sheet, found: AcuteFound): Figure<Money> {
  const { request, rate, weight } = stay;
  const { lengthOfStay, alcDays } = request;
  // Without days the method is the last formula alone.
  const isPrinted = lengthOfStay !== null;
  const base = baseOf(stay, isPrinted, sheet);
  const alc = alcDaysOf(ALC_PER_DIEM, stay, sheet);
  const daily = transferRate(base.basePayment, weight, rate, isPrinted ? {} : UNPRINTED, sheet);
  if (lengthOfStay === null) {
    unfinishedTransfer(daily, sheet);
    noteTransfer(stay, sheet);
    found.acute = { ...base, transferRate: daily };
    throw lengthOfStayRequired("to price a transfer", sheet);
  }

  const days = daysWithoutAlc(TRANSFER_STEP, lengthOfStay, alcDays, sheet);
  const transfer = transferPayment(daily, days, sheet);
  const addOns = caseAddOns(rate, sheet);
  const alcPayment = acuteAlcPaymentOf(alc, sheet);
  const payment = sheet.dollars(
    "ny 5.4",
    sumOf(
      transfer.amount.called("transfer_adjusted_amount"),
      addOns.dme,
      addOns.safetyNet,
      addOns.averageCommercialRate,
      alcPayment,
    ),
  );
  noteTransfer(stay, sheet);
  found.acute = { ...base, transferRate: daily, transferPayment: transfer, addOns, alc };
  return payment;
}

const TRANSFER_STEP = "ny 5.4 step 4";

type TransferRate = ReturnType<typeof transferRate>;

/** The daily rate of a transfer, and its cap: capital per diem is added after the factor (ny 5.4 step 4). */
function transferRate(
  basePayment: Figure<Money>,
  weight: DrgWeight,
  rate: AcuteRate,
  wording: Wording | null,
  sheet: Sheet,
) {
  const averageStay = sheet.figure("alos", weight, "alos", "days");
  if (averageStay === null) {
    const { drg, soi } = weight;
    const message = `No average length of stay is published for APR-DRG ${drg}-${soi}, so a transfer cannot be priced.`;
    throw sheet.noRate("missing_information", message, { searched: sheet.readings.of(weight) });
  }
  const isOneDay = decide(averageStay, "equal", constant(TRANSFER_STEP, ONE, "days"));
  const adjustmentFactor = sheet
    .parameter(newYorkProgram, isOneDay.outcome ? "transfer_adjustment_factor_alos_one" : "transfer_adjustment_factor")
    .called("transfer_adjustment_factor");

  const capitalPerDiem = sheet.figure("capital_per_diem_used", rate, "capitalPerDiem");
  const daily = over(times(basePayment, adjustmentFactor), averageStay);
  const perDiem = sheet.dollars(TRANSFER_STEP, capitalPerDiem === null ? daily : plus(daily, capitalPerDiem), wording);
  sheet.decided(perDiem, isOneDay);

  // The full inlier payment.
  const capital = sheet.figure("capital_per_disch", rate, "capitalPerDisch");
  const cap = sheet.dollars(TRANSFER_STEP, sumOf(basePayment, capital), UNPRINTED);
  return { averageStay, adjustmentFactor, capitalPerDiem, perDiem: perDiem.called("transfer_per_diem"), cap };
}

/** Daily rate x days without ALC, up to the cap (ny 5.4 step 4). */
function transferPayment({ perDiem, cap }: TransferRate, days: Figure<Factor>, sheet: Sheet) {
  const byTheDay = sheet.dollars(TRANSFER_STEP, times(perDiem, days.called("transfer_days_used")));
  const isAboveCap = decide(byTheDay, "greater", cap);
  const capped = sheet.dollars(TRANSFER_STEP, lesserOf(byTheDay, cap), UNPRINTED);
  if (isAboveCap.outcome) {
    sheet.decided(byTheDay, isAboveCap, words`capped at ${cap}`);
    sheet.decided(capped, isAboveCap);
    return { days, amount: capped };
  }
  sheet.decided(byTheDay, isAboveCap, words`within the cap ${cap}`);
  sheet.notApplied(capped, isAboveCap);
  return { days, amount: byTheDay };
}

/** Without days only the formula can be given (ny 5.4 step 4). */
function unfinishedTransfer({ perDiem, cap }: TransferRate, sheet: Sheet): void {
  const byTheDay = times(perDiem, daysNotSent("transfer_days_used"));
  sheet.unfinished(TRANSFER_STEP, lesserOf(byTheDay, cap), { shown: words`${byTheDay}, capped at ${cap}` });
}

function noteTransfer(stay: AcuteStay, sheet: Sheet): void {
  noteRateCode(stay, sheet);
  if (stay.request.grossCharges !== null) {
    sheet.note(TRANSFER_STEP, words`note: cost outlier does not apply to transfers`);
  }
}

/** DME of FFS; safety net and average commercial rate of MMC (ny 5.4 step 5). */
function caseAddOns(rate: AcuteRate, sheet: Sheet) {
  return {
    dme: sheet.figure("dme_used", rate, "dme"),
    safetyNet: unlessZero(sheet.figure("safety_net_sdp_per_disch_mmc", rate, "safetyNetSdpPerDisch")),
    averageCommercialRate: unlessZero(sheet.figure("hh_acr_per_disch_mmc", rate, "hhAcrPerDisch")),
  };
}
