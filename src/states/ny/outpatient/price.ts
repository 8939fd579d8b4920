import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { providerTypeOf } from "../provider-type.ts";
import type { Provider } from "../tables.ts";
import type { ProviderType } from "../values.ts";
import { clinicApg } from "./clinic-apg.ts";
import type { Found } from "./found.ts";
import { hospitalApg } from "./hospital-apg.ts";
import { laboratoryFee } from "./laboratory.ts";
import { physicianFee } from "./physician.ts";
import type { OutpatientRequest } from "./request.ts";

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
