import type { Period } from "../../../calendar/period.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import type { PublishedRate } from "../../../money/published-rate.ts";
import type { FeeRow } from "../tables.ts";
import type { ServiceCategory } from "../values.ts";

/** How far an outpatient lookup got, and what its path found on the way. */
export interface Finding {
  readonly kind: "priced" | "manually priced" | "failed";
  readonly message?: string;
  /** The path, on failures only where the page shows it. */
  readonly serviceCategory?: ServiceCategory;
  /** Null where the caller left out charges or minutes. */
  readonly payment?: Money | PublishedRate | null;
  readonly method?: string;
  readonly period?: Period;
  /** Of the row that matched, not of the request. */
  readonly modifier?: string | null;
  readonly fee?: FeeFinding;
  readonly anesthesia?: AnesthesiaFinding;
  readonly laboratory?: LaboratoryFinding;
  readonly asc?: AscFinding;
  readonly hospital?: HospitalFinding;
}

/** ga 4.3 */
export interface FeeFinding {
  readonly row: FeeRow;
  /** A component's share of the unmodified rate. */
  readonly component: Component | null;
}

export interface Component {
  readonly baseRate: Factor;
  readonly adjustment: Factor;
}

/** ga 4.4; a flat fee has the status units only. */
export interface AnesthesiaFinding {
  readonly physicalStatusUnits: number;
  readonly baseUnits?: Factor;
  readonly conversionFactor?: Factor;
  readonly timeUnits?: number | null;
}

/** ga 4.5 */
export interface LaboratoryFinding {
  readonly scheduleRate: Money;
  readonly medicareRate: Money | null;
}

/** ga 4.6 */
export interface AscFinding {
  readonly paymentGroup: string | null;
  readonly locality: string | null;
}

/** ga 4.7 */
export interface HospitalFinding {
  readonly interimRate?: Factor;
  readonly addOn?: Factor;
  readonly effectivePercent?: Factor;
}

/** A failure that no path shows. */
export function failed(message: string): Finding {
  return { kind: "failed", message };
}

export const MANUALLY_PRICED_METHOD = "Manually priced: no published amount; payment is determined per claim";
