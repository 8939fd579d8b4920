import type { ProviderType } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** A line to price: all that the rules may look at. The fee schedule is statewide, so it does not say whose line it is. */
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
