import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, times, words } from "../../../pricing/worksheet/calculation.ts";
import { newYorkProgram } from "../program.ts";
import { follow, routesOf } from "../routes.ts";
import type { AcuteRate, DrgWeight } from "../tables.ts";
import { type AlcDays, alcDaysOf, alcPaymentOf } from "./alc.ts";
import type { AcuteBase, CaseAddOns, Found, InlierCapital } from "./found.ts";
import { daysWithoutAlc, lengthOfStayRequired } from "./length-of-stay.ts";
import { costOutlier, type Outlier, outlierFigures, type UnpublishedFigures } from "./outlier.ts";
import { payerClassOf } from "./request.ts";
import { type DrgStay, noteRateCode } from "./stay.ts";
import { sumOf, unlessZero } from "./terms.ts";
import { transferPayment, transferRate, unfinishedTransfer } from "./transfer.ts";

export type AcuteStay = DrgStay<AcuteRate>;

/** Discharge rate x SIW, as inlier or transfer, with add-ons and ALC days (ny 5.4). */
export function acutePayment(stay: AcuteStay, sheet: Sheet, found: Found): Figure<Money> {
  const { request, weight } = stay;
  // A transfer-only DRG is paid the full rate even when the patient was transferred.
  const isTransferOnlyDrg =
    request.transferOut && follow(sheet.derived(routesOf).transferOnlyDrg, weight.drg, sheet) !== undefined;
  return request.transferOut && !isTransferOnlyDrg
    ? transferredStay(stay, sheet, found)
    : inlierStay(stay, isTransferOnlyDrg, sheet, found);
}

/** The payment of the DRG before anything is added (ny 5.4 step 1). */
function baseOf({ request, rate, weight }: AcuteStay, isPrinted: boolean, sheet: Sheet): AcuteBase {
  const dischargeRate = sheet.figure("discharge_rate_used", rate, "dischargeRate");
  const siw = sheet.figure("siw", weight, "siw");
  const basePayment = sheet.dollars("ny 5.4 step 1", times(dischargeRate, siw), isPrinted ? {} : UNPRINTED);
  // Shown for context; no formula uses it, so its lack fails nothing.
  const statewideBasePrice = sheet.dollarParameterIfAny(
    newYorkProgram,
    payerClassOf(request) === "FFS" ? "statewide_base_price_ffs" : "statewide_base_price_mmc",
  );
  return { dischargeRate, siw, statewideBasePrice, basePayment: basePayment.called("base_dr_payment") };
}

function acuteAlcDaysOf(stay: AcuteStay, sheet: Sheet): AlcDays | null {
  return alcDaysOf("acute_alc_per_diem_used", stay, sheet);
}

function acuteAlcPaymentOf(alc: AlcDays | null, sheet: Sheet): Figure<Money> | null {
  return alcPaymentOf("ny 5.4 step 2", alc, sheet)?.called("alc_payment") ?? null;
}

/** The full DRG with capital per discharge and, where charges were sent, the cost outlier (ny 5.4 steps 3 and 5). */
function inlierStay(stay: AcuteStay, isTransferOnlyDrg: boolean, sheet: Sheet, found: Found): Figure<Money> {
  const { request, rate, weight } = stay;
  const base = baseOf(stay, true, sheet);
  const alc = acuteAlcDaysOf(stay, sheet);
  const evaluation = outlierOf(request.grossCharges, weight, rate, sheet);
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
    sheet.note("ny 5.4 step 3", words`note: outlier not evaluated, ${evaluation.unpublished} not published`);
  }
  found.acute = { ...base, capital, outlier, addOns, alc };
  return payment;
}

/** The cost outlier of charges that were sent; null without charges (ny 5.4 step 3). */
function outlierOf(
  grossCharges: Money | null,
  weight: DrgWeight,
  rate: AcuteRate,
  sheet: Sheet,
): Outlier | UnpublishedFigures | null {
  if (grossCharges === null) return null;
  const figures = outlierFigures(weight, rate, sheet);
  return "unpublished" in figures ? figures : costOutlier(grossCharges, figures, sheet);
}

/** The DRG by the day; no capital per discharge, never a cost outlier (ny 5.4 steps 4 and 5). */
function transferredStay(stay: AcuteStay, sheet: Sheet, found: Found): Figure<Money> {
  const { request, rate, weight } = stay;
  const { lengthOfStay, alcDays } = request;
  // Without days the method is the last formula alone.
  const isPrinted = lengthOfStay !== null;
  const base = baseOf(stay, isPrinted, sheet);
  const alc = acuteAlcDaysOf(stay, sheet);
  const daily = transferRate(base.basePayment, weight, rate, isPrinted ? {} : UNPRINTED, sheet);
  if (lengthOfStay === null) {
    unfinishedTransfer(daily, sheet);
    noteTransfer(stay, sheet);
    found.acute = { ...base, transferRate: daily };
    throw lengthOfStayRequired("to price a transfer", sheet);
  }

  const days = daysWithoutAlc("ny 5.4 step 4", lengthOfStay, alcDays, sheet);
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

function noteTransfer(stay: AcuteStay, sheet: Sheet): void {
  noteRateCode(stay, sheet);
  if (stay.request.grossCharges !== null) {
    sheet.note("ny 5.4 step 4", words`note: cost outlier does not apply to transfers`);
  }
}

/** The add-ons are the rate row's, which has those of its payer class only (ny 5.4 step 3). */
function inlierCapital(rate: AcuteRate, sheet: Sheet): InlierCapital {
  return {
    perDischarge: sheet.figure("capital_per_disch_used", rate, "capitalPerDisch"),
    ambulance: unlessZero(sheet.figure("capital_addon_ambulance_mmc", rate, "addonAmbulance")),
    teachingElection: unlessZero(sheet.figure("capital_addon_teaching_election_mmc", rate, "addonTeachingElection")),
    schoolNursing: unlessZero(sheet.figure("capital_addon_school_nursing_mmc", rate, "addonSchoolNursing")),
    minimumWage: unlessZero(sheet.figure("capital_addon_min_wage_mmc", rate, "addonMinWage")),
  };
}

/** DME of FFS; safety net and average commercial rate of MMC (ny 5.4 step 5). */
function caseAddOns(rate: AcuteRate, sheet: Sheet): CaseAddOns {
  return {
    dme: sheet.figure("dme_used", rate, "dme"),
    safetyNet: unlessZero(sheet.figure("safety_net_sdp_per_disch_mmc", rate, "safetyNetSdpPerDisch")),
    averageCommercialRate: unlessZero(sheet.figure("hh_acr_per_disch_mmc", rate, "hhAcrPerDisch")),
  };
}
