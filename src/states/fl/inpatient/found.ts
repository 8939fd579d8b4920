import type { Money } from "../../../core/money/money.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { DrgRate } from "../tables.ts";
import type { Adjustors } from "./adjustors.ts";
import type { Stay } from "./stay.ts";
import type { Transfer } from "./transfer.ts";

/** What a lookup finds on its way to the payment; a failed one shows the hospital's rate where it has one (fl 5.2). */
export interface Found {
  rate?: DrgRate;
  /** Only of a stay that can be priced. */
  paid?: PaidStay;
}

/** What a stay is paid by, each part null where there is none. */
export interface PaidStay {
  readonly stay: Stay;
  readonly adjustors: Adjustors;
  readonly basePayment: Figure<Money>;
  readonly transfer: Transfer | null;
  readonly traumaEnhancement: Figure<Money> | null;
  readonly childrensAddOn: Figure<Money> | null;
  readonly outlier: Figure<Money> | null;
  readonly chargeCapApplied: boolean;
}
