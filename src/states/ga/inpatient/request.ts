import {
  aprDrgWithOrWithoutSeverity,
  charges,
  DAYS,
  day,
  identifier,
  npi,
  partialName,
  referenceId,
  required,
  wholeNumber,
} from "../../../pricing/request/kinds.ts";
import type { RequestOf } from "../../../pricing/request/parameter.ts";

/** The parameters of the inpatient lookup, in the contract's order (contract 4.7, ga 5.1). */
export const inpatientParameters = {
  referenceId,
  billingCode: required(
    aprDrgWithOrWithoutSeverity({
      description: "APR-DRG with its severity of illness, joined by a hyphen; without it all four severities.",
      example: "139-2",
    }),
  ),
  npi: identifier(npi),
  providerName: identifier(partialName({ description: "Part of the hospital's name." })),
  admitDate: day({
    description: "The admission day, which selects the rates; today when absent.",
    example: "2026-10-01",
  }),
  lengthOfStay: wholeNumber(DAYS, {
    description: "Covered days; fewer than 2 are priced as a short stay. Without it no short stay is evaluated.",
  }),
  totalCharges: charges({
    description: "Total covered charges in dollars, needed for the cost outlier and the short stay.",
    example: "21500.00",
  }),
};

export type InpatientRequest = RequestOf<typeof inpatientParameters>;
