import type { ProviderType } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** All that there is to know of a claim for a row of a provider. */
export interface LineInputs extends Omit<OutpatientRequest, "providerType"> {
  readonly providerType: ProviderType;
  /** Upper-cased, as the fee schedule has it. */
  readonly code: string;
}

/** What decides what a line pays besides the data and the day, in the order of the key: first what has the fewest values. */
export const LINE = [
  "childPatient",
  "familyPlanningPrimaryDx",
  "emergencyRoom",
  "modifier",
  "procedureType",
  "serviceType",
  "anesthesiaMinutes",
  "providerType",
  "code",
] as const;

/** A line to price: all that the rules may look at. The fee schedule is statewide, so it does not say whose line it is. */
export type OutpatientLine = Pick<LineInputs, (typeof LINE)[number]>;

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
