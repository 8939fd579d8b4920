import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { DrgWeight, HospitalRate } from "../tables.ts";
import type { Charges } from "./charges.ts";
import type { Outlier } from "./outlier.ts";
import type { PolicyAdjustor } from "./policy-adjustor.ts";
import type { Transfer } from "./transfer.ts";

/** What a lookup finds on its way to the payment; a failed one has found what came before the failure (ca 5.6). */
export interface Found {
  hospital?: HospitalRate;
  weight?: DrgWeight;
  adjustor?: PolicyAdjustor;
  /** Only of a stay that can be priced. */
  paid?: PaidStay;
}

/** What a stay is paid by, on either path. */
interface PaidStay {
  readonly basePayment: Figure<Money>;
  readonly lengthOfStay: Figure<Factor>;
  readonly charges: Charges;
  readonly chargeCapApplied: boolean;
  /** Null for a stay that is paid by its DRG. */
  readonly interimPerDiem: Figure<Money> | null;
  /** Null for an interim claim. */
  readonly drg: DrgAdjustments | null;
}

interface DrgAdjustments {
  readonly transfer: Transfer | null;
  readonly outlier: Outlier | null;
  /** The rule in force; the low-side one when that fired. */
  readonly threshold: Figure<Money>;
  readonly marginalCostPercentage: Figure<Factor>;
}
