import {
  assuming,
  charges,
  choice,
  codeAsSent,
  DAYS,
  day,
  defaulting,
  flag,
  identifier,
  partialName,
  readAs,
  referenceId,
  wholeNumber,
} from "../../../pricing/request/kinds.ts";
import type { RequestOf } from "../../../pricing/request/parameter.ts";
import { exactIdentifiers, rateCode } from "../identifiers.ts";
import {
  AGE_GROUPS,
  type AgeGroup,
  COMORBIDITY_CATEGORIES,
  PAYER_CLASSES,
  type PayerClass,
  SERVICE_TYPES,
} from "../values.ts";

export interface AprDrg {
  readonly drg: string;
  /** Null: every effective severity. */
  readonly soi: number | null;
}

/** A billing code as it was sent, and the APR-DRG that it is when it has that shape. */
interface InpatientCode {
  readonly sent: string;
  readonly aprDrg: AprDrg | null;
}

const APR_DRG = /^([0-9]{1,4})(?:-([1-4]))?$/;

/** 1 to 4 digits of the value 1 to 999, optionally with a severity (ny 5.1 step 2). */
export function inpatientCode(sent: string): InpatientCode {
  const [, digits, severity] = APR_DRG.exec(sent) ?? [];
  const number = Number(digits ?? 0);
  if (number < 1 || number > 999) return { sent, aprDrg: null };
  const soi = severity === undefined ? null : Number(severity);
  return { sent, aprDrg: { drg: String(number).padStart(3, "0"), soi } };
}

const PAYER_CLASS_WHEN_ABSENT: PayerClass = "FFS";
const AGE_GROUP_WHEN_ABSENT: AgeGroup = "ADULT";

/** The parameters of the inpatient lookup, in the contract's order (contract 4.3). */
export const inpatientParameters = {
  referenceId,
  // Required by some service types only, so its lack is a result (ny 5.1 step 3).
  billingCode: readAs(
    codeAsSent({
      description: "APR-DRG as <drg> or <drg>-<soi>; required for acute and psychiatric stays, not used by the others.",
      example: "139-2",
    }),
    inpatientCode,
  ),
  ...exactIdentifiers,
  providerName: identifier(partialName({ description: "Part of the hospital's name." })),
  serviceType: choice(SERVICE_TYPES, {
    description:
      "How the stay is priced. When absent it follows from the rate code, the APR-DRG or the only service that the hospital is certified for; else acute.",
  }),
  rateCode: rateCode(
    "Value code 24, another way to give the service type: 2946 or 2960 acute, 2852 psychiatric, 2853 med_rehab, 2999 cah, 4608 dual_diag_adult, 4607 dual_diag_child.",
  ),
  payerClass: assuming(
    choice(PAYER_CLASSES, { description: "FFS: fee-for-service. MMC: managed Medicaid, with its add-ons." }),
    PAYER_CLASS_WHEN_ABSENT,
  ),
  dischargeDate: day({
    description: "The day of discharge, which selects the rates; today when absent.",
    example: "2026-10-01",
  }),
  lengthOfStay: wholeNumber(DAYS, {
    description: "Days; required for all but acute stays, of which only transfers need it.",
  }),
  alcDays: defaulting(
    wholeNumber(DAYS, {
      description:
        "Days at an alternate level of care, part of length_of_stay, so never more, and paid at the ALC per diem; not for dual diagnosis.",
    }),
    0,
  ),
  grossCharges: charges({
    description: "Acute: billed charges in dollars, needed to evaluate a cost outlier.",
    example: "412650.00",
  }),
  transferOut: flag({ description: "Acute: transferred to another hospital, paid by the day up to the full payment." }),
  ageGroup: assuming(choice(AGE_GROUPS, { description: "Psychiatric: CHILD is 17 or under." }), AGE_GROUP_WHEN_ABSENT),
  hasIntellectualDisability: flag({ description: "Psychiatric: an intellectual disability was declared." }),
  comorbidityCategory: choice(COMORBIDITY_CATEGORIES, {
    description: "Psychiatric: the comorbidity with the highest factor.",
  }),
  ectTreatments: defaulting(
    wholeNumber(DAYS, { description: "Psychiatric: electroconvulsive therapy (ECT) treatments during the stay." }),
    0,
  ),
  priorAdmissionWithin30d: flag({
    description: "Psychiatric: discharged from a psychiatric unit in New York within the prior 30 days.",
  }),
};

export type InpatientRequest = RequestOf<typeof inpatientParameters>;

/** ny 5.1 step 1 */
export function payerClassOf({ payerClass }: InpatientRequest): PayerClass {
  return payerClass ?? PAYER_CLASS_WHEN_ABSENT;
}

/** Of psychiatric stays (contract 4.3). */
export function ageGroupOf({ ageGroup }: InpatientRequest): AgeGroup {
  return ageGroup ?? AGE_GROUP_WHEN_ABSENT;
}
