import type { Factor } from "../../../core/money/factor.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { EapgRate, EapgWeight } from "../tables.ts";
import type { CodeType, PlaceOfService } from "../values.ts";
import type { FeeMatch } from "./fee-row.ts";
import type { Multipliers } from "./multipliers.ts";
import type { PaymentAdjustment } from "./payment-adjustor-flags.ts";

/** What a lookup finds on its way to the price; a failed one shows only the system of its code (fl 4.5). */
export interface Found {
  /** The code system it was looked for in; null when that is open. */
  readonly codeType: CodeType | null;
  /** The fee schedule row that is paid, or that is by report. */
  match?: FeeMatch;
  /** Only of a fee that can be priced. */
  fee?: PaidFee;
  /** Only of an EAPG line that can be priced. */
  eapg?: PaidLine;
}

/** What a fee schedule price is made of. */
interface PaidFee {
  readonly modifierAdjustment: Figure<Factor> | null;
  readonly placeOfService: PlaceOfService | null;
  readonly multipliers: Multipliers;
}

/** What an EAPG price is made of. */
interface PaidLine {
  readonly weight: EapgWeight;
  readonly rate: EapgRate;
  readonly adjustment: PaymentAdjustment | null;
}
