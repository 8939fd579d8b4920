import type { AcutePayment } from "./acute.ts";
import type { PsychiatricPayment } from "./psychiatric.ts";
import type { ResolvedServiceType } from "./service-type.ts";

/** What a lookup finds on its way to the payment; of a stay, only what a failed result may show as well (ny 5.3). */
export interface Found {
  /** Null when nothing tells it. */
  serviceType: ResolvedServiceType | null;
  /** The severity of the weight, or the one sent. */
  soi: number | null;
  /** How many severities of the APR-DRG are priced, each in a result of its own. */
  severities: number;
  /** Only of a stay that can be priced, or that lacks nothing but its length. */
  acute?: AcutePayment;
  psychiatric?: PsychiatricPayment;
}

/** What is known before anything is looked up. */
export function nothingFound(soi: number | null): Found {
  return { serviceType: null, soi, severities: 1 };
}
