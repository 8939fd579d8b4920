import {
  billingCode,
  choice,
  day,
  flag,
  MINUTES,
  providerIdentifiers,
  referenceId,
  required,
  wholeNumber,
} from "../../../pricing/request/kinds.ts";
import type { RequestOf } from "../../../pricing/request/parameter.ts";
import { PROCEDURE_TYPES, PROVIDER_TYPES, type ProviderType, SERVICE_TYPES } from "../values.ts";

/** A name of one letter would match nearly everyone (contract 8). */
export const NAME_CHARACTERS_MIN = 2;

/** The modifiers that always have their own price (ca 4.3 step 2). */
export const PRICED_MODIFIERS = ["26", "TC"] as const;

export type PricedModifier = (typeof PRICED_MODIFIERS)[number];

/** The parameters of the outpatient lookup, in the contract's order (contract 4.3). */
export const outpatientParameters = {
  referenceId,
  billingCode: required(billingCode({ description: "HCPCS, CPT or Medi-Cal local procedure code.", example: "99213" })),
  ...providerIdentifiers(
    { stateProviderId: "OSHPD ID or Medi-Cal provider number.", providerName: "Part of the provider's name." },
    NAME_CHARACTERS_MIN,
  ),
  providerType: choice(PROVIDER_TYPES, {
    description: "Prices as this type of provider; the provider's own type when absent.",
  }),
  procedureType: choice(PROCEDURE_TYPES, {
    description:
      "One of the procedure types published for the code; when absent, the most common one that has a price and the service type sent, if any.",
  }),
  serviceType: choice(SERVICE_TYPES, {
    description: "One of the service types published for the procedure type; chosen by rank when absent.",
  }),
  childPatient: flag({ description: "The patient is under 21." }),
  familyPlanningPrimaryDx: flag({
    description: "Billed with a primary family planning diagnosis (DX); raises the rate of qualifying visits.",
  }),
  emergencyRoom: flag({
    description: "Emergency room pricing: the ER conversion factor where one is published, no HOPD add-on, no cutback.",
  }),
  modifier: choice(PRICED_MODIFIERS, { description: "26: professional component. TC: technical component." }),
  anesthesiaMinutes: wholeNumber(MINUTES, {
    description: "Anesthesia codes only: minutes of anesthesia, any part of 15 counting as one time unit.",
  }),
  dateOfService: day({ description: "The day that selects the rates; today when absent.", example: "2026-10-01" }),
};

export type OutpatientRequest = RequestOf<typeof outpatientParameters>;

/** A line to price: all that the rules may read. The fee schedule is statewide: of the provider only the type counts. */
export interface OutpatientLine
  extends Pick<
    OutpatientRequest,
    | "childPatient"
    | "familyPlanningPrimaryDx"
    | "emergencyRoom"
    | "modifier"
    | "procedureType"
    | "serviceType"
    | "anesthesiaMinutes"
  > {
  readonly providerType: ProviderType;
  /** Upper-cased, as the fee schedule has it. */
  readonly code: string;
}

/** What a line of a code at a type of provider has when nothing else is sent. */
export const BARE_LINE: Omit<OutpatientLine, "code" | "providerType"> = {
  childPatient: false,
  familyPlanningPrimaryDx: false,
  emergencyRoom: false,
  modifier: null,
  procedureType: null,
  serviceType: null,
  anesthesiaMinutes: null,
};

export function lineOf(request: OutpatientRequest, providerType: ProviderType): OutpatientLine {
  return {
    childPatient: request.childPatient,
    familyPlanningPrimaryDx: request.familyPlanningPrimaryDx,
    emergencyRoom: request.emergencyRoom,
    modifier: request.modifier,
    procedureType: request.procedureType,
    serviceType: request.serviceType,
    anesthesiaMinutes: request.anesthesiaMinutes,
    providerType,
    code: request.billingCode.code,
  };
}
