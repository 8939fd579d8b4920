import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { FeeRow } from "../tables.ts";
import type { ServiceCategory } from "../values.ts";

/** What a lookup finds on its way to the price; a failed one has found what came before the failure (ga 4.8). */
export interface Found {
  /** The path, on failures only where the page shows it. */
  serviceCategory?: ServiceCategory;
  /** Of the row that matched, not of the request. */
  modifier?: string | null;
  /** Where the code has rows in force, and none of the modifier sent: those that it has (ga 4.3 E7). */
  publishedModifiers?: readonly (string | null)[];
  /** ga 4.3 */
  fee?: FeeRow;
  component?: Component | null;
  /** ga 4.4; a flat fee has the status units only. */
  physicalStatusUnits?: Figure<Factor>;
  baseUnits?: Figure<Factor>;
  conversionFactor?: Figure<Factor>;
  timeUnits?: Figure<Factor>;
  /** ga 4.5 */
  scheduleRate?: Figure<Money>;
  medicareRate?: Figure<Money>;
  /** ga 4.6 */
  paymentGroup?: string;
  locality?: string;
  /** ga 4.7 */
  interimRate?: Figure<Factor>;
  addOn?: Figure<Factor>;
  effectivePercent?: Figure<Factor>;
}

/** A component's share of the unmodified rate (ga 4.3). */
export interface Component {
  readonly baseRate: Figure<Factor>;
  readonly adjustment: Figure<Factor>;
}
