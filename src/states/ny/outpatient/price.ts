import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { providerTypeOf } from "../provider-type.ts";
import type { Provider } from "../tables.ts";
import type { ProviderType } from "../values.ts";
import { clinicApg } from "./clinic-apg.ts";
import { hospitalApg } from "./hospital-apg.ts";
import { laboratoryFee } from "./laboratory.ts";
import { physicianFee } from "./physician.ts";
import type { OutpatientRequest } from "./request.ts";
import { type Finding, outpatientResult } from "./result.ts";

type Path = (request: OutpatientRequest, provider: Provider, data: RateData) => Finding;

/** The type of a provider decides how it is priced (ny 1). */
const PATHS: Readonly<Record<ProviderType, Path>> = {
  HOSPITAL: hospitalApg,
  OUTPATIENT_CLINIC_ASC: clinicApg,
  PHYSICIAN: physicianFee,
  LABORATORY: laboratoryFee,
};

/** The one result of a provider row (ny 4). */
export function priceOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  const finding = PATHS[providerTypeOf(provider)](request, provider, data);
  return [{ counts: counts(finding), result: outpatientResult(request, provider, finding, data, matchesTotal) }];
}

/** Anesthesia is covered, but neither priced nor priced by hand, so it does not count (ny 4.5 step 4). */
function counts(finding: Finding): boolean {
  return !(finding instanceof NoRate) && finding.kind !== "anesthesia";
}
