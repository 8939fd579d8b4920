import { failure } from "../../../../core/runtime/failure.ts";
import { flag, integer, oneOf, text } from "../../../../dataset/column.ts";
import { type Legends, legendOf } from "../../../../imports/declaring/intake.ts";
import { PROCEDURE_TYPES, type ProcedureType, SERVICE_TYPES, type ServiceType } from "../../values.ts";
import { plainIndicator } from "./derived-factors.ts";
import type { RateKind } from "./published-rate.ts";

/** The legends that give the service types of conversion indicators. */
export const SERVICE_TYPE_LEGENDS: Readonly<Record<RateKind, string>> = {
  basic: "service_types",
  child: "child_service_types",
  emergency: "emergency_service_types",
};

/** The meaning of codes in the rates file (ca 8), inferred from its content; users may correct it. */
export interface RateLegends {
  /** By `Proc Type`. */
  readonly procedureTypes: ReadonlyMap<string, ProcedureType>;
  /** Why rows of a `Proc Type` are left out. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** By `Proc Type`: whether hospitals get their add-on; unknown for other types. */
  readonly hopdAddonEligible: ReadonlyMap<string, boolean>;
  /** By kind of rate, then by `Conv Ind`. */
  readonly serviceTypes: Readonly<Record<RateKind, ReadonlyMap<string, ServiceType>>>;
  readonly selectionRanks: Readonly<Record<RateKind, number>>;
  readonly isFamilyPlanningCode: (code: string) => boolean;
}

export function rateLegends(legends: Legends): RateLegends {
  const serviceTypes = (kind: RateKind) =>
    byIndicator(legendOf(legends, SERVICE_TYPE_LEGENDS[kind], oneOf(SERVICE_TYPES)));
  const ranks = legendOf(legends, "selection_ranks", integer(1));
  const familyPlanning = legendOf(legends, "family_planning_codes", flag());
  return {
    procedureTypes: legendOf(legends, "procedure_types", oneOf(PROCEDURE_TYPES)),
    leftOut: legendOf(legends, "procedure_types_left_out", text()),
    hopdAddonEligible: legendOf(legends, "hopd_addon_eligible", flag()),
    serviceTypes: {
      basic: serviceTypes("basic"),
      child: serviceTypes("child"),
      emergency: serviceTypes("emergency"),
    },
    selectionRanks: {
      basic: rankOf("basic", ranks),
      child: rankOf("child", ranks),
      emergency: rankOf("emergency", ranks),
    },
    isFamilyPlanningCode: (code) => familyPlanning.get(code) ?? false,
  };
}

/** A mapping file may write indicators as the state prints them. */
function byIndicator(legend: ReadonlyMap<string, ServiceType>): ReadonlyMap<string, ServiceType> {
  return new Map([...legend].map(([indicator, serviceType]) => [plainIndicator(indicator), serviceType]));
}

function rankOf(kind: RateKind, ranks: ReadonlyMap<string, number>): number {
  const rank = ranks.get(kind);
  if (rank === undefined) throw failure(`legend selection_ranks: ${kind} is missing; expected a whole number`);
  return rank;
}
