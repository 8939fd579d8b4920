import {
  aprDrgCode,
  charges,
  DAYS,
  day,
  flag,
  providerIdentifiers,
  referenceId,
  required,
  wholeNumber,
} from "../../../pricing/request/kinds.ts";
import type { RequestOf } from "../../../pricing/request/parameter.ts";

/** The parameters of the inpatient lookup, in the contract's order (contract 4.5, ca 5.1). */
export const inpatientParameters = {
  referenceId,
  billingCode: required(
    aprDrgCode({ description: "APR-DRG and severity of illness, joined by a hyphen.", example: "560-1" }),
  ),
  ...providerIdentifiers({ stateProviderId: "OSHPD ID.", providerName: "Part of the hospital's name." }),
  admitDate: day({
    description: "The admission day, which selects the rates; today when absent.",
    example: "2026-10-01",
  }),
  transferClaim: flag({ description: "Discharge status 02, 05, 63, 65, 66, 82, 85, 91, 93 or 94." }),
  interimClaim: flag({ description: "Discharge status 30: priced per day." }),
  childPatient: flag({ description: "The patient is under 21." }),
  lengthOfStay: wholeNumber(DAYS, { description: "Days; the national average of the APR-DRG when absent." }),
  totalCharges: charges({
    description:
      "Total charges of the claim in dollars; estimated when absent, which never creates an outlier or a cap.",
    example: "45000.00",
  }),
};

export type InpatientRequest = RequestOf<typeof inpatientParameters>;
