import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { Provider } from "../tables.ts";
import { type ProviderType, providerTypeOf } from "../values.ts";
import { type ApgFound, clinicApg, hospitalApg } from "./apg.ts";
import { type FeeFound, laboratoryFee, physicianFee } from "./fee-schedule.ts";
import type { OutpatientRequest } from "./request.ts";

/** What a lookup finds; a failed one has found what came before the failure (ny 4.1). */
export interface Found extends ApgFound, FeeFound {}

type Path = (request: OutpatientRequest, provider: Provider, sheet: Sheet, found: Found) => Figure;

/** The type of a provider decides how it is priced (ny 1). */
const PATHS: Readonly<Record<ProviderType, Path>> = {
  HOSPITAL: hospitalApg,
  OUTPATIENT_CLINIC_ASC: clinicApg,
  PHYSICIAN: physicianFee,
  LABORATORY: laboratoryFee,
};

/** The one result of a provider row (ny 4). */
export function workOutOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const path = PATHS[providerTypeOf(provider)];
  return [pricer.workOut<Found>({}, (sheet, found) => path(request, provider, sheet, found))];
}
