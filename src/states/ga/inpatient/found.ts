import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { DrgWeight, HospitalInpatientRate } from "../tables.ts";
import type { Severity } from "../values.ts";
import type { Outlier } from "./outlier.ts";
import type { ShortStay } from "./short-stay.ts";

/** What a lookup finds on its way to the payment; a failed one has found what came before the failure (ga 5.2). */
export interface Found {
  /** The severity that the result is about; null where none is priced. */
  readonly soi: Severity | null;
  weight?: DrgWeight;
  hospital?: HospitalInpatientRate;
  /** Only of a stay that can be priced. */
  paid?: PaidStay;
}

/** What a stay is paid by, step by step (ga 5.3). */
export interface PaidStay {
  readonly basePayment: Figure<Money>;
  readonly shortStay: ShortStay;
  readonly outlier: Outlier;
  readonly preAddOnSubtotal: Figure<Money>;
  readonly addOn: Figure<Factor>;
}
