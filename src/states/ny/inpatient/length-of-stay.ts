import { NoRate } from "../../../pricing/no-rate.ts";
import type { ServiceType } from "../values.ts";

/** What a result says that has no days to be paid by (ny 5.5 step 3, 5.6 step 1). */
export function lengthOfStayRequired(serviceType: ServiceType): string {
  return `length_of_stay is required for service_type ${serviceType}.`;
}

/** ny 5.5 step 3 */
export function noDays(serviceType: ServiceType): NoRate {
  return new NoRate(`length_of_stay must be at least 1 for service_type ${serviceType}.`);
}
