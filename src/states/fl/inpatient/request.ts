import {
  aprDrgWithOrWithoutSeverity,
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

/** The parameters of the inpatient lookup, in the contract's order (contract 4.10). */
export const inpatientParameters = {
  referenceId,
  billingCode: required(
    aprDrgWithOrWithoutSeverity({
      description: "APR-DRG, with its severity of illness after a hyphen; every severity when it is left out.",
      example: "560-1",
    }),
  ),
  ...providerIdentifiers({
    stateProviderId: "Florida Provider Base ID.",
    providerName: "Part of the hospital's name.",
  }),
  dischargeDate: day({
    description: "The discharge day, which selects the rates; today when absent.",
    example: "2026-10-01",
  }),
  transferClaim: flag({
    description: "Transferred to another acute-care hospital: discharge status 02, 05, 65, 66, 82, 85, 93 or 94.",
  }),
  childPatient: flag({ description: "The patient is under 21." }),
  lengthOfStay: wholeNumber(DAYS, { description: "Days; the average stay of the APR-DRG when absent." }),
  totalCharges: charges({
    description: "Total charges of the claim in dollars; without them neither outlier nor charge cap is evaluated.",
    example: "45000.00",
  }),
};

export type InpatientRequest = RequestOf<typeof inpatientParameters>;
